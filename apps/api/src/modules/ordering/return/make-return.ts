import {
  computeRefund,
  DELIVERED,
  formatMinor,
  fromMinor,
  SENT,
  splitRefund,
  toMinor,
} from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { isAdmin } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { canApprove, proveApproval, verifyApprover } from '../../identity/index.ts';
import { formatQuantity, type ReturnedCost, restockReturnedLines } from '../../stock/index.ts';
import { getOpenSession } from '../../tills/index.ts';
import {
  loadPayments,
  readCashStep,
  recordRefunds,
  toRefunds,
  updatePaidFlag,
} from '../order/pay/record-payments.ts';
import { lockOrder, type OrderRecord } from '../order/record/order-record.ts';
import { returnView } from './list-returns.ts';
import { computeReturnAmounts, type ReturnAmounts, totalOfReturn } from './return-amounts.ts';
import { resolveReturnDay } from './return-day.ts';

type Input = z.output<typeof api.orderReturn.make.input>;

/** A sold line with the part that may still be returned; amounts in minor units, quantities in thousandths. */
type SoldLine = {
  readonly id: number;
  readonly parent_id: number | null;
  readonly product_id: number | null;
  readonly item_id: number | null;
  readonly offer_id: number | null;
  readonly quantity: bigint;
  readonly returned: bigint;
  /** The quantity step at the time of sale. */
  readonly step: bigint;
  /** The value and the tax of the sold line. */
  readonly value: bigint;
  readonly tax: bigint;
  readonly returned_value: bigint;
  readonly returned_tax: bigint;
};

/** Loads the lines of a delivered order, bundles followed by their parts. */
export async function loadSoldLines(ctx: Ctx, order_id: number, scale: number): Promise<SoldLine[]> {
  const lines = tables
    .selectFrom('order_line as l')
    .innerJoin('order as o', 'o.id', 'l.order_id')
    .leftJoin('product as p', 'p.id', 'l.product_id')
    .select(({ fn, ref }) => [
      'l.id',
      'l.parent_id',
      'l.product_id',
      'l.item_id',
      'l.offer_id',
      'l.quantity',
      'l.returned_quantity as returned',
      fn.coalesce('l.stepper', 'p.stepper', sql<string>`1`).as('step'),
      'l.tax',
      'l.returned_value',
      'l.returned_tax',
      sql<string>`${ref('l.net')} + CASE ${ref('o.tax_mode')} WHEN 'exclusive' THEN ${ref('l.tax')} ELSE 0 END`.as(
        'value',
      ),
    ])
    .where('l.order_id', '=', order_id)
    .orderBy('l.ord')
    .orderBy('l.id');
  const rows = await fetchRows(ctx, lines);
  return rows.map((row) => ({
    ...row,
    quantity: toMinor(row.quantity, 3),
    returned: toMinor(row.returned, 3),
    step: toMinor(row.step, 3),
    value: toMinor(row.value, scale),
    tax: toMinor(row.tax, scale),
    returned_value: toMinor(row.returned_value, scale),
    returned_tax: toMinor(row.returned_tax, scale),
  }));
}

/** A returned quantity of a line, with its value. */
type Back = {
  readonly line: SoldLine;
  readonly quantity: bigint;
  readonly restock: 0 | 1;
  readonly value: bigint;
  readonly tax: bigint;
};

type Wanted = Input['items'][number];

const names = (wanted: Wanted, line: SoldLine): boolean =>
  line.parent_id === null &&
  (wanted.line_id === undefined || wanted.line_id === line.id) &&
  (wanted.item_id === undefined || wanted.item_id === line.item_id) &&
  (wanted.product_id === undefined || wanted.product_id === line.product_id) &&
  (wanted.offer_id === undefined || wanted.offer_id === line.offer_id);

/**
 * Returns the returned lines, up to the first with quantity 0. An item on several lines is
 * returned from the first that still has it.
 * @throws return.empty, return.over, reference.missing
 */
function planReturnedLines(lines: readonly SoldLine[], items: readonly Wanted[]): Back[] {
  const back: Back[] = [];
  const came = new Map<number, { quantity: bigint; value: bigint; tax: bigint }>();
  for (const [n, wanted] of items.entries()) {
    let open = toMinor(wanted.quantity, 3);
    if (open === 0n) break;
    const known = wanted.line_id ?? wanted.item_id ?? wanted.product_id ?? wanted.offer_id;
    if (known === undefined) failField(`items.${n}.item_id`, 'required');
    const meant = lines.filter((line) => names(wanted, line));
    if (meant.length === 0) fail('reference.missing', { field: 'item_id' }, `items.${n}.item_id`);
    for (const line of meant) {
      const before = came.get(line.id) ?? { quantity: 0n, value: 0n, tax: 0n };
      const left = line.quantity - line.returned - before.quantity;
      const quantity = open < left ? open : left;
      if (quantity <= 0n) continue;
      // the last remaining quantity may be returned even if it is not a multiple of the step
      if (line.step > 0n && quantity % line.step !== 0n && quantity !== left)
        failField(`items.${n}.quantity`, 'multiple_of', { step: Number(formatQuantity(line.step)) });
      const { value, tax } = computeRefund({
        value: line.value,
        tax: line.tax,
        sold: line.quantity,
        returned: line.returned + before.quantity + quantity,
        refunded: line.returned_value + before.value,
        refunded_tax: line.returned_tax + before.tax,
      });
      came.set(line.id, {
        quantity: before.quantity + quantity,
        value: before.value + value,
        tax: before.tax + tax,
      });
      back.push({ line, quantity, restock: wanted.restock ?? 1, value, tax });
      open -= quantity;
    }
    const [first] = meant;
    if (open > 0n && first) {
      const left = meant.reduce((all, { quantity, returned }) => all + quantity - returned, 0n);
      fail('return.over', { line_id: first.id, left: Number(formatQuantity(left)) }, `items.${n}.quantity`);
    }
  }
  return back.length === 0 ? fail('return.empty', undefined, 'items') : back;
}

