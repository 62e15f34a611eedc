import {
  foldCouponCode,
  formatMinor,
  fromMinor,
  type Localized,
  type PricedLine,
  type PriceStep,
} from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Ctx, getActorId } from '../../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../../core/db/tables.ts';
import type { Tables } from '../../../../generated/tables.ts';
import { DEFAULTS } from '../../../setting/index.ts';
import { formatQuantity, type OutgoingLine } from '../../../stock/index.ts';
import type { CartLineData } from '../price/build-cart.ts';
import type { QuotedOrder } from '../price/quote-order.ts';
import { buildPaymentSteps, type StoredPriceStep } from '../record/price-steps.ts';

/** Converts the price steps of a line for storage. */
export const toStoredPriceSteps = (steps: readonly PriceStep[], scale: number): StoredPriceStep[] =>
  steps.map(({ kind, code, id, amount }) => ({ kind, code, id, amount: fromMinor(amount, scale) }));

/** Returns the price steps between the lines and the amount due: delivery, exclusive tax, fee, rounding. */
export function buildChargeSteps({ priced, scale, delivery, zone }: QuotedOrder): StoredPriceStep[] {
  const { totals } = priced;
  const money = (amount: bigint) => fromMinor(amount, scale);
  const exclusive: StoredPriceStep = {
    kind: 'tax',
    code: 'exclusive',
    id: null,
    amount: money(totals.exclusive_tax),
  };
  return [
    {
      kind: 'delivery',
      code: priced.delivery.why,
      id: zone?.zone_id ?? zone?.area_id ?? delivery?.id ?? null,
      amount: money(totals.delivery),
    },
    ...(exclusive.amount === 0 ? [] : [exclusive]),
    ...buildPaymentSteps(money(totals.charge), money(totals.rounding)),
  ];
}

/** A row of order_line; `n` is its position, `of` the position of the bundle it belongs to. */
type LineRow = {
  readonly n: number;
  readonly of: number | null;
  readonly product_id: number | null;
  readonly item_id: number | null;
  readonly offer_id: number | null;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly quantity: string;
  readonly stepper: string | null;
  readonly unit_list: string;
  readonly unit_price: string;
  readonly extras: unknown;
  readonly discount_source: unknown;
  readonly gross: string;
  readonly coupon_share: string;
  readonly manual_share: string;
  readonly net: string;
  readonly tax_bp: number | null;
  readonly tax: string;
  readonly delivery_tax: string;
  readonly delivery_share: string;
  readonly steps: unknown;
};

function lineRows({ priced, wanted, facts, scale }: QuotedOrder): LineRow[] {
  const money = (amount: bigint) => formatMinor(amount, scale);
  const rows: LineRow[] = [];
  priced.lines.forEach((line: PricedLine, at) => {
    const { item, bundle, extras, line: before } = wanted[at] as CartLineData;
    const n = rows.length;
    rows.push({
      n,
      of: null,
      product_id: item?.product_id ?? null,
      item_id: item?.item_id ?? null,
      offer_id: bundle?.id ?? null,
      titles: (item ?? bundle)?.titles as Localized,
      barcode: item?.barcode ?? null,
      quantity: formatQuantity(line.quantity),
      stepper: before ? before.stepper : (item?.stepper ?? null),
      unit_list: money(line.unit_list),
      unit_price: money(line.unit_price),
      extras: extras.map(({ id, titles, price }) => ({ extra_id: id, titles, price: Number(price) })),
      discount_source: line.discount_source,
      gross: money(line.gross),
      coupon_share: money(line.coupon),
      manual_share: money(line.manual),
      net: money(line.net),
      tax_bp: line.tax_bp === null ? null : Number(line.tax_bp),
      tax: money(line.tax),
      delivery_tax: money(line.delivery_tax),
      delivery_share: money(line.delivery),
      steps: toStoredPriceSteps(line.steps, scale),
    });
    for (const part of line.parts) {
      const found =
        before?.parts.find(({ item_id }) => item_id === part.item_id) ??
        facts.items.find(({ item_id }) => item_id === part.item_id);
      rows.push({
        n: rows.length,
        of: n,
        product_id: part.product_id,
        item_id: part.item_id,
        offer_id: null,
        titles: found?.titles as Localized,
        barcode: found?.barcode ?? null,
        quantity: formatQuantity(part.quantity),
        stepper: null,
        unit_list: money(part.unit_list),
        unit_price: money(part.share),
        extras: [],
        discount_source: null,
        gross: money(part.gross),
        // discounts of a bundle are on its own line; its parts store only the resulting net
        coupon_share: '0',
        manual_share: money(part.gross - part.net),
        net: money(part.net),
        tax_bp: Number(part.tax_bp),
        tax: money(part.tax),
        delivery_tax: money(part.delivery_tax),
        delivery_share: money(part.delivery),
        steps: [],
      });
    }
  });
  return rows;
}

