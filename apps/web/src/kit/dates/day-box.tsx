import { isWholeDayText, parseTypedDay } from '@dukkan/commerce';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Input } from '../../ui/index.ts';
import { formatTypedDay } from './format-days.ts';
import { useTypedText } from './typed-text.ts';

export type DayBoxProps = { value: string; onChange: (day: string) => void; today: string };

/** A typed date beside an open calendar. */
export const DayBox = ({ value, onChange, today }: DayBoxProps) => {
  const { t } = useTranslation('kit');
  const { choice } = useFormat();
  const { box, isInvalid } = useTypedText({
    value,
    onChange,
    parse: (text) => parseTypedDay(text, today),
    isComplete: isWholeDayText,
    format: (day) => formatTypedDay(day, choice),
  });
  return (
    <Input
      {...box}
      data-date=""
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('date.day_form')}
      {...(isInvalid ? { 'aria-invalid': true } : {})}
    />
  );
};
