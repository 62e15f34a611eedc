import { buildWhatsappLink, DELIVERED, isOrderInProgress } from '@dukkan/commerce';
import { Banknote, Check, MapPin, MessageCircle, Phone, Truck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { FinalWords, Link } from '../../../kit/index.ts';
import { Instant } from '../../../kit/kinds/cell.tsx';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { Failed } from '../../../kit/record-states.tsx';
import { AddressText, Bdi, isolateBidi, useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useLiveState } from '../../../lib/server/live-events.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { useAmountDue } from '../../../shared/use-amount-due.ts';
import {
  Banner,
  Button,
  ConfirmDialog,
  EmptyState,
  PageHeader,
  SegmentedControl,
  SkeletonRows,
} from '../../../ui/index.ts';
import { compareByUrgency } from '../board/board-state.ts';
import { Timer } from '../shared/deadline-timer.tsx';
import { buildMapLink } from '../shared/map-link.ts';
import {
  formatOrderNumber,
  type OrderDetails,
  type OrderRow,
  OrderStatusBadge,
  PaymentStateBadge,
} from '../shared/order-status.tsx';
import { OrderStatusDialog } from '../shared/status-dialog.tsx';
import { useSaveOrder } from '../shared/use-save-order.ts';
import { Carried } from './carried-cash.tsx';

const VIEWS = ['open', 'done'] as const;

/** A driver's own orders with large buttons: address, contact, and amount to collect. */
export default function MyDeliveries() {
  const { t } = useTranslation(['order', 'kit']);
  const [view, setView] = useState<(typeof VIEWS)[number]>('open');
  const live = useLiveState();
  const { can } = useSession();
  const read = useRead(api.order.list, {
    status_value: view === 'open' ? [0, 1, 2, 3, 4] : [5],
    limit: view === 'open' ? 100 : 20,
    sort_by: view === 'open' ? 'promised_at' : 'id',
    sort_as: view === 'open' ? 'asc' : 'desc',
  });
  const rows = read.results ?? [];
  const cards = view === 'open' ? rows.toSorted(compareByUrgency) : rows;
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title={t('order:mine.title')}
        aside={
          <SegmentedControl
            aria-label={t('order:mine.view')}
            value={view}
            onChange={setView}
            options={VIEWS.map((value) => ({ value, label: t(`order:mine.${value}`) }))}
          />
        }
      />
      {live === 'stale' ? (
        <Banner tone="warning" className="mb-3">
          {t('order:board.stale')}
        </Banner>
      ) : null}
      {can(api.driverCash.list) ? <Carried /> : null}
      {read.results ? (
        cards.length === 0 ? (
          <EmptyState
            icon={<Truck />}
            title={t(`order:mine.empty_${view}`)}
            text={t('order:mine.empty_text')}
          />
        ) : (
          <ul className="grid gap-3">
            {cards.map((row) => (
              <DriverOrder key={row.id} row={row} />
            ))}
          </ul>
        )
      ) : read.failure ? (
        <Failed failure={read.failure} retry={() => void read.refetch()} />
      ) : (
        <SkeletonRows columns={2} label={t('kit:list.loading')} />
      )}
    </div>
  );
}

const DriverOrder = ({ row }: { row: OrderRow }) => {
  const { t } = useTranslation('order');
  const { money } = useFormat();
  const isOpen = isOrderInProgress(row.status_value);
  // the list has no position and no next statuses, so the opened order is loaded
  const { results: order } = useRead(api.order.show, { id: row.id }, { enabled: isOpen });
  const owes = isOpen && row.open_amount > 0;
  // the driver confirms this same amount as received; it is computed for cash, even if another method was planned
  const { rest, isReading } = useAmountDue(row, owes);
  const name = row.client_name ?? t('no_name');
  const chat = row.client_phone === null ? null : buildWhatsappLink(row.client_phone);
  const map = buildMapLink(order ?? row);
  return (
    <li data-order={row.id} className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Link to={paths.order(row.id)} className="hit rounded-sm text-lg font-semibold hover:underline">
          <Bdi dir="ltr">{formatOrderNumber(row)}</Bdi>
        </Link>
        <OrderStatusBadge of={row} />
        <span className="ms-auto">
          <Timer of={row} />
        </span>
      </div>
      <p className="mt-2 text-lg font-medium">
        <bdi>{name}</bdi>
      </p>
      <p className="text-lg text-muted">
        <AddressText text={row.address || t('no_address')} />
      </p>
      {order?.notes ? (
        <p className="mt-1 rounded-md bg-warning-soft px-2 py-1 text-warning-text">
          <bdi>{order.notes}</bdi>
        </p>
      ) : null}
      <p className="mt-2 flex flex-wrap items-center gap-2">
        {owes ? (
          <>
            <Banknote aria-hidden="true" className="size-5 text-warning-text" />
            <span>{t('mine.collect')}</span>
            <strong className="text-xl font-semibold tabular">
              <MoneyText amount={rest} currency={row.currency} />
            </strong>
          </>
        ) : (
          <>
            <PaymentStateBadge of={row} />
            {isOpen ? null : (
              <strong className="font-semibold tabular">
                <bdi>{money(row.due, row.currency)}</bdi>
              </strong>
            )}
          </>
        )}
        {row.status_value === DELIVERED && row.delivered_at !== null ? (
          <span className="ms-auto text-muted">
            <Instant at={row.delivered_at} />
          </span>
        ) : null}
      </p>
      {isOpen ? (
        <>
          <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-2">
            <LinkButton href={row.client_phone === null ? null : `tel:${row.client_phone}`} label={t('call')}>
              <Phone aria-hidden="true" />
            </LinkButton>
            <LinkButton href={chat} label={t('whatsapp')} isAway>
              <MessageCircle aria-hidden="true" />
            </LinkButton>
            <LinkButton href={map} label={t('map_short')} isAway>
              <MapPin aria-hidden="true" />
            </LinkButton>
          </div>
          {order ? <DriverMoves of={order} rest={rest} isReading={isReading} /> : null}
        </>
      ) : null}
    </li>
  );
};