/** Returns the columns that depend on the price. */
export function toOrderPriceColumns(quoted: QuotedOrder) {
  const { priced, scale, settings, branch } = quoted;
  const { totals } = priced;
  const money = (amount: bigint) => formatMinor(amount, scale);
  const quantity = priced.lines.reduce((all, line) => all + line.quantity, 0n);
  return {
    currency: settings.Currency,
    tax_mode: branch.tax_mode ?? settings.tax_mode,
    discount: quoted.input.discount ?? 0,
    discount_type: quoted.input.discount_type ?? 'fixed',
    coupon_id: priced.coupon_id,
    coupon_code: priced.coupon_id === null ? null : foldCouponCode(quoted.input.coupon ?? ''),
    lines_count: priced.lines.length,
    quantity: formatQuantity(quantity),
    total: money(totals.total),
    product_discount: money(totals.total - totals.subtotal),
    coupon_discount: money(totals.coupon),
    manual_discount: money(totals.manual),
    goods: money(totals.goods),
    delivery_charge: money(totals.delivery),
    tax: money(totals.tax),
    taxes: priced.tax_groups.map((group) => ({
      tax_bp: Number(group.tax_bp),
      gross: fromMinor(group.gross, scale),
      net: fromMinor(group.net, scale),
      tax: fromMinor(group.tax, scale),
    })),
    payment_fee: money(totals.charge),
    rounding: money(totals.rounding),
    due: money(totals.due),
    explained: buildChargeSteps(quoted),
  };
}

/** The fields of a new order other than its price. */
export type NewOrder = {
  /** The number of an order dated before existing ones; null: the next number. */
  readonly number: number | null;
  readonly status_id: number;
  readonly status_value: number;
  readonly pos_session_id: number | null;
  /** The number on the paper of a till that sells on its own. */
  readonly till_no: string | null;
  readonly driver_id: number | null;
  readonly seller_id: number | null;
  readonly expires_at: Date | null;
  readonly next_at: Date | null;
  readonly recurs_from: number | null;
  readonly recurrence: unknown;
  readonly series_id: number | null;
  readonly series_date: string | null;
};

const LINE_COLUMNS =
  sql.raw(`parent_id, ord, product_id, item_id, offer_id, titles, barcode, quantity, stepper,
  unit_list, unit_price, extras, discount_source, gross, coupon_share, manual_share, net, tax_bp, tax, delivery_tax, delivery_share, steps`);
const LINE_RECORD =
  sql.raw(`n int, "of" int, product_id int, item_id int, offer_id int, titles jsonb, barcode text,
  quantity numeric, stepper numeric, unit_list numeric, unit_price numeric, extras jsonb, discount_source jsonb, gross numeric,
  coupon_share numeric, manual_share numeric, net numeric, tax_bp int, tax numeric, delivery_tax numeric,
  delivery_share numeric, steps jsonb`);

/** SQL that inserts the lines, parts after their bundle, and returns their ids. */
const insertLines = (json: string, order_id: RawBuilder<unknown>) => sql`
  given AS MATERIALIZED (
    SELECT nextval('order_line_id_seq')::int AS line_id, x.*
      FROM (SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS x(${LINE_RECORD}) ORDER BY n) AS x
     WHERE ${order_id} IS NOT NULL
  ), line AS (
    INSERT INTO order_line (id, order_id, ${LINE_COLUMNS})
    SELECT g.line_id, ${order_id}, p.line_id, g.n, g.product_id, g.item_id, g.offer_id, g.titles, g.barcode, g.quantity,
           g.stepper, g.unit_list, g.unit_price, g.extras, g.discount_source, g.gross, g.coupon_share, g.manual_share, g.net,
           g.tax_bp, g.tax, g.delivery_tax, g.delivery_share, g.steps
      FROM given g LEFT JOIN given p ON p.n = g."of" ORDER BY g.n
  )`;

