import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import type { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { Badge, type BadgeVariant } from '../../ui/index.ts';

type ValidityRow = Pick<
  RowOf<typeof api.priceList.list>,
  'holds' | 'status' | 'start_date' | 'end_date' | 'branches_ids'
>;

const VARIANTS: Readonly<Record<ValidityRow['holds'], BadgeVariant>> = {
  now: 'success',
  later: 'info',
  over: 'secondary',
  off: 'secondary',
};

/** Whether a list sets prices today, and otherwise why not. */
export const PriceListValidity = ({ row }: { row: ValidityRow }) => {
  const { t } = useTranslation('price-list');
  const { date } = useFormat();
  // active but without any branch, so it applies nowhere
  const isNowhere = row.holds === 'off' && row.status === 1;
  return (
    <Badge variant={isNowhere ? 'warning' : VARIANTS[row.holds]}>
      {isNowhere ? t('holds.nowhere') : t(`holds.${row.holds}`, { day: isolateBidi(date(row.start_date)) })}
    </Badge>
  );
};

const DAY_MS = 86_400_000;
const TIMELINE_WEEKS = 12;
/** The number of these weeks that are in the past. */
const WEEKS_PAST = 3;

/** Returns a day's position in the twelve weeks in percent; 0 for earlier and 100 for later days. */
export function getDayPositionPercent(day: string, today: string): number {
  const start = Date.parse(today) - WEEKS_PAST * 7 * DAY_MS;
  const share = (Date.parse(day) - start) / (TIMELINE_WEEKS * 7 * DAY_MS);
  return Math.min(100, Math.max(0, Math.round(share * 1_000) / 10));
}

/** Returns the following day, because the bar ends after a list's last day. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** The validity of a list as a bar over twelve weeks, with a line for today. */
export const DatesBar = ({ row, today }: { row: ValidityRow; today: string }) => {
  const { t } = useTranslation('price-list');
  const { date } = useFormat();
  const from = row.start_date === null ? 0 : getDayPositionPercent(row.start_date, today);
  const to = row.end_date === null ? 100 : getDayPositionPercent(dayAfter(row.end_date), today);
  const days = t(
    row.start_date === null
      ? row.end_date === null
        ? 'dates.open'
        : 'dates.until'
      : row.end_date === null
        ? 'dates.from'
        : 'dates.both',
    { from: isolateBidi(date(row.start_date)), to: isolateBidi(date(row.end_date)) },
  );
  return (
    <span role="img" aria-label={days} title={days} className="relative block h-4 w-36 rounded-sm bg-sunken">
      {to > from ? (
        <span
          className={
            row.holds === 'now'
              ? 'absolute inset-y-1 rounded-sm bg-success-solid'
              : 'absolute inset-y-1 rounded-sm bg-line-strong'
          }
          style={{ insetInlineStart: `${from}%`, inlineSize: `${Math.max(1, to - from)}%` }}
        />
      ) : null}
      <span
        className="absolute inset-y-0 w-0.5 bg-ink"
        style={{ insetInlineStart: `${getDayPositionPercent(today, today)}%` }}
      />
    </span>
  );
};
