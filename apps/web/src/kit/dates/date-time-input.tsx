import { useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { DayInput } from './day-input.tsx';
import { TimeInput } from './time-input.tsx';

export type DateTimeInputProps = {
  /** `YYYY-MM-DDTHH:MM` in the zone, an empty text, or a part of it while it is entered (`2026-12-04T`). */
  value: string;
  onChange: (value: string) => void;
  /** The zone that decides which day is today. */
  zone: string;
  disabled?: boolean | undefined;
};

/** A date and a time of day. Rule: docs/rules/screens.md#dates */
export const DateTimeInput = ({ value, onChange, zone, disabled }: DateTimeInputProps) => {
  const { t } = useTranslation('kit');
  const id = useId();
  const [day = '', time = ''] = value.split('T');
  const change = (nextDay: string, nextTime: string) =>
    onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <div className="flex min-w-0 gap-2">
      <DayInput
        className="min-w-0 flex-1"
        value={day}
        onChange={(next) => change(next, time)}
        zone={zone}
        disabled={disabled}
      />
      <TimeInput
        id={id}
        className="w-20"
        aria-label={t('date.time')}
        value={time}
        onChange={(next) => change(day, next)}
        disabled={disabled}
      />
    </div>
  );
};