type WayProps = { href: string | null; label: string; isAway?: boolean; children: React.ReactNode };

const LinkButton = ({ href, label, isAway, children }: WayProps) =>
  href === null ? null : (
    <Button asChild size="lg" icon={children} className="px-2!">
      <a href={href} {...(isAway ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {label}
      </a>
    </Button>
  );

/**
 * The driver's buttons for an order: on the way, delivered, not delivered. A press without a network is repeated later.
 * `rest` is the amount to collect; while it loads, it cannot be confirmed.
 */
const DriverMoves = ({ of, rest, isReading }: { of: OrderDetails; rest: number; isReading: boolean }) => {
  const { t } = useTranslation(['order', 'kit']);
  const { money } = useFormat();
  const [confirming, setConfirming] = useState<'delivered' | number | null>(null);
  // closes the question, because open it would look unanswered, and closing it would look like a no
  const answered = () => setConfirming(null);
  const save = useSaveOrder({ onSaved: answered, onWaiting: answered });
  const delivered = of.next.find(({ status_value }) => status_value === DELIVERED);
  const [on] = of.next
    .filter(({ status_value, force }) => !force && status_value > of.status_value && status_value < DELIVERED)
    .toSorted((a, b) => a.status_value - b.status_value);
  const missed = of.next.filter(({ status_value }) => status_value === of.status_value);
  const failed = of.next.find(({ status_id }) => status_id === confirming);
  const owes = of.open_amount > 0;
  if (of.next.length === 0) return <p className="mt-3 text-muted">{t('order:mine.waits')}</p>;
  const amount = isolateBidi(money(rest, of.currency));
  return (
    <div className="mt-2 grid gap-2">
      {on ? (
        <Button
          variant="primary"
          size="lg"
          loading={save.busy}
          onClick={() => void save.insist(of, { status_id: on.status_id }, 'moved')}
        >
          <bdi className="truncate">{on.title}</bdi>
        </Button>
      ) : null}
      {delivered ? (
        <Button
          variant={on ? 'secondary' : 'primary'}
          size="lg"
          icon={<Check />}
          onClick={() => setConfirming('delivered')}
        >
          {owes ? t('order:mine.delivered_cash', { amount }) : t('order:mine.delivered')}
        </Button>
      ) : null}
      {missed.map((next) => (
        <Button key={next.status_id} size="lg" icon={<Undo2 />} onClick={() => setConfirming(next.status_id)}>
          <bdi className="truncate">{next.title}</bdi>
        </Button>
      ))}
      {save.isWaiting ? (
        <Banner
          tone="warning"
          actions={
            <Button size="sm" onClick={save.withdraw}>
              {t('order:mine.withdraw')}
            </Button>
          }
        >
          {t('order:mine.offline')}
        </Banner>
      ) : null}
      {confirming === 'delivered' && delivered ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setConfirming(null)}
          title={t('order:mine.ask', { number: isolateBidi(formatOrderNumber(of)) })}
          text={
            owes ? <FinalWords>{t('order:mine.then_cash', { amount })}</FinalWords> : t('order:mine.then')
          }
          confirmLabel={owes ? t('order:mine.took', { amount }) : t('order:mine.delivered')}
          cancelLabel={t('kit:cancel')}
          loading={save.busy || (owes && isReading)}
          onConfirm={() =>
            void save.insist(
              of,
              { status_id: delivered.status_id, ...(owes ? { paid: 1 as const, rest } : {}) },
              'delivered',
            )
          }
        />
      ) : null}
      {failed ? <OrderStatusDialog row={of} next={failed} onClose={() => setConfirming(null)} /> : null}
    </div>
  );
};
