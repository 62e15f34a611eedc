import { formatOtherZone } from '../lib/format.ts';
import { useLocale, useTranslation } from '../lib/i18n.ts';
import { parseLocalDateTime } from '../lib/local-date-time.ts';
import { Field, Input } from '../ui/index.ts';

/**
 * A date and time input in a branch's time zone; the zone is shown below when it differs from the device's.
 * @param value `YYYY-MM-DDTHH:MM` in the branch's zone, or empty
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
  const other = formatOtherZone(parseLocalDateTime(value, zone) ?? new Date(), { locale, timeZone: zone });
  const hints = [hint, other ? t('branch_time', { zone: other }) : undefined].filter((text) => text);
  return (
    <Field label={label} hint={hints.join(' ') || undefined} error={error}>
      <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
};
