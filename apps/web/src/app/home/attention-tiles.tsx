import { addDays, toLocalDate } from '@dukkan/commerce';
import { ChevronRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { MoneySums } from '../../kit/kinds/money.tsx';
import { Link } from '../../kit/link.tsx';
import { useCanOpen } from '../../lib/can-open.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { paths, withQuery } from '../../lib/paths.ts';
import { api } from '../../lib/server/api.ts';
import type { AnyEndpoint, InputOf } from '../../lib/server/endpoint.ts';
import { useSession } from '../../lib/server/session.ts';
import { useRead } from '../../lib/server/use-read-write.ts';
import { getShopZone } from '../../lib/shop-zone.ts';
import { getExpiringBatchesQuery, SOON_DAYS } from '../../shared/expiring-batches.ts';
import { cx } from '../../ui/index.ts';
import { isDriver } from './is-driver.ts';

/** The most urgent first. */
const URGENCY = ['danger', 'warning', 'primary'] as const;
type Tone = (typeof URGENCY)[number];

/** A count of records that need attention, and the list it opens. */
type Need<E extends AnyEndpoint> = {
  name: string;
  use: E;
  input: InputOf<E>;
  to: string;
  tone: Tone;
};

const need = <E extends AnyEndpoint>(
  name: string,
  use: E,
  to: string,
  filter: Readonly<Record<string, string | number>>,
  tone: Tone,
): Need<AnyEndpoint> =>
  ({ name, use, tone, input: { ...filter, limit: 1 }, to: withQuery(to, filter) }) as Need<AnyEndpoint>;

/** Returns the tiles for coupons and discounts to review. */
const offerNeeds = (): Need<AnyEndpoint>[] => [
  need('coupons', api.offer.list, paths.coupons, { runs_out: 1 }, 'warning'),
  ...([0, 1] as const).map((multi) => ({
    ...need(
      multi ? 'idle_multi' : 'idle',
      api.discount.list,
      multi ? paths.multiDiscounts : paths.discounts,
      { idle: 1 },
      'warning',
    ),
    input: { idle: 1, multi, limit: 1 } as InputOf<AnyEndpoint>,
  })),
];

/** Returns the tiles for banners whose target is deleted or disabled. */
const bannerNeeds = (): Need<AnyEndpoint>[] => [
  need('banners_dead', api.banner.list, paths.banners, { shows: 'dead' }, 'danger'),
];

/** Returns the tiles for cash above the limits in the settings. */
const cashNeeds = (): Need<AnyEndpoint>[] => [
  need('safe_full', api.safe.list, paths.safe, { over: 1 }, 'warning'),
  need('drivers_full', api.driverCash.list, paths.driverCash, { over: 1 }, 'warning'),
];

/** Returns the tiles for money of orders that has not moved as it should. */
const moneyNeeds = (): Need<AnyEndpoint>[] => [
  need('refunds_failed', api.orderPayment.list, paths.payments, { failed: 1 }, 'danger'),
  need('refunds', api.orderPayment.list, paths.payments, { status: 'pending', refund: 1 }, 'warning'),
  need(
    'payments_pending',
    api.orderPayment.list,
    paths.payments,
    { status: 'pending', refund: 0 },
    'primary',
  ),
];

/** Returns the tiles for the endpoints that this account may call. */
function needsOf(can: (use: AnyEndpoint) => boolean, today: string): Need<AnyEndpoint>[] {
  const orders = (name: string, filter: Readonly<Record<string, string | number>>, tone: Tone) =>
    need(name, api.order.list, paths.orders, filter, tone);
  const all = isDriver(can)
    ? [orders('on_way', { status_value: 4 }, 'primary'), orders('late', { late: 1 }, 'danger')]
    : [
        // for those who move orders on; who only reads them looks after their money
        ...(can(api.order.save)
          ? [
              orders('waiting', { status_value: 0 }, 'primary'),
              orders('late', { late: 1 }, 'danger'),
              orders('unassigned', { unassigned: 1 }, 'warning'),
              orders('recur_failed', { recur_failed: 1 }, 'danger'),
            ]
          : []),
        orders('unpaid', { status_value: 5, paid: 0 }, 'warning'),
      ];
  return [
    ...all,
    ...moneyNeeds(),
    need('to_order', api.receipt.toOrder, paths.toOrder, {}, 'warning'),
    need('low', api.stock.list, paths.stock, { state: 'low' }, 'warning'),
    need('expiring', api.batch.list, paths.batches, getExpiringBatchesQuery(today), 'warning'),
    // checks the permission for discounts, because anyone may read offers and most of those users cannot change them
    ...(can(api.discount.list) ? offerNeeds() : []),
    need('tills_overdue', api.posSession.list, paths.posSessions, { overdue: 1 }, 'danger'),
    need(
      'tills_differ',
      api.posSession.list,
      paths.posSessions,
      { differs: 1, from_date: addDays(today, -7) },
      'warning',
    ),
    // suppliers are usually paid later, so this is work for those who pay them and news for nobody else
    ...(can(api.transaction.save) && !can(api.order.make)
      ? [need('receipts_unpaid', api.receipt.list, paths.receipts, { unpaid: 1 }, 'primary')]
      : []),
    // a driver sees their own cash on another page
    ...(can(api.driverCash.handIns) ? cashNeeds() : []),
    // shown only to users who can change banners
    ...(can(api.banner.order) ? bannerNeeds() : []),
    need('jobs_failed', api.job.list, paths.settings, {}, 'danger'),
    need('unread', api.contactMessage.list, paths.messages, { unread: 1 }, 'primary'),
  ]
    .filter(({ use }) => can(use))
    .toSorted((a, b) => URGENCY.indexOf(a.tone) - URGENCY.indexOf(b.tone));
}

/** Returns the tiles whose list opens for this account, the most urgent first. */
export function useNeeds(): readonly Need<AnyEndpoint>[] {
  const { can } = useSession();
  const canOpen = useCanOpen();
  return needsOf(can, toLocalDate(new Date(), getShopZone())).filter(({ to }) => canOpen(to));
}

/**
 * The counts of what needs attention, the most urgent first, updated live; each opens its list. What is 0 is not shown.
 * Rule: docs/rules/screens.md#home
 */
export const AttentionTiles = ({ needs }: { needs: readonly Need<AnyEndpoint>[] }) => {
  const { t } = useTranslation('shell');
  const { can } = useSession();
  const today = toLocalDate(new Date(), getShopZone());
  // users who see reports get the figures of the day below, compared with a week earlier
  const showsToday = can(api.order.make) && can(api.order.statistics) && !can(api.report.list);
  if (needs.length === 0) return null;
  return (
    <>
      {showsToday ? (
        <ul className={`mb-6 ${tileGrid}`}>
          <Today day={today} />
        </ul>
      ) : null}
      <section aria-labelledby="needs" className="mb-6">
        <h2 id="needs" className="mb-2 text-sm font-medium text-subtle">
          {t('needs.title')}
        </h2>
        <ul className={`peer ${tileGrid}`}>
          {needs.map((one, index) => (
            <Figure key={one.name} of={one} isPlaceKept={index < PLACES} />
          ))}
        </ul>
        <p className="hidden items-center gap-2 rounded-lg border border-line bg-surface p-3.5 text-base text-muted peer-empty:flex">
          <CircleCheck aria-hidden="true" className="size-4 text-success-text" />
          {t('needs.none')}
        </p>
      </section>
    </>
  );
};

const tileGrid = 'grid grid-cols-1 gap-2.5 min-[22rem]:grid-cols-2 md:grid-cols-4';
/** Tiles whose place is kept while the counts load: one row, because most of them turn out to be 0. */
const PLACES = 4;

const tones = { danger: 'text-danger-text', warning: 'text-warning-text', primary: 'text-primary-text' };

const Figure = ({ of, isPlaceKept }: { of: Need<AnyEndpoint>; isPlaceKept: boolean }) => {
  const { t } = useTranslation('shell');
  const { number } = useFormat();
  const { meta, failure } = useRead(of.use, of.input);
  const count = (meta as { total: number } | undefined)?.total;
  if (count === 0) return null;
  // a hidden place too, so that nothing is said to be well before it is known
  if (count === undefined && !failure)
    return <li aria-hidden hidden={!isPlaceKept} className="h-19 rounded-lg border border-line bg-surface" />;
  return (
    <Tile to={of.to} name={t(`needs.${of.name}`, { count: count ?? 0, days: number(SOON_DAYS) })}>
      <span className={cx(count ? tones[of.tone] : 'text-subtle')}>
        <bdi>{count === undefined ? '…' : number(count)}</bdi>
      </span>
    </Tile>
  );
};

/** The number and the value of today's orders. */
const Today = ({ day }: { day: string }) => {
  const { t } = useTranslation('shell');
  const { number } = useFormat();
  const days = { from_date: day, to_date: day };
  const { results } = useRead(api.order.statistics, days);
  return (
    <Tile
      to={withQuery(paths.orders, days)}
      name={t('needs.today')}
      below={results ? <MoneySums of={results.totals} /> : null}
    >
      <bdi>{results ? number(results.count) : '…'}</bdi>
    </Tile>
  );
};

type TileProps = { to: string; name: string; below?: ReactNode; children: ReactNode };

const Tile = ({ to, name, below, children }: TileProps) => (
  <li>
    <Link
      to={to}
      className="flex h-full items-center gap-2 rounded-lg border border-line bg-surface p-3.5 hover:border-line-strong hover:bg-hover max-sm:px-3 max-sm:py-2"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2 text-2xl font-semibold text-ink tabular">
          {children}
          {below ? <span className="text-sm font-medium text-muted">{below}</span> : null}
        </span>
        <span className="block text-sm text-muted">{name}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle rtl:-scale-x-100" />
    </Link>
  </li>
);
