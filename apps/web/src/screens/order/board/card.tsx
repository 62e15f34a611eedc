import { buildWhatsappLink, CANCELED, DELIVERED } from '@dukkan/commerce';
import {
  ArrowRight,
  MessageCircle,
  MoreHorizontal,
  PackageCheck,
  Phone,
  ReceiptText,
  Truck,
} from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { Link, MenuItemLink } from '../../../kit/index.ts';
import { MoneyText } from '../../../kit/kinds/money.tsx';
import { AddressText, Bdi } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { api } from '../../../lib/server/api.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import {
  Badge,
  Button,
  cx,
  IconButton,
  Menu,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  Popover,
  Spinner,
} from '../../../ui/index.ts';
import { getOrderUrgency, useEverySecond } from '../shared/deadline.ts';
import { Timer } from '../shared/deadline-timer.tsx';
import { DriverPicker } from '../shared/driver-picker.tsx';
import { canHandOver } from '../shared/hand-over.tsx';
import {
  formatOrderNumber,
  type OrderRow,
  OrderStatusBadge,
  PaymentStateBadge,
  Short,
} from '../shared/order-status.tsx';
import type { NextStatus } from '../shared/use-save-order.ts';

/** The open part of a card; the board stores it, so that it stays open when the card moves. */
export type OpenCardPart = 'menu' | 'driver' | null;

/** The default next status, with the fields that the columns know. */
export type DefaultNextStatus = Pick<NextStatus, 'status_id' | 'status_value' | 'title'>;

/** The actions that a card may call on its board. */
export type CardActions = {
  open: (id: number, part: OpenCardPart) => void;
  move: (row: OrderRow, next: DefaultNextStatus) => Promise<void>;
  handOver: (row: OrderRow) => Promise<void>;
  ask: (row: OrderRow, next: NextStatus) => void;
  assign: (row: OrderRow, driver_id: number | null) => void;
  see: (id: number) => void;
  /** Returns true once for a card that the user has just moved, so that it keeps the focus. */
  takesFocus: (id: number) => boolean;
};

type CardProps = {
  row: OrderRow;
  /** The default next status; null when there is none. */
  next: DefaultNextStatus | null;
  /** True when the column already shows the status. */
  isPlain: boolean;
  isNew: boolean;
  part: OpenCardPart;
  isBusy: boolean;
  deeds: CardActions;
  /** True for an order that has left the column but stays visible while the user points at the column. */
  isGone?: boolean;
};

/** A card of the board; it renders again only when its own order changes. */
export const BoardCard = memo(({ row, next, isPlain, isNew, part, isBusy, deeds, isGone }: CardProps) => {
  const { t } = useTranslation('order');
  const link = useRef<HTMLAnchorElement>(null);
  const isLate = useEverySecond((now) => getOrderUrgency(row, now) === 'late');
  const { id } = row;
  useEffect(() => {
    if (deeds.takesFocus(id)) link.current?.focus();
  }, [deeds, id]);
  const isDone = row.status_value === DELIVERED;
  return (
    <li
      data-order={isGone ? undefined : id}
      inert={isGone}
      onPointerEnter={() => deeds.see(id)}
      onFocus={() => deeds.see(id)}
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-lg border bg-surface p-2.5 shadow-sm',
        isLate ? 'border-danger-solid' : 'border-line',
        isGone && 'opacity-40',
        isNew && 'ring-2 ring-primary',
      )}
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <Link
          ref={link}
          to={paths.order(id)}
          className="hit rounded-sm font-semibold text-ink tabular hover:underline"
        >
          <Bdi dir="ltr">{formatOrderNumber(row)}</Bdi>
        </Link>
        {isNew ? <Badge variant="primary">{t('board.new')}</Badge> : null}
        {isPlain ? null : <OrderStatusBadge of={row} />}
        <span className="ms-auto">
          <Timer of={row} />
        </span>
      </div>
      <div className="min-w-0 text-sm">
        <p className="flex min-w-0">
          <bdi className="truncate font-medium">{row.client_name ?? t(row.pos ? 'walk_in' : 'no_name')}</bdi>
        </p>
        {/* a truncated house number would be a different one, so the address wraps, up to three lines */}
        <p className="line-clamp-3 text-muted">
          {row.type === 'delivery' ? <AddressText text={row.address || '–'} /> : t(`type.${row.type}`)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="text-muted">{t('lines', { count: row.lines_count })}</span>
        <PaymentStateBadge of={row} />
        <Short of={row} />
        <span className="font-medium tabular">
          <MoneyText amount={row.due} currency={row.currency} />
        </span>
      </div>
      {row.type === 'delivery' ? (
        <CardDriver row={row} isOpen={part === 'driver'} isBusy={isBusy} deeds={deeds} />
      ) : null}
      {canHandOver(row) ? (
        <Button
          size="sm"
          variant="primary"
          icon={<PackageCheck />}
          loading={isBusy}
          onClick={() => void deeds.handOver(row)}
          className="w-full"
        >
          {t('hand_over.do')} <span className="sr-only">{formatOrderNumber(row)}</span>
        </Button>
      ) : null}
      <div className="flex items-center gap-1">
        {next && !isDone ? (
          <Button
            size="sm"
            loading={isBusy}
            onClick={() => void deeds.move(row, next)}
            title={next.title}
            className="h-auto! min-h-control-sm min-w-0 flex-1 gap-1! px-1.5! py-1 whitespace-normal!"
          >
            <span className="sr-only">{t('board.move', { number: formatOrderNumber(row) })}</span>
            {t(`advance.${next.status_value}`)}
            <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 rtl:-scale-x-100" />
          </Button>
        ) : null}
        <span className="ms-auto">
          {isGone ? (
            <span className="block h-control-sm" />
          ) : (
            <CardMenu row={row} isOpen={part === 'menu'} deeds={deeds} />
          )}
        </span>
      </div>
    </li>
  );
});

