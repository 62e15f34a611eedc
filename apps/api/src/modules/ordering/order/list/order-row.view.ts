import { isOrderInProgress, type Localized, resolveText } from '@dukkan/commerce';
import type { order } from '@dukkan/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { amountDueSql, toOrderAmountColumns } from '../../../../core/sql/order-amounts-sql.ts';
import { isReservedStatusSql } from '../../../../core/sql/order-status-sql.ts';
import type { Tables } from '../../../../generated/tables.ts';
import { isOrderShortOfStockSql } from '../../../stock/index.ts';
import { getOrderRole, listOrderActions, type OrderRole } from '../record/allowed-actions.ts';
import { IS_PAID_BACK } from '../record/order-record.ts';
import { getById, loadShopSnapshot, SHOP_VERSION, type ShopSnapshot } from '../record/shop-snapshot.ts';

export type Row = z.output<typeof order.list.output>;

/** The address as stored with the order, with the current name of its area. */
export type OrderAddressRecord = {
  readonly area_no?: string | null;
  readonly street?: string | null;
  readonly home_no?: string | null;
  readonly area_id?: number | null;
  readonly area_name?: string | null;
  readonly lat?: number | null;
  readonly lng?: number | null;
};

type StoredOrder = Selectable<Tables['order']>;

export type OrderListRow = Pick<
  StoredOrder,
  | 'id'
  | 'branch_id'
  | 'client_id'
  | 'client_name'
  | 'client_phone'
  | 'status_id'
  | 'status_value'
  | 'pos'
  | 'till_no'
  | 'paid'
  | 'currency'
  | 'lines_count'
  | 'preferred_at'
  | 'promised_at'
  | 'delivered_at'
  | 'recurring'
  | 'version'
  | 'created_at'
  | 'driver_id'
  | 'seller_id'
  | 'payment_id'
  | 'delivery_id'
> &
  Pick<
    Row,
    'type' | 'source' | 'due' | 'paid_amount' | 'returned_value' | 'open_amount' | 'quantity' | 'is_short'
  > & {
    /** The version of the shop snapshot under which the row was read, for the names of its branch, status and methods. */
    readonly shop_version: string;
    readonly place: OrderAddressRecord;
    readonly area_names: Localized | null;
    readonly driver_name: Selectable<Tables['account']>['name'] | null;
    readonly seller_name: Selectable<Tables['account']>['name'] | null;
    readonly is_refunded: boolean;
    readonly is_editable: boolean;
  };

/** The role and language for which orders are shown, on which a list row depends. */
export type OrderViewer = { readonly locale: Ctx['locale']; readonly role: OrderRole };

export const toOrderViewer = (ctx: Ctx): OrderViewer => ({ locale: ctx.locale, role: getOrderRole(ctx) });

/** SQL for the amount due of `o`. */
export const AMOUNT_DUE = amountDueSql(toOrderAmountColumns('o'));

/** SQL for whether money or goods of `o` were returned; computed for administrators only, whose moves depend on it. */
const isRefunded = ({ role }: OrderViewer): RawBuilder<boolean> =>
  role.admin
    ? sql<boolean>`(o.returned_value > 0 OR EXISTS (SELECT 1 FROM order_payment p WHERE p.order_id = o.id AND p.amount < 0
      AND ${IS_PAID_BACK}))`
    : sql<boolean>`FALSE`;

const IS_RESERVED = isReservedStatusSql('o.status_value');

/** SQL for whether the cart of `o` may change: no pending provider payment, no return, not sold at a till. */
const IS_EDITABLE = sql<boolean>`(NOT o.pos AND CASE WHEN ${IS_RESERVED} THEN NOT EXISTS (
  SELECT 1 FROM order_payment e WHERE e.order_id = o.id AND e.status = 'pending' AND e.amount > 0)
  AND NOT EXISTS (SELECT 1 FROM order_return r WHERE r.order_id = o.id) ELSE FALSE END)`;

/** SQL for whether reserved units of `o` are missing. */
const IS_SHORT = sql<boolean>`(CASE WHEN ${IS_RESERVED} THEN ${isOrderShortOfStockSql('o.id')} ELSE FALSE END)`;

/**
 * Rows that an order `o` refers to, with their columns in a list. Data that seldom changes is not joined but comes from
 * memory (`loadShopSnapshot`).
 */
const REFERENCES = [
  { row: 'location l', is: "l.id = (o.place->>'area_id')::int", column: 'l.names', name: 'area_names' },
  { row: 'account v', is: 'v.id = o.driver_id', column: 'v.name', name: 'driver_name' },
  { row: 'account w', is: 'w.id = o.seller_id', column: 'w.name', name: 'seller_name' },
] as const;

/** SQL that reads a column of the row that an id column refers to; null without one. */
export const selectReferencedColumn = (column: string, row: string, is: string): RawBuilder<unknown> =>
  sql.raw(`(SELECT ${column} FROM ${row} WHERE ${is})`);

/**
 * How names are added to orders. `joined`, with JOINS in the FROM, reads each table once for many orders. `looked_up`
 * is for one order, for which the planner would otherwise read every row of the other tables.
 */
