import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { fetchRow } from '../../core/db/tables.ts';
import { checkCurrencyScale, readSettings } from '../setting/index.ts';
import { checkRequestedBranch, checkTillIsAmongAssigned, lockTill, requireTillBranch } from './check-till.ts';
import { auditView, readOpenDrawer, readSessionRows, type SessionRow, sessionView } from './session.view.ts';

type Open = z.output<typeof api.posSession.open.input>;

/** Returns a session by its id. @throws record.missing */
export const getSession = async (ctx: Ctx, id: number): Promise<SessionRow> =>
  requireFound(await fetchRow(ctx, readSessionRows.where('s.id', '=', id)));

/**
 * Finds the device's open session and locks it against closing until the transaction ends; several sales may hold this
 * lock at the same time.
 */
const lockOpenSession = (ctx: Ctx, device_id: number): Promise<SessionRow | undefined> =>
  fetchRow(ctx, readOpenDrawer(device_id).forShare());

/**
 * Opens the device's next session, in the shop's currency unless another is given; the caller has locked its till.
 * Without an amount it starts with the cash left in the drawer, unless that is in another currency.
 */
export async function insertNextSession(
  ctx: Ctx,
  device_id: number,
  branch_id: number,
  {
    amount,
    opened_by = getActorId(ctx),
    late_of = null,
    ...given
  }: {
    amount?: number | undefined;
    opened_by?: number | null;
    currency?: string;
    /** The closed session of whose sales these came too late. */
    late_of?: number | null;
  } = {},
): Promise<SessionRow> {
  const currency = given.currency ?? (await readSettings(ctx)).settings.Currency;
  const last = await ctx.db.pos_session.findFirst({
    where: { device_id, status: 'closed', late_of: null },
    orderBy: { id: 'desc' },
    select: { left_in_drawer: true, currency: true },
  });
  const left = last?.currency === currency ? last.left_in_drawer : null;
  const { id } = await ctx.db.pos_session.create({
    data: {
      device_id,
      branch_id,
      opened_by,
      opened_at: ctx.now,
      currency,
      start_amount: amount ?? left ?? 0,
      late_of,
    },
    select: { id: true },
  });
  const row = await getSession(ctx, id);
  const change = { noun: 'pos-session', id, action: 'open', before: null, after: auditView(row) } as const;
  await recordAudit(ctx, { ...change, branch_id, version: row.version });
  return row;
}

/**
 * Opens the drawer of a till.
 * @throws branch.forbidden, permission.denied, reference.missing for a device that cannot sell, session.already_open
 */
export const openTill = (ctx: Ctx, { device_id, branch_id: requestedBranch, start_amount }: Open) =>
  ctx.tx(async (ctx) => {
    await checkCurrencyScale(ctx, { start_amount });
    checkRequestedBranch(ctx, requestedBranch);
    const branch_id = await requireTillBranch(ctx, device_id, requestedBranch);
    await checkTillIsAmongAssigned(ctx, device_id);
    await lockTill(ctx, device_id);
    const standing = await lockOpenSession(ctx, device_id);
    if (standing) fail('session.already_open', { session_id: standing.id });
    return sessionView(await insertNextSession(ctx, device_id, branch_id, { amount: start_amount }));
  });

/**
 * Returns the open session for a sale or refund on a device, and locks it against closing until the caller's
 * transaction ends. With `create` the first sale opens a session that starts with the cash left in the drawer. Call it
 * inside `tx` and before stock is locked.
 * Rule: docs/rules/currencies.md#tills
 * @param branch_id where the order is sold; a session in another branch does not match
 * @param currency of the order, because a drawer holds one currency; without it any currency matches
 * @param field the input field that names the device, for errors
 * @throws session.not_open, session.other_currency, reference.missing, permission.denied for a device that is not
 * assigned to the account
 */
export async function getOpenSession(
  ctx: Ctx,
  device_id: number,
  branch_id: number,
  {
    create = false,
    currency,
    field = 'device_id',
  }: { create?: boolean; currency?: string; field?: string } = {},
): Promise<SessionRow> {
  await checkTillIsAmongAssigned(ctx, device_id);
  const ofBranch = (row: SessionRow): SessionRow => {
    if (row.branch_id !== branch_id) fail('reference.missing', { field }, field);
    if (currency !== undefined && row.currency !== currency)
      fail('session.other_currency', { currency: row.currency, wanted: currency }, field);
    return row;
  };
  const standing = await lockOpenSession(ctx, device_id);
  if (standing) return ofBranch(standing);
  // a till of another branch is answered like one that does not exist, whether its drawer is open or not
  await requireTillBranch(ctx, device_id, branch_id, field);
  if (!create) return fail('session.not_open');
  await lockTill(ctx, device_id);
  const meanwhile = await lockOpenSession(ctx, device_id);
  return ofBranch(meanwhile ?? (await insertNextSession(ctx, device_id, branch_id)));
}

/**
 * Finds the device's open session in this branch and currency and locks it in the same way; null when there is none.
 */
export async function findOpenSession(
  ctx: Ctx,
  device_id: number,
  branch_id: number,
  currency: string,
): Promise<SessionRow | null> {
  const standing = await lockOpenSession(ctx, device_id);
  return standing?.branch_id === branch_id && standing.currency === currency ? standing : null;
}

/** True when the caller may see this session; its change history checks this. */
export async function canSeePosSession(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db.pos_session.findUnique({ where: { id }, select: { branch_id: true } });
  return row !== null && canSeeBranch(ctx, row.branch_id);
}
