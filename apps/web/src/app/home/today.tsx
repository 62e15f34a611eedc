import { addDays, toLocalDate } from '@dukkan/commerce';
import type { Tile } from '@dukkan/contract';
import { getDeviceZone, isolateBidi, useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { TileCard } from '../../shared/report/tile-card.tsx';
import { type TileQuestion, useTiles } from '../../shared/report/use-tiles.ts';

const COMPARE = 'week';
const EXPIRY_DAYS = 7;
const LISTED = 5;

const questionsOf = (today: string): readonly (TileQuestion & { readonly group: string })[] => [
  { name: 'orders', report: 'sales', column: 'orders', form: 'number', group: 'day' },
  { name: 'net', report: 'sales', column: 'net', form: 'number', group: 'day' },
  { name: 'average', report: 'sales', column: 'average', form: 'number', group: 'day' },
  { name: 'late', report: 'drivers', column: 'late_share', form: 'number', group: 'driver' },
  { name: 'driver_cash', report: 'drivers', column: 'outstanding', form: 'number', group: 'driver' },
  {
    name: 'expiring',
    report: 'expiry',
    column: 'remaining',
    form: 'number',
    group: 'batch',
    filters: { to_date: addDays(today, EXPIRY_DAYS) },
  },
  { name: 'hours', report: 'sales', column: 'orders', form: 'bars', group: 'hour' },
  {
    name: 'products',
    report: 'movement',
    column: 'quantity',
    form: 'list',
    group: 'item',
    // what is sold leaves the shelf: the most is the least
    filters: { movement_type: 'sale' },
    sort_as: 'asc',
    limit: 50,
  },
];

/** Items that sold less than a week earlier, the largest loss first. Units that left the shelf count below 0. */
const findFalling = ({ points }: Tile): Tile['points'] => {
  const lossOf = ({ value, compare_value }: Tile['points'][number]) =>
    Math.abs(compare_value ?? 0) - Math.abs(value ?? 0);
  return points
    .filter((point) => lossOf(point) > 0)
    .toSorted((a, b) => lossOf(b) - lossOf(a))
    .slice(0, LISTED);
};

/** How the day goes, beside the same day a week earlier; only what the account may see, and nothing for who sees no report. */
export const Today = () => {
  const { t } = useTranslation('report');
  const { dayParts } = useFormat();
  const today = toLocalDate(new Date(), getDeviceZone());
  const { asked, find, results, isFetching } = useTiles(questionsOf(today), {
    from_date: today,
    to_date: today,
    compare: COMPARE,
  });
  if (asked.length === 0) return null;
  const shared = { isLoading: isFetching && !results, compare: COMPARE };
  const products = find('products');
  return (
    <section aria-labelledby="today" className="mb-6">
      <h2 id="today" className="mb-2 text-sm font-medium text-subtle">
        {t('today.title')}
        {' · '}
        {t('today.text', { weekday: isolateBidi(dayParts(today, { weekday: 'long' })) })}
      </h2>
      <ul className="grid grid-cols-2 gap-2.5 lg:grid-cols-3">
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
              <TileCard
                title={t('tile.products')}
                tile={products}
                points={products ? products.points.slice(0, LISTED) : []}
                group="item"
                isSold
                {...shared}
              />
            </li>
            <li className="min-w-0">
              <TileCard
                title={t('tile.falling')}
                tile={products}
                points={products ? findFalling(products) : []}
                group="item"
                isSold
                {...shared}
              />
            </li>
          </>
        ) : null}
      </ul>
    </section>
  );
};
