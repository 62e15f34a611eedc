import type { Tile } from '@dukkan/contract';
import { useSearchParams } from 'react-router-dom';
import { isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { updateListUrl } from '../../lib/list/update-list-url.ts';
import { SOON_DAYS } from '../../shared/expiring-batches.ts';
import { createSlotPlaceholders, PhraseSlot, Slotted } from '../../shared/report/slotted.tsx';
import { TileCard } from '../../shared/report/tile-card.tsx';
import { type ReportTileRequest, useReportTiles } from '../../shared/report/use-report-tiles.ts';
import { cx } from '../../ui/index.ts';

const COMPARE = 'week';
const LIST_ROWS = 5;
const DAYS = ['today', 'yesterday'] as const;

const SOLD = {
  report: 'movement',
  column: 'quantity',
  form: 'list',
  group: 'item',
  filters: { movement_type: 'sale' },
  limit: LIST_ROWS,
} as const;

const QUESTIONS: readonly (ReportTileRequest & { readonly group: string })[] = [
  { name: 'orders', report: 'sales', column: 'orders', form: 'number', group: 'hour' },
  { name: 'net', report: 'sales', column: 'net', form: 'number', group: 'hour' },
  { name: 'average', report: 'sales', column: 'average', form: 'number', group: 'hour' },
  { name: 'late', report: 'drivers', column: 'late_share', form: 'number', group: 'driver' },
  { name: 'driver_cash', report: 'drivers', column: 'outstanding', form: 'number', group: 'driver' },
  {
    name: 'expiring',
    report: 'expiry',
    column: 'remaining',
    form: 'number',
    group: 'batch',
    filters: { within_days: SOON_DAYS },
  },
  { name: 'hours', report: 'sales', column: 'orders', form: 'bars', group: 'hour' },
  // sales are negative stock movements: ascending by quantity lists the best sellers first, and items that sell less
  // than a week ago have a positive change
  { name: 'products', ...SOLD, sort_as: 'asc' },
  { name: 'falling', ...SOLD, by: 'change', sort_as: 'desc' },
];

/** Current values, which say nothing about yesterday. */
const CURRENT = ['driver_cash', 'expiring'];
const OF_YESTERDAY = QUESTIONS.filter(({ name }) => !CURRENT.includes(name));

const MARKS = createSlotPlaceholders(['day']);

/** Returns those of the most changed items that sold less than a week earlier. */
const findFalling = ({ points }: Tile): Tile['points'] =>
  points.filter(({ value, compare_value }) => (value ?? 0) > (compare_value ?? 0));

/**
 * The figures of today or yesterday beside those of the same weekday a week earlier, as far as the account may see
 * reports.
 */
export const Today = () => {
  const { t } = useTranslation('report');
  const { dayParts } = useFormat();
  const [address, setAddress] = useSearchParams();
  const range = DAYS.find((one) => one === address.get('range')) ?? 'today';
  const { asked, find, results, isFetching } = useReportTiles(range === 'today' ? QUESTIONS : OF_YESTERDAY, {
    range,
    compare: COMPARE,
  });
  if (asked.length === 0) return null;
  const shared = { isLoading: isFetching && !results, compare: COMPARE };
  const falling = find('falling');
  const day = (
    <PhraseSlot
      name={t('today.day')}
      value={range}
      options={DAYS.map((value) => ({ value, label: t(`range.${value}`) }))}
      onChange={(value) => setAddress(updateListUrl(address, { range: value === 'today' ? null : value }))}
    />
  );
  // the day in the shop's time zone, which may differ from the device's date
  const firstDay = results?.tiles.find((tile) => tile?.from_date)?.from_date;
  const text = firstDay
    ? t(`today.${range}`, { ...MARKS, weekday: isolateBidi(dayParts(firstDay, { weekday: 'long' })) })
    : MARKS.day;
  return (
    <section aria-labelledby="today" className="mb-6">
      <h2 id="today" className="mb-2 text-sm font-medium text-subtle">
        <Slotted text={text ?? ''} slots={{ day }} />
      </h2>
      <ul
        className={cx(
          'grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-2',
          range === 'today' ? 'lg:grid-cols-3' : 'lg:grid-cols-4',
        )}
      >
        {asked
          .filter(({ form }) => form === 'number')
          .map(({ name, group = '' }) => (
            <li key={name} className="min-w-0">
              <TileCard title={t(`tile.${name}`)} tile={find(name)} group={group} {...shared} />
            </li>
          ))}
      </ul>
      <ul className="mt-2.5 grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:grid-cols-3">
        {asked.some(({ name }) => name === 'hours') ? (
          <li className="min-w-0">
            <TileCard title={t('tile.hours')} tile={find('hours')} group="hour" {...shared} />
          </li>
        ) : null}
        {asked.some(({ name }) => name === 'products') ? (
          <>
            <li className="min-w-0">
              <TileCard title={t('tile.products')} tile={find('products')} group="item" isSold {...shared} />
            </li>
            <li className="min-w-0">
              <TileCard
                title={t('tile.falling')}
                tile={falling}
                points={falling ? findFalling(falling) : []}
                group="item"
                isSold
                isChange
                {...shared}
              />
            </li>
          </>
        ) : null}
      </ul>
    </section>
  );
};
