import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../core/db/tables.ts';
import { toTexts } from '../../core/list/localized-columns.ts';
import { requireSafeBranch } from './check-till.ts';
import { loadSessionCashTotals, toExpectedAmount } from './drawer-cash.ts';
import { loadDriverCarriedCash } from './own-driver-cash.ts';
import { loadBranchSafes } from './safe.service.ts';

type Where = typeof api.safe.where;
type Held = z.output<Where['output']>['held'][number];

const nobody = {
  account_id: null,
  account_name: null,
  session_id: null,
  device_id: null,
  device_name: null,
  move_id: null,
  counted: true,
} as const;

/** Lists the open drawers with their expected cash, which is left out for callers who have yet to count the drawer. */
async function openDrawers(ctx: Ctx, branch_id: number): Promise<Held[]> {
  const sessions = await fetchRows(
    ctx,
    tables
      .selectFrom('pos_session')
      .leftJoin('pos_device', 'pos_device.id', 'pos_session.device_id')
      .leftJoin('account', 'account.id', 'pos_session.opened_by')
      .select([
        'pos_session.id',
        'pos_session.device_id',
        'pos_device.name as device_name',
        'pos_session.currency',
        'pos_session.start_amount',
        'pos_session.opened_at',
        'pos_session.opened_by as account_id',
        'account.name as account_name',
      ])
      .where('pos_session.branch_id', '=', branch_id)
      .where('pos_session.status', '=', 'open')
      .orderBy('pos_session.opened_at'),
  );
  const own = getActorId(ctx);
  const cash = await loadSessionCashTotals(
    ctx,
    sessions.map(({ id, start_amount }) => ({ id, start_amount: Number(start_amount) })),
  );
  return sessions.map(({ id, start_amount: _, opened_at, ...session }): Held => {
    const drawer = cash.get(id);
    return {
      ...nobody,
      ...session,
      holder: 'drawer',
      branch_id,
      amount: session.account_id === own || !drawer ? null : toExpectedAmount(drawer),
      since: opened_at.toISOString(),
      session_id: id,
    };
  });
}

/** Lists the cash that was left in drawers at their last close and that no session has taken over since. */
async function restingDrawers(ctx: Ctx, branch_id: number): Promise<Held[]> {
  const last = tables
    .selectFrom('pos_session')
    .select(['id', 'device_id', 'status', 'currency', 'left_in_drawer', 'closed_at', 'closed_by'])
    .distinctOn('device_id')
    .where('branch_id', '=', branch_id)
    .where('late_of', 'is', null)
    .orderBy('device_id')
    .orderBy('id', 'desc')
    .as('latest');
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom(last)
      .leftJoin('pos_device', 'pos_device.id', 'latest.device_id')
      .leftJoin('account', 'account.id', 'latest.closed_by')
      .select([
        'latest.id',
        'latest.device_id',
        'latest.currency',
        'latest.left_in_drawer',
        'latest.closed_at',
        'latest.closed_by as account_id',
        'account.name as account_name',
        'pos_device.name as device_name',
      ])
      .where('latest.status', '=', 'closed')
      .where('latest.left_in_drawer', '>', '0')
      .orderBy('latest.device_id'),
  );
  return rows.map(({ id, left_in_drawer, closed_at, ...row }) => ({
    ...nobody,
    ...row,
    holder: 'drawer',
    branch_id,
    amount: Number(left_in_drawer),
    since: closed_at?.toISOString() ?? null,
    session_id: id,
  }));
}

/** Lists the cash that the branch's drivers carry, with the time of the oldest payment in it. */
async function carriedByDrivers(ctx: Ctx, branch_id: number): Promise<Held[]> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('driver_cash')
      .innerJoin('account', 'account.id', 'driver_cash.driver_id')
      .select([
        'driver_cash.driver_id',
        'account.name as account_name',
        'driver_cash.currency',
        sql<number>`collected::float8`.as('collected'),
        sql<number>`refunded::float8`.as('refunded'),
        sql<number>`handed_in::float8`.as('handed_in'),
        sql<number>`(collected - refunded - handed_in)::float8`.as('outstanding'),
      ])
      .where('account.branch_id', '=', branch_id)
      .where(sql<boolean>`collected - refunded - handed_in <> 0`)
      .orderBy('account.name')
      .orderBy('driver_cash.driver_id'),
  );
  const held: Held[] = [];
  for (const { driver_id, account_name, ...amounts } of rows) {
    const { orders } = await loadDriverCarriedCash(ctx, driver_id, [amounts]);
    const received = (orders ?? []).flatMap(({ payments }) => payments.map(({ received_at }) => received_at));
    held.push({
      ...nobody,
      holder: 'driver',
      branch_id,
      currency: amounts.currency,
      amount: amounts.outstanding,
      since: received.sort()[0] ?? null,
      account_id: driver_id,
      account_name,
    });
  }
  return held;
}

/** Lists the cash that left the safe for the bank and has not been marked as banked. */
async function onTheWay(ctx: Ctx, branch_id: number): Promise<Held[]> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('safe_move')
      .leftJoin('account', 'account.id', 'safe_move.taken_by')
      .select([
        'safe_move.id as move_id',
        'safe_move.currency',
        'safe_move.amount',
        'safe_move.created_at',
        'safe_move.taken_by as account_id',
        'account.name as account_name',
      ])
      .where('safe_move.branch_id', '=', branch_id)
      .where('safe_move.kind', '=', 'bank')
      .where('safe_move.banked_at', 'is', null)
      .orderBy('safe_move.id'),
  );
  return rows.map(({ amount, created_at, ...row }) => ({
    ...nobody,
    ...row,
    holder: 'bank',
    branch_id,
    amount: -Number(amount),
    since: created_at.toISOString(),
  }));
}

/**
 * Lists who holds how much of a branch's cash and since when: drawers, drivers, the safe, and transfers to the bank.
 * Rule: docs/rules/tills.md#where-the-money-is
 * @returns amounts in the currency of each row, instants in UTC
 * @throws branch.required, branch.forbidden, reference.missing
 */
export async function listCashHolders(
  ctx: Ctx,
  input: z.output<Where['input']>,
): Promise<z.output<Where['output']>> {
  const branch_id = await requireSafeBranch(ctx, input.branch_id);
  const branch = await fetchRow(ctx, tables.selectFrom('branch').select('names').where('id', '=', branch_id));
  const safes = (await loadBranchSafes(ctx, branch_id)).map(
    ({ currency, balance, opened_at, moved_at }): Held => ({
      ...nobody,
      holder: 'safe',
      branch_id,
      currency,
      amount: Number(balance),
      since: moved_at.toISOString(),
      counted: opened_at !== null,
    }),
  );
  return {
    branch_id,
    branch_name: resolveText(toTexts(branch?.names), ctx.locale),
    at: ctx.now.toISOString(),
    held: [
      ...(await openDrawers(ctx, branch_id)),
      ...(await restingDrawers(ctx, branch_id)),
      ...(await carriedByDrivers(ctx, branch_id)),
      ...safes,
      ...(await onTheWay(ctx, branch_id)),
    ],
  };
}