/** Returns the stock lines of a return: for a bundle its parts, in proportion. */
const listStockLines = (lines: readonly SoldLine[], { line, quantity, restock }: Back) =>
  (line.item_id === null ? lines.filter(({ parent_id }) => parent_id === line.id) : [line]).map((leaf) => ({
    line_id: leaf.id,
    quantity: (leaf.quantity * quantity) / line.quantity,
    damaged: restock === 0,
  }));

/**
 * Returns the account that approves the return, when the branch requires it and the caller may not approve it; null
 * otherwise.
 */
async function requireReturnApprover(ctx: Ctx, order: OrderRecord, input: Input): Promise<number | null> {
  const branch = tables
    .selectFrom('branch')
    .select(sql<boolean>`coalesce((settings->>'refund_force_auth')::boolean, TRUE)`.as('asks'))
    .where('id', '=', order.branch_id);
  const row = await fetchRow(ctx, branch);
  if (!row?.asks || canApprove(ctx, 'return')) return null;
  if (!input.approval) return fail('return.needs_approval', undefined, 'approval');
  const { device_id } = input;
  return verifyApprover(ctx, input.approval, { reason: 'return', branch_id: order.branch_id, device_id });
}

type Written = ReturnAmounts & {
  readonly back: readonly Back[];
  readonly costs: readonly ReturnedCost[];
  readonly lines: readonly SoldLine[];
  readonly on_date: string;
  readonly refund: bigint;
  readonly approved_by: number | null;
  readonly notes: string | null;
  /** The till session that takes the goods. */
  readonly session_id: number | null;
};

/** Inserts the return's own row, so that stock and payments can refer to it. */
async function insertHead(
  ctx: Ctx,
  order: OrderRecord,
  head: Omit<Written, 'costs' | 'lines'>,
): Promise<number> {
  const { back, value, delivery, delivery_tax, fee, rounding, on_date, refund } = head;
  const money = (amount: bigint) => formatMinor(amount, order.scale);
  const sum = (pick: (part: Back) => bigint) => back.reduce((all, part) => all + pick(part), 0n);
  const row = await fetchRow(
    ctx,
    tables
      .insertInto('order_return')
      .values({
        order_id: order.id,
        branch_id: order.branch_id,
        on_date,
        quantity: formatQuantity(sum(({ quantity }) => quantity)),
        value: money(value),
        delivery: money(delivery),
        tax: money(sum(({ tax }) => tax)),
        delivery_tax: money(delivery_tax),
        fee: money(fee),
        rounding: money(rounding),
        refund: money(refund),
        notes: head.notes,
        pos_session_id: head.session_id,
        approved_by: head.approved_by,
        account_id: getActorId(ctx),
        created_at: ctx.now,
      })
      .returning('id'),
  );
  return row?.id ?? fail('record.conflict');
}