type Way = 'joined' | 'looked_up';

const NAMES: Readonly<Record<Way, RawBuilder<unknown>>> = {
  joined: sql.raw(REFERENCES.map(({ column, name }) => `${column} AS ${name}`).join(', ')),
  looked_up: sql.raw(
    REFERENCES.map(
      ({ row, is, column, name }) => `(SELECT ${column} FROM ${row} WHERE ${is}) AS ${name}`,
    ).join(', '),
  ),
};

/** SQL for the columns of a list row of an order `o`. */
export const selectOrderRow = (viewer: OrderViewer, namesFrom: Way): RawBuilder<unknown> => sql`
  o.id, o.branch_id, o.client_id, o.client_name, o.client_phone, o.place, o.status_id, o.status_value, o.type, o.source,
  o.pos, o.till_no, o.paid, o.due::float8 AS due, o.paid_amount::float8 AS paid_amount, o.returned_value::float8 AS returned_value,
  ${AMOUNT_DUE}::float8 AS open_amount, o.currency, o.lines_count, o.quantity::float8 AS quantity, o.preferred_at,
  o.promised_at, o.delivered_at, o.recurring, o.version, o.created_at, o.driver_id, o.seller_id, o.payment_id,
  o.delivery_id, ${SHOP_VERSION} AS shop_version,
  ${isRefunded(viewer)} AS is_refunded, ${IS_EDITABLE} AS is_editable, ${IS_SHORT} AS is_short, ${NAMES[namesFrom]}`;

export const JOINS = sql.raw(REFERENCES.map(({ row, is }) => `LEFT JOIN ${row} ON ${is}`).join(' '));

export const getAreaName = (
  { locale }: Pick<OrderViewer, 'locale'>,
  { place, area_names }: Pick<OrderListRow, 'place' | 'area_names'>,
) => (area_names ? resolveText(area_names, locale) : '') || place.area_name || null;

/** Formats area, street and building in one line. */
function addressOf(viewer: OrderViewer, row: OrderListRow): string {
  const { area_no, street, home_no } = row.place;
  const parts = [getAreaName(viewer, row), area_no, street, home_no];
  return parts.filter((part) => part).join(viewer.locale === 'ar' ? '، ' : ', ');
}

/** Returns the title of a method; null without one. */
const titleOf = (
  { locale }: OrderViewer,
  methods: ReadonlyMap<number, { readonly titles: Localized }>,
  id: number | null,
): string | null => (id === null ? null : resolveText(getById(methods, id).titles, locale));

export const toIsoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Returns the minutes that an open order is past its promised time. */
function lateMinutes(now: Date, { status_value, promised_at }: OrderListRow): number | null {
  if (!isOrderInProgress(status_value) || !promised_at || promised_at >= now) return null;
  return Math.floor((now.getTime() - promised_at.getTime()) / 60_000);
}

/** Converts an order to a list row, as of `now`. */
export function rowView(viewer: OrderViewer, { called }: ShopSnapshot, now: Date, row: OrderListRow): Row {
  const state = getById(called.states, row.status_id);
  // fields are listed one by one because a spread takes more than twice as long, twenty times per page
  return {
    id: row.id,
    branch_id: row.branch_id,
    branch_name: resolveText(getById(called.branches, row.branch_id).names, viewer.locale),
    client_id: row.client_id,
    client_name: row.client_name,
    client_phone: row.client_phone,
    address: addressOf(viewer, row),
    status_id: row.status_id,
    status_value: row.status_value,
    status_title: resolveText(state.titles, viewer.locale),
    status_variant: state.variant,
    type: row.type,
    source: row.source,
    pos: row.pos,
    till_no: row.till_no,
    paid: row.paid,
    due: row.due,
    paid_amount: row.paid_amount,
    returned_value: row.returned_value,
    open_amount: row.open_amount,
    currency: row.currency,
    lines_count: row.lines_count,
    quantity: row.quantity,
    payment_title: titleOf(viewer, called.payments, row.payment_id),
    delivery_title: titleOf(viewer, called.deliveries, row.delivery_id),
    preferred_at: toIsoOrNull(row.preferred_at),
    promised_at: toIsoOrNull(row.promised_at),
    delivered_at: toIsoOrNull(row.delivered_at),
    recurring: row.recurring,
    version: row.version,
    created_at: row.created_at.toISOString(),
    driver_id: row.driver_id,
    driver_name: row.driver_name,
    seller_id: row.seller_id,
    seller_name: row.seller_name,
    late_minutes: lateMinutes(now, row),
    is_short: row.is_short,
    actions: listOrderActions(viewer.role, row),
  };
}

/** Converts orders to list rows as of `now`, with names of the snapshot under which they were read. */
export async function rowsView(
  ctx: Pick<Ctx, 'db' | 'services'>,
  viewer: OrderViewer,
  now: Date,
  rows: readonly OrderListRow[],
): Promise<Row[]> {
  const [first] = rows;
  if (!first) return [];
  const shop = await loadShopSnapshot.at(ctx, first.shop_version);
  return rows.map((row) => rowView(viewer, shop, now, row));
}
