import { useCallback, useState } from 'react';
import { DateTimeInput } from '../kit/dates/date-time-input.tsx';
import { formatOtherZone } from '../lib/format.ts';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { findMissingPart, parseLocalDateTime } from '../lib/local-date-time.ts';
import { Field } from '../ui/index.ts';

/**
 * A date and time in a branch's time zone; the zone is shown below when it differs from the device's.
 * @param value `YYYY-MM-DDTHH:MM` in the branch's zone, empty, or half of it while it is typed
 * Rule: docs/rules/wire.md#branch-times
 */
export const BranchTimeField = ({
  label,
  hint,
  error,
  value,
  onChange,
  zone,
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  zone: string;
}) => {
  const { t } = useTranslation('kit');
  const locale = useLocale();
  const [isInside, setInside] = useState(false);
  const other = formatOtherZone(parseLocalDateTime(value, zone) ?? new Date(), { locale, timeZone: zone });
  const hints = [hint, other ? t('branch_time', { zone: other }) : undefined].filter((text) => text);
  // while the date or the time is still being entered, nothing is missing
  const watchFocus = useCallback((box: HTMLDivElement | null) => {
    if (!box) return;
    const enter = () => setInside(true);
    const leave = ({ relatedTarget }: FocusEvent) => setInside(box.contains(relatedTarget as Node | null));
    box.addEventListener('focusin', enter);
    box.addEventListener('focusout', leave);
    return () => {
      box.removeEventListener('focusin', enter);
      box.removeEventListener('focusout', leave);
    };
  }, []);
  const part = isInside ? null : findMissingPart(value);
  return (
    <div ref={watchFocus}>
      <Field
        label={label}
        hint={hints.join(' ') || undefined}
        error={part ? t(`date.${part}_missing`) : error}
      >
        <DateTimeInput value={value} onChange={onChange} zone={zone} />
      </Field>
    </div>
  );
};
