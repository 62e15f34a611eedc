import { Clock, TriangleAlert } from 'lucide-react';
import { Bdi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useBranchZone } from '../../../lib/shop-zone.ts';
import { cx, Tooltip } from '../../../ui/index.ts';
import { formatCountdown, getOrderUrgency, getSecondsUntil, useEverySecond } from './deadline.ts';

const looks = {
  late: 'bg-danger-soft text-danger-text',
  soon: 'bg-warning-soft text-warning-text',
  calm: 'bg-sunken text-muted',
};

type Timed = {
  readonly promised_at: string | null;
  readonly status_value: number;
  readonly branch_id: number;
};

/** The time left until the promised time, updated every second; only this text renders again. */
export const Timer = ({ of }: { of: Timed }) => {
  const { t } = useTranslation('order');
  const { number } = useFormat();
  const { dateTime } = useFormat(useBranchZone(of.branch_id));
  const unitsOf = (count: number, unit: 'day' | 'hour') =>
    number(count, { style: 'unit', unit, unitDisplay: 'narrow' });
  const figures = (count: number, places: number) =>
    number(count, { minimumIntegerDigits: places, useGrouping: false });
  const urgency = useEverySecond((now) => getOrderUrgency(of, now));
  const text = useEverySecond((now) =>
    of.promised_at === null ? '' : formatCountdown(getSecondsUntil(of.promised_at, now), unitsOf, figures),
  );
  if (urgency === 'none' || of.promised_at === null) return null;
  const Icon = urgency === 'late' ? TriangleAlert : Clock;
  return (
    <Tooltip text={t('promised', { at: dateTime(of.promised_at) })}>
      <span
        role="timer"
        data-urgency={urgency}
        className={cx(
          'inline-flex min-h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap tabular [&_svg]:size-3',
          looks[urgency],
        )}
      >
        <Icon aria-hidden="true" />
        <span className="sr-only">{t(urgency === 'late' ? 'late_by' : 'left')}</span>
        <Bdi dir={text.includes(':') ? 'ltr' : 'auto'}>{`${urgency === 'late' ? '+' : ''}${text}`}</Bdi>
      </span>
    </Tooltip>
  );
};