const CardDriver = ({
  row,
  isOpen,
  isBusy,
  deeds,
}: Pick<CardProps, 'row' | 'isBusy' | 'deeds'> & { isOpen: boolean }) => {
  const { t } = useTranslation('order');
  const name = row.driver_name;
  const content = (
    <>
      <Truck aria-hidden="true" className="size-3.5 shrink-0" />
      <bdi className="truncate">{name ?? t('driver.none')}</bdi>
    </>
  );
  if (!row.actions.includes('assign'))
    return name ? (
      <span className="flex min-w-0 items-center gap-1 text-sm text-muted">{content}</span>
    ) : null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => deeds.open(row.id, open ? 'driver' : null)}
      label={t('driver.assign', { number: formatOrderNumber(row) })}
      trigger={
        <button
          type="button"
          className={cx(
            'flex min-h-6 w-fit max-w-full min-w-0 items-center gap-1 rounded-md pe-1 text-sm hover:bg-hover',
            name ? 'text-ink' : 'text-warning-text',
          )}
        >
          <span className="sr-only">{t('driver.assign', { number: formatOrderNumber(row) })}:</span>
          {content}
        </button>
      }
    >
      <DriverPicker
        branchId={row.branch_id}
        value={row.driver_id}
        disabled={isBusy}
        onPick={(driver_id) => deeds.assign(row, driver_id)}
      />
    </Popover>
  );
};

const CardMenu = ({ row, isOpen, deeds }: Pick<CardProps, 'row' | 'deeds'> & { isOpen: boolean }) => {
  const { t } = useTranslation('order');
  const chat = row.client_phone === null ? null : buildWhatsappLink(row.client_phone);
  return (
    <Menu
      open={isOpen}
      onOpenChange={(open) => deeds.open(row.id, open ? 'menu' : null)}
      trigger={
        <IconButton
          size="sm"
          label={t('board.menu', { number: formatOrderNumber(row) })}
          icon={<MoreHorizontal />}
        />
      }
    >
      {isOpen ? <StatusMenu row={row} deeds={deeds} /> : null}
      <MenuSeparator />
      <MenuItemLink to={paths.orderInvoice(row.id)}>
        <ReceiptText /> {t('invoice')}
      </MenuItemLink>
      {row.client_phone === null ? null : (
        <MenuItem asChild>
          <a href={`tel:${row.client_phone}`}>
            <Phone /> {t('call')}
          </a>
        </MenuItem>
      )}
      {chat ? (
        <MenuItem asChild>
          <a href={chat} target="_blank" rel="noreferrer">
            <MessageCircle /> {t('whatsapp')}
          </a>
        </MenuItem>
      ) : null}
    </Menu>
  );
};

/** The statuses to which the order may change, from the server; going back is only possible on the order's page. */
const StatusMenu = ({ row, deeds }: Pick<CardProps, 'row' | 'deeds'>) => {
  const { t } = useTranslation(['order', 'kit']);
  const { results } = useRead(api.order.show, { id: row.id });
  if (!results) return <Spinner label={t('kit:list.loading')} />;
  // handing over has its own button
  const isCounter = canHandOver(results);
  const moves = results.next.filter(
    ({ force, status_value }) => !force && !(isCounter && status_value === DELIVERED),
  );
  if (moves.length === 0) return <MenuLabel>{t('order:no_moves')}</MenuLabel>;
  return (
    <>
      <MenuLabel>{t('order:move_to')}</MenuLabel>
      {moves.map((next) => (
        <MenuItem
          key={next.status_id}
          danger={next.status_value === CANCELED}
          onSelect={() => deeds.ask(row, next)}
        >
          <bdi>{next.status_value === CANCELED ? t('order:verb.cancel') : next.title}</bdi>
        </MenuItem>
      ))}
    </>
  );
};
