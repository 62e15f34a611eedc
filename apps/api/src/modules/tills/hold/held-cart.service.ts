import { type api, fail } from '@dukkan/contract';
import type { InferResult } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, requireFound } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { fetchPage, toPage } from '../../../core/list/page.ts';
import { checkTillIsAmongAssigned, isBranchInScope, requireTillBranch } from '../check-till.ts';

// Rule: docs/rules/till-sales.md#held-carts

type Contract = typeof api.heldCart;
type Row = z.output<Contract['list']['output']>;
type Save = z.output<Contract['save']['input']>;
type Take = z.output<Contract['take']['input']>;

/** How long a cart is kept. */
const KEPT_MS = 48 * 3_600_000;

const readCarts = tables
  .selectFrom('pos_hold as h')
  .leftJoin('pos_device as d', 'd.id', 'h.device_id')
  .leftJoin('pos_device as taker', 'taker.id', 'h.taken_by_device')
  .leftJoin('account as a', 'a.id', 'h.account_id')
  .select([
    'h.id',
    'h.uuid',
    'h.branch_id',
    'h.device_id',
    'd.name as device_name',
    'h.title',
    'h.cart',
    'h.account_id',
    'a.name as account_name',
    'h.created_at',
    'h.expires_at',
    'h.taken_by_device',
    'taker.name as taken_by_name',
  ]);

type CartRow = InferResult<typeof readCarts>[number];

const view = ({ taken_by_device, taken_by_name, ...row }: CartRow): Row => ({
  ...row,
  device_name: row.device_name ?? `#${row.device_id}`,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** Lists the carts that are put aside in the caller's branches and that no till has taken up. */
export async function list(ctx: Ctx, input: z.output<Contract['list']['input']>) {
  const scope = getEffectiveScope(ctx);
  let query = readCarts.where('h.taken_at', 'is', null).where('h.expires_at', '>', ctx.now);
  if (scope !== 'all') query = query.where('h.branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('h.branch_id', '=', input.branch_id);
  if (input.id !== undefined) query = query.where('h.id', '=', input.id);
  const [rows, total] = await fetchPage(ctx, query.orderBy('h.id', input.sort_as), query, input);
  return toPage(rows.map(view), total, input);
}

/** Locks a cart; one of another branch is answered as one that does not exist. */
async function lockCart(ctx: Ctx, uuid: string): Promise<CartRow | undefined> {
  await runStatement(ctx, tables.selectFrom('pos_hold').select('id').where('uuid', '=', uuid).forUpdate());
  const row = await fetchRow(ctx, readCarts.where('h.uuid', '=', uuid));
  return row && isBranchInScope(ctx, row.branch_id) ? row : undefined;
}

/** Refuses a cart that a till has taken up already. @throws hold.taken */
function checkNotTaken({ taken_by_device, taken_by_name }: CartRow): void {
  if (taken_by_device !== null) fail('hold.taken', { device_name: taken_by_name ?? `#${taken_by_device}` });
}

const audited = (
  ctx: Ctx,
  { id, branch_id, title, device_id }: CartRow,
  action: 'create' | 'update' | 'take' | 'delete',
) =>
  recordAudit(ctx, {
    noun: 'held-cart',
    id,
    action,
    before: null,
    after: { title, device_id },
    branch_id,
  });

/** Puts a cart aside; the same one again changes it. @throws reference.missing, hold.taken */
export const saveCart = (ctx: Ctx, { uuid, device_id, title, cart }: Save) =>
  ctx.tx(async (ctx) => {
    const branch_id = await requireTillBranch(ctx, device_id);
    await checkTillIsAmongAssigned(ctx, device_id);
    const values = { device_id, branch_id, title, cart, account_id: getActorId(ctx) };
    const expires_at = new Date(ctx.now.getTime() + KEPT_MS);
    const inserted = await runStatement(
      ctx,
      tables
        .insertInto('pos_hold')
        .values({ uuid, ...values, created_at: ctx.now, expires_at })
        .onConflict((conflict) => conflict.column('uuid').doNothing()),
    );
    const standing = await lockCart(ctx, uuid);
    if (standing?.branch_id !== branch_id) return fail('reference.missing', { field: 'uuid' }, 'uuid');
    checkNotTaken(standing);
    if (inserted === 0)
      await runStatement(
        ctx,
        tables
          .updateTable('pos_hold')
          .set({ ...values, expires_at })
          .where('uuid', '=', uuid),
      );
    const row = requireFound(await lockCart(ctx, uuid));
    await audited(ctx, row, inserted === 0 ? 'update' : 'create');
    return view(row);
  });

/** Gives a cart to one till of its branch. @throws record.missing, hold.taken, reference.missing */
export const takeCart = (ctx: Ctx, { uuid, device_id }: Take) =>
  ctx.tx(async (ctx) => {
    const branch_id = await requireTillBranch(ctx, device_id);
    await checkTillIsAmongAssigned(ctx, device_id);
    const row = requireFound(await lockCart(ctx, uuid));
    if (row.branch_id !== branch_id || row.expires_at <= ctx.now) return requireFound<Row>(undefined);
    // a repeat of the till that has it is answered again
    if (row.taken_by_device !== device_id) checkNotTaken(row);
    if (row.taken_by_device === null) {
      await runStatement(
        ctx,
        tables
          .updateTable('pos_hold')
          .set({ taken_by_device: device_id, taken_at: ctx.now })
          .where('uuid', '=', uuid),
      );
      await audited(ctx, { ...row, device_id }, 'take');
    }
    return view(row);
  });

/** Throws a cart away. @throws record.missing, hold.taken */
export const dropCart = (ctx: Ctx, { uuid }: { readonly uuid: string }) =>
  ctx.tx(async (ctx) => {
    const row = requireFound(await lockCart(ctx, uuid));
    checkNotTaken(row);
    await runStatement(ctx, tables.deleteFrom('pos_hold').where('uuid', '=', uuid));
    await audited(ctx, row, 'delete');
    return { deleted: 1 as const };
  });