type Written = {
  readonly order_id: Selectable<Tables['order']>['id'] | null;
  readonly line_ids: readonly Selectable<Tables['order_line']>['id'][];
};

/** Returns the stock needs of the lines with their ids. */
function listOutgoing(
  rows: readonly LineRow[],
  line_ids: readonly number[],
  branch_id: number,
): OutgoingLine[] {
  return rows.flatMap(({ n, item_id, product_id, quantity }) =>
    item_id === null || product_id === null
      ? []
      : [{ line_id: line_ids[n] ?? 0, item_id, product_id, branch_id, quantity: thousandths(quantity) }],
  );
}

const thousandths = (text: string): bigint => BigInt(text.replace('.', ''));

/**
 * Inserts an order with its lines and first status in one statement, in the shop's currency at that moment.
 * Rule: docs/rules/orders.md#numbers
 * @returns its id and stock needs
 * @throws record.conflict when the shop's currency changed after the order was priced
 */
export async function insertOrder(
  ctx: Ctx,
  quoted: QuotedOrder,
  order: NewOrder,
): Promise<{ readonly id: number; readonly outgoing: OutgoingLine[] }> {
  const { input, client, branch, zone, delivery, methods, type, source } = quoted;
  const columns = toOrderPriceColumns(quoted);
  const rows = lineRows(quoted);
  const account_id = getActorId(ctx);
  const place = client.place ?? {};
  const written = await fetchRow(
    ctx,
    sql<Written>`
    WITH made AS (
      INSERT INTO "order" (id, branch_id, client_id, client_name, client_phone, client_email, address_id, place, location_id,
        invoice_to, notes, type, source, pos, device_id, pos_session_id, till_no, status_id, status_value, delivery_id, payment_id,
        driver_id, seller_id, account_id, currency, tax_mode, discount, discount_type, coupon_id, coupon_code,
        lines_count, quantity, total, product_discount, coupon_discount, manual_discount, goods, delivery_charge, tax,
        taxes, payment_fee, rounding, due, explained, preferred_at, promised_at, expires_at, recurring, recurrence,
        next_at, recurs_from, series_id, series_date, created_at, updated_at)
      SELECT coalesce(${order.number}::int, next_order_number()), ${branch.id}::int, ${client.id}::int, ${client.name}, ${client.phone}, ${client.email},
        ${client.address_id}::int, ${JSON.stringify(place)}::jsonb, ${zone?.zone_id ?? zone?.area_id ?? null}::int,
        ${input.invoice_to ?? null}, ${input.notes ?? null}, ${type}, ${source}, ${input.device_id != null}::boolean,
        ${input.device_id ?? null}::int, ${order.pos_session_id}::int, ${order.till_no}, ${order.status_id}::int, ${order.status_value}::smallint,
        ${delivery?.id ?? null}::int, ${methods[0]?.id ?? null}::int, ${order.driver_id}::int, ${order.seller_id}::int,
        ${account_id}::int, ${columns.currency}, ${columns.tax_mode}, ${String(columns.discount)}::numeric,
        ${columns.discount_type}, ${columns.coupon_id}::int, ${columns.coupon_code}, ${columns.lines_count}::smallint,
        ${columns.quantity}::numeric, ${columns.total}::numeric, ${columns.product_discount}::numeric,
        ${columns.coupon_discount}::numeric, ${columns.manual_discount}::numeric, ${columns.goods}::numeric,
        ${columns.delivery_charge}::numeric, ${columns.tax}::numeric, ${JSON.stringify(columns.taxes)}::jsonb,
        ${columns.payment_fee}::numeric, ${columns.rounding}::numeric, ${columns.due}::numeric,
        ${JSON.stringify(columns.explained)}::jsonb, ${input.preferred_at ? new Date(input.preferred_at) : null}::timestamptz,
        ${quoted.promised_at}::timestamptz, ${order.expires_at}::timestamptz, ${order.recurrence ? 1 : 0}::smallint,
        ${order.recurrence ? JSON.stringify(order.recurrence) : null}::jsonb, ${order.next_at}::timestamptz,
        ${order.recurs_from}::int, ${order.series_id}::int, ${order.series_date}::date, ${ctx.now}::timestamptz,
        ${ctx.now}::timestamptz
       WHERE coalesce((SELECT data->>'Currency' FROM setting WHERE id = 1), ${DEFAULTS.Currency}) = ${columns.currency}
      RETURNING id
    ), ${insertLines(JSON.stringify(rows), sql`(SELECT id FROM made)`)}, move AS (
      INSERT INTO order_move (order_id, from_value, to_value, status_id, account_id, created_at)
      SELECT id, NULL, ${order.status_value}::smallint, ${order.status_id}::int, ${account_id}::int, ${ctx.now}::timestamptz FROM made
    )
    SELECT (SELECT id FROM made) AS order_id, ARRAY(SELECT line_id FROM given ORDER BY n) AS line_ids`,
  );
  if (!written || written.order_id === null) return fail('record.conflict');
  const { order_id, line_ids } = written;
  return { id: order_id, outgoing: listOutgoing(rows, line_ids, branch.id) };
}