/** Inserts the lines, and updates the returned quantities and the order's value. */
async function insertLines(ctx: Ctx, order: OrderRecord, id: number, written: Written): Promise<void> {
  const { back, costs, lines } = written;
  const money = (amount: bigint) => formatMinor(amount, order.scale);
  const costOf = (one: Back) =>
    listStockLines(lines, one).reduce(
      (all, { line_id }) => all + (costs.find((cost) => cost.line_id === line_id)?.cost ?? 0n),
      0n,
    );
  const unbatched = costs.reduce((all, cost) => all + cost.unbatched, 0n);
  const rows = back.map((one) => ({
    order_line_id: one.line.id,
    quantity: formatQuantity(one.quantity),
    value: money(one.value),
    tax: money(one.tax),
    cost: formatMinor(costOf(one), 7),
    restock: one.restock,
  }));
  const parts = back.flatMap((one) =>
    one.line.item_id === null
      ? listStockLines(lines, one).map(({ line_id, quantity }) => ({
          line_id,
          quantity: formatQuantity(quantity),
        }))
      : [],
  );
  await runStatement(
    ctx,
    sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(order_line_id int, quantity numeric,
        value numeric, tax numeric, cost numeric, restock smallint)
    ), put AS (
      INSERT INTO order_return_line (return_id, order_line_id, quantity, value, tax, cost, restock)
      SELECT ${id}::int, order_line_id, quantity, value, tax, cost, restock FROM given
    ), sums AS (
      SELECT order_line_id, sum(quantity) AS quantity, sum(value) AS value, sum(tax) AS tax FROM given GROUP BY 1
      UNION ALL
      SELECT line_id, sum(quantity), 0, 0 FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS p(line_id int,
        quantity numeric) GROUP BY 1
    ), kept AS (
      UPDATE order_line l SET returned_quantity = l.returned_quantity + s.quantity,
             returned_value = l.returned_value + s.value, returned_tax = l.returned_tax + s.tax
        FROM sums s WHERE l.id = s.order_line_id
    ), costs AS (
      UPDATE order_return SET cost = (SELECT coalesce(sum(cost), 0) FROM given),
             unbatched_cost = ${formatMinor(unbatched, 7)}::numeric WHERE id = ${id}::int
    )
    UPDATE "order" SET returned_value = returned_value + ${money(totalOfReturn(written))}::numeric,
           version = version + 1, updated_at = ${ctx.now}::timestamptz
     WHERE id = ${order.id}::int`,
  );
}

/** True when everything sold is returned with this. */
const isAllOf = (lines: readonly SoldLine[], back: readonly Back[]): boolean =>
  lines
    .filter(({ parent_id }) => parent_id === null)
    .every(({ id, quantity, returned }) => {
      const now = back.reduce((all, one) => (one.line.id === id ? all + one.quantity : all), 0n);
      return returned + now === quantity;
    });

/** Takes goods back in the caller's transaction. @returns the return's id */
export async function takeReturn(ctx: Ctx, input: Input): Promise<number> {
  const order = await lockOrder(ctx, input.order_id);
  const { status_value, scale } = order;
  if (status_value !== DELIVERED && !(isAdmin(ctx) && status_value >= SENT)) fail('return.not_delivered');
  // before anything that depends on the order's lines and days
  const approved_by = await requireReturnApprover(ctx, order, input);
  const lines = await loadSoldLines(ctx, order.id, scale);
  const isAllBack = isAllOf(lines, []);
  const { refund_delivery = false, refund_fee = false } = input;
  // delivery and fee can be refunded separately once all goods are returned
  const isWithoutGoods = isAllBack && (refund_delivery || refund_fee);
  const back = isWithoutGoods ? [] : planReturnedLines(lines, input.items);
  const on_date = await resolveReturnDay(ctx, order, input);
  const session =
    input.device_id == null
      ? null
      : await getOpenSession(ctx, input.device_id, order.branch_id, { currency: order.currency });
  const paid = (await loadPayments(ctx, order.id, scale)).filter(({ status }) => status === 'received');
  const step = await readCashStep(ctx, order.currency);
  const isAll = isAllOf(lines, back);
  const amounts = await computeReturnAmounts(ctx, order, {
    value: back.reduce((all, part) => all + part.value, 0n),
    withDelivery: refund_delivery && isAll,
    withFee: refund_fee && isAll,
    paid,
    step,
  });
  if (isWithoutGoods && amounts.delivery + amounts.fee <= 0n) fail('return.empty', undefined, 'items');
  const total = totalOfReturn(amounts);
  const { money, parts } = splitRefund({
    due: order.due,
    returned: order.returned_value + total,
    payments: paid,
    step,
  });
  const head = {
    ...amounts,
    back,
    on_date,
    refund: money,
    approved_by,
    notes: input.notes ?? null,
    session_id: session?.id ?? null,
  };
  const id = await insertHead(ctx, order, head);
  const leaves = back.flatMap((one) => listStockLines(lines, one));
  const costs = await restockReturnedLines(ctx, { type: 'order', id: order.id }, leaves, {
    type: 'return',
    id,
  });
  await insertLines(ctx, order, id, { ...head, costs, lines });
  await recordRefunds(ctx, order, toRefunds(parts, paid), { session, return_id: id });
  if (order.pos) await ctx.services.signing.recordReturn(ctx, id, input.device_id ?? null);
  await updatePaidFlag(ctx, order.id);
  await recordAudit(ctx, {
    noun: 'order-return',
    id,
    action: 'create',
    before: null,
    after: {
      order_id: order.id,
      on_date,
      value: fromMinor(total, scale),
      refund: fromMinor(money, scale),
      approved_by,
    },
    branch_id: order.branch_id,
    version: 1,
  });
  await recordAudit(ctx, {
    noun: 'order',
    id: order.id,
    action: 'return',
    before: { returned_value: fromMinor(order.returned_value, scale) },
    after: { returned_value: fromMinor(order.returned_value + total, scale), return_id: id },
    branch_id: order.branch_id,
    version: order.version + 1,
  });
  return id;
}

/** Checks the PIN or password of a return's approval before the order is locked. @throws auth.failed, approval.locked */
export async function proveReturnApproval(ctx: Ctx, input: Input): Promise<void> {
  if (!canApprove(ctx, 'return')) await proveApproval(ctx, input.approval, input);
}

/** Creates a return: stock, money and the return receipt in one transaction. */
export function makeReturn(ctx: Ctx, input: Input) {
  return ctx.tx(async (ctx) => returnView(ctx, await takeReturn(ctx, input)));
}
