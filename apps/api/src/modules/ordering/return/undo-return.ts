import { CANCELED, fromMinor } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { checkVersion, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import type { RecordVersion } from '../../../core/record/define-record.ts';
import { undoRestock } from '../../stock/index.ts';
import { findOpenSession } from '../../tills/index.ts';
import { checkNoRefundIsBeingSent, updatePaidFlag } from '../order/pay/record-payments.ts';
import { getOrderRecord, lockOrder, type OrderRecord } from '../order/record/order-record.ts';
import { returnView } from './list-returns.ts';

/** Loads the lines whose units a return brought back to stock, parts of a bundle in proportion, in thousandths. */
async function loadReturnedUnits(ctx: Ctx, id: number) {
  const units = tables
    .selectFrom('order_return_line as x')
    .innerJoin('order_line as l', 'l.id', 'x.order_line_id')
    .leftJoin('order_line as p', 'p.parent_id', 'l.id')
    .where('x.return_id', '=', id)
    .select(({ fn }) => [
      fn.coalesce('p.id', 'l.id').as('line_id'),
      sql<string>`sum(CASE WHEN p.id IS NULL THEN x.quantity ELSE p.quantity * x.quantity / l.quantity END
        * 1000)::bigint::text`.as('quantity'),
    ])
    .groupBy(sql`1`);
  const rows = await fetchRows(ctx, units);
  return rows.map(({ line_id, quantity }) => ({ line_id, quantity: BigInt(quantity) }));
}

/**
 * Finds the open session of the till that took the goods (`undone_in`), and of the one that paid the cash out (`drawer`);
 * null without one.
 */
async function findSessions(ctx: Ctx, id: number, { branch_id, currency }: OrderRecord) {
  const ofReturn = tables
    .selectFrom('order_return as r')
    .innerJoin('pos_session as s', 's.id', 'r.pos_session_id')
    .select('s.device_id')
    .where('r.id', '=', id);
  const ofRefund = tables
    .selectFrom('order_payment as p')
    .innerJoin('pos_session as s', 's.id', 'p.pos_session_id')
    .select('s.device_id')
    .where('p.return_id', '=', id)
    .where('p.amount', '<', sql<string>`0`)
    .orderBy('p.id')
    .limit(1);
  const tills = await fetchRow(ctx, tables.selectNoFrom([ofReturn.as('taken'), ofRefund.as('paid')]));
  const find = async (device_id: number | null | undefined) =>
    device_id == null ? null : ((await findOpenSession(ctx, device_id, branch_id, currency))?.id ?? null);
  return { undone_in: await find(tills?.taken), drawer: await find(tills?.paid) };
}

/**
 * Undoes a return on its own day while the returned units are still in stock: takes the units again, reverses the
 * refunds, voids pending ones and restores the order's value.
 * @throws record.missing, record.stale, return.removed, return.too_late, return.units_gone, order.cancelled
 */
export const remove = (ctx: Ctx, { id, version }: RecordVersion) =>
  ctx.tx(async (ctx) => {
    const shown = await returnView(ctx, id);
    const order = await lockOrder(ctx, shown.order_id, 'delete');
    const locked = tables.selectFrom('order_return').select(['version', 'removed_at']).where('id', '=', id);
    const stored = requireFound(await fetchRow(ctx, locked.forUpdate()));
    if (stored.removed_at !== null) fail('return.removed');
    checkVersion(stored.version, version);
    // after a cancellation all units are back in stock already
    if (order.status_value === CANCELED) fail('order.cancelled');
    if (!shown.actions.includes('remove')) fail('return.too_late');
    await checkNoRefundIsBeingSent(ctx, order.id);
    const { undone_in, drawer: session } = await findSessions(ctx, id, order);
    const ref = { type: 'order', id: order.id };
    await undoRestock(ctx, ref, { type: 'return', id }, await loadReturnedUnits(ctx, id));
    const account_id = getActorId(ctx);
    await runStatement(
      ctx,
      sql`
      WITH gone AS (
        UPDATE order_return SET removed_at = ${ctx.now}::timestamptz, undone_pos_session_id = ${undone_in}::int,
               version = version + 1 WHERE id = ${id}::int
        RETURNING value + delivery + fee + rounding AS value
      ), line AS (
        SELECT order_line_id AS id, sum(quantity) AS quantity, sum(value) AS value, sum(tax) AS tax
          FROM order_return_line WHERE return_id = ${id}::int GROUP BY 1
      ), part AS (
        SELECT p.id, sum(p.quantity * x.quantity / l.quantity) AS quantity
          FROM order_return_line x JOIN order_line l ON l.id = x.order_line_id JOIN order_line p ON p.parent_id = l.id
         WHERE x.return_id = ${id}::int GROUP BY 1
      ), kept AS (
        UPDATE order_line l SET returned_quantity = l.returned_quantity - s.quantity,
               returned_value = l.returned_value - s.value, returned_tax = l.returned_tax - s.tax
          FROM (SELECT * FROM line UNION ALL SELECT id, quantity, 0, 0 FROM part) s WHERE l.id = s.id
      ), voided AS (
        UPDATE order_payment SET status = 'voided', settled_at = ${ctx.now}::timestamptz
         WHERE return_id = ${id}::int AND amount < 0 AND status = 'pending'
        RETURNING -amount AS amount
      ), again AS (
        INSERT INTO order_payment (order_id, payment_id, amount, status, holder, driver_id, pos_session_id, partner,
          return_id, account_id, created_at, settled_at)
        SELECT order_id, payment_id, -amount, 'received',
               CASE WHEN holder = 'session' AND ${session}::int IS NULL THEN 'branch' ELSE holder END, driver_id,
               CASE WHEN holder = 'session' THEN ${session}::int END, partner, ${id}::int, ${account_id}::int,
               ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
          FROM order_payment WHERE return_id = ${id}::int AND amount < 0 AND status = 'refunded'
        RETURNING amount
      )
      UPDATE "order" SET returned_value = returned_value - (SELECT value FROM gone),
             paid_amount = paid_amount
               + (SELECT coalesce(sum(amount), 0) FROM (SELECT amount FROM again UNION ALL SELECT amount FROM voided) back),
             version = version + 1, updated_at = ${ctx.now}::timestamptz
       WHERE id = ${order.id}::int`,
    );
    await updatePaidFlag(ctx, order.id);
    if (order.pos) await ctx.services.signing.recordUndo(ctx, id);
    const after = await getOrderRecord(ctx, order.id, 'delete');
    await recordAudit(ctx, {
      noun: 'order',
      id: order.id,
      action: 'update',
      before: { returned_value: fromMinor(order.returned_value, order.scale) },
      after: { returned_value: fromMinor(after.returned_value, after.scale), return_id: id },
      branch_id: order.branch_id,
      version: after.version,
    });
    const change = { before: { removed: 0 }, after: { removed: 1 }, branch_id: order.branch_id };
    await recordAudit(ctx, {
      noun: 'order-return',
      id,
      action: 'delete',
      version: stored.version + 1,
      ...change,
    });
    return { deleted: 1 as const };
  });