/** SQL that sets the destination and branch of a changed order. */
const setDestination = ({ branch, type, client, zone, promised_at }: QuotedOrder) => sql`,
        branch_id = ${branch.id}::int, type = ${type}, address_id = ${client.address_id}::int,
        place = ${JSON.stringify(client.place ?? {})}::jsonb,
        location_id = ${zone?.zone_id ?? zone?.area_id ?? null}::int, promised_at = ${promised_at}::timestamptz`;

/** Replaces the lines and the price of a stored order. @returns its stock needs now */
export async function replaceOrderLines(ctx: Ctx, id: number, quoted: QuotedOrder): Promise<OutgoingLine[]> {
  const columns = toOrderPriceColumns(quoted);
  const rows = lineRows(quoted);
  await runStatement(ctx, tables.deleteFrom('order_line').where('order_id', '=', id));
  const written = await fetchRow(
    ctx,
    sql<Written>`
    WITH kept AS (
      UPDATE "order" SET tax_mode = ${columns.tax_mode}, discount = ${String(columns.discount)}::numeric,
        discount_type = ${columns.discount_type}, coupon_id = ${columns.coupon_id}::int, coupon_code = ${columns.coupon_code},
        lines_count = ${columns.lines_count}::smallint, quantity = ${columns.quantity}::numeric,
        total = ${columns.total}::numeric, product_discount = ${columns.product_discount}::numeric,
        coupon_discount = ${columns.coupon_discount}::numeric, manual_discount = ${columns.manual_discount}::numeric,
        goods = ${columns.goods}::numeric, delivery_charge = ${columns.delivery_charge}::numeric,
        tax = ${columns.tax}::numeric, taxes = ${JSON.stringify(columns.taxes)}::jsonb,
        payment_fee = ${columns.payment_fee}::numeric, rounding = ${columns.rounding}::numeric,
        due = ${columns.due}::numeric, explained = ${JSON.stringify(columns.explained)}::jsonb,
        delivery_id = ${quoted.delivery?.id ?? null}::int ${quoted.isMoved ? setDestination(quoted) : sql``}
      WHERE id = ${id}::int
    ), ${insertLines(JSON.stringify(rows), sql`${id}::int`)}
    SELECT ${id}::int AS order_id, ARRAY(SELECT line_id FROM given ORDER BY n) AS line_ids`,
  );
  return listOutgoing(rows, written?.line_ids ?? [], quoted.branch.id);
}

/** Loads the stock needs of a stored order's lines. */
export async function loadOutgoingLines(ctx: Ctx, id: number): Promise<OutgoingLine[]> {
  const lines = tables
    .selectFrom('order_line as l')
    .innerJoin('order as o', 'o.id', 'l.order_id')
    .select(({ ref }) => [
      'l.id as line_id',
      ref('l.item_id').$notNull().as('item_id'),
      ref('l.product_id').$castTo<number>().as('product_id'),
      'o.branch_id',
      sql<number>`(${ref('l.quantity')} * 1000)::bigint`.as('quantity'),
    ])
    .where('l.order_id', '=', id)
    .where('l.item_id', 'is not', null)
    .orderBy('l.ord')
    .orderBy('l.id');
  return (await fetchRows(ctx, lines)).map((row) => ({ ...row, quantity: BigInt(row.quantity) }));
}
