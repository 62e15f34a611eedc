import { minorText, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch, hasPermission, orNotFound, permissionsOf } from '../../core/access.ts';
import { audit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/fail-field.ts';
import { checkCurrencyScale, readSettings } from '../setting/index.ts';
import { checkBranch, checkDevice, getTillBranch, isBranchInScope, lockTill } from './check-till.ts';
import { expectedCash } from './move-cash.ts';
import { auditView, SELECT, type SessionRow, sessionView } from './session.view.ts';

type Open = z.output<typeof api.posSession.open.input>;
type Close = z.output<typeof api.posSession.close.input>;

/** Cash in ten-thousandths of the currency. */
const SCALE = 4;

const accountOf = ({ actor }: Ctx): number | null => (actor.kind === 'account' ? actor.id : null);

async function stored(ctx: Ctx, id: number): Promise<SessionRow> {
  const [row] = await ctx.db.$queryRaw<SessionRow[]>`${SELECT} WHERE s.id = ${id}`;
  return orNotFound(row);
}

/** The device's open session, held against its close until the transaction ends; sales of one till go side by side. */
async function held(ctx: Ctx, device_id: number): Promise<SessionRow | undefined> {
  const [row] = await ctx.db.$queryRaw<SessionRow[]>`
    ${SELECT} WHERE s.device_id = ${device_id} AND s.status = 'open' FOR SHARE`;
  return row;
}

/**
 * Opens the device's next session in the shop's currency; its till is locked. Without an amount it starts with what was
 * left in it, unless that is of another currency.
 */
async function begin(ctx: Ctx, device_id: number, branch_id: number, amount?: number): Promise<SessionRow> {
  const { Currency: currency } = (await readSettings(ctx)).settings;
  const last = await ctx.db.pos_session.findFirst({
    where: { device_id, status: 'closed' },
    orderBy: { id: 'desc' },
    select: { left_in_drawer: true, currency: true },
  });
  const left = last?.currency === currency ? last.left_in_drawer : null;
  const { id } = await ctx.db.pos_session.create({
    data: {
      device_id,
      branch_id,
      opened_by: accountOf(ctx),
      opened_at: ctx.now,
      currency,
      start_amount: amount ?? left ?? 0,
    },
    select: { id: true },
  });
  const row = await stored(ctx, id);
  const change = { noun: 'pos-session', id, action: 'open', before: null, after: auditView(row) } as const;
  await audit(ctx, { ...change, branch_id, version: row.version });
  return row;
}

/**
 * Opens the drawer of a till.
 * @throws branch.forbidden, permission.denied, reference.missing for a device that sells nowhere, session.already_open
 */
export const open = (ctx: Ctx, { device_id, branch_id: said, start_amount }: Open) =>
  ctx.tx(async (ctx) => {
    await checkCurrencyScale(ctx, { start_amount });
    checkBranch(ctx, said);
    const branch_id = await getTillBranch(ctx, device_id, said);
    await checkDevice(ctx, device_id);
    await lockTill(ctx, device_id);
    const standing = await held(ctx, device_id);
    if (standing) fail('session.already_open', { session_id: standing.id });
    return sessionView(await begin(ctx, device_id, branch_id, start_amount));
  });

/**
 * The open session that a sale or refund of a device goes to, held so that it is not closed before the caller's
 * transaction ends. With `create` the first sale opens it, starting with what was left in the drawer.
 * Call it inside `tx` and before stock is locked.
 * Rule: docs/rules/currencies.md#tills
 * @param branch_id where the order is sold; a session elsewhere is not the device's
 * @param currency of the order; a drawer holds one currency. Without it any will do
 * @throws session.not_open, session.other_currency, reference.missing, permission.denied for a device that is not the
 *   account's
 */
export async function getOpenSession(
  ctx: Ctx,
  device_id: number,
  branch_id: number,
  { create = false, currency }: { create?: boolean; currency?: string } = {},
): Promise<SessionRow> {
  await checkDevice(ctx, device_id);
  const ofBranch = (row: SessionRow): SessionRow => {
    if (row.branch_id !== branch_id) fail('reference.missing', { field: 'device_id' }, 'device_id');
    if (currency !== undefined && row.currency !== currency)
      fail('session.other_currency', { currency: row.currency, wanted: currency }, 'device_id');
    return row;
  };
  const standing = await held(ctx, device_id);
  if (standing) return ofBranch(standing);
  if (!create) return fail('session.not_open');
  await getTillBranch(ctx, device_id, branch_id);
  await lockTill(ctx, device_id);
  const meanwhile = await held(ctx, device_id);
  return ofBranch(meanwhile ?? (await begin(ctx, device_id, branch_id)));
}

/** The device's open session where it has one in this branch and currency, held like the other; null otherwise. */
export async function findOpenSession(
  ctx: Ctx,
  device_id: number,
  branch_id: number,
  currency: string,
): Promise<SessionRow | null> {
  const standing = await held(ctx, device_id);
  return standing?.branch_id === branch_id && standing.currency === currency ? standing : null;
}

/** The session to close: the one that is named, else the open one, else the last. Its till is locked. */
async function meant(ctx: Ctx, input: Close): Promise<SessionRow> {
  const { device_id, session_id = null, branch_id: said } = input;
  const [row] = await ctx.db.$queryRaw<SessionRow[]>`
    ${SELECT} WHERE s.device_id = ${device_id} AND (${session_id}::int IS NULL OR s.id = ${session_id}::int)
     ORDER BY s.status = 'open' DESC, s.id DESC LIMIT 1 FOR UPDATE`;
  const isTheirs =
    row && isBranchInScope(ctx, row.branch_id) && (said === undefined || said === row.branch_id);
  if (isTheirs) return row;
  if (!row) await getTillBranch(ctx, device_id, said);
  return row ? fail('reference.missing', { field: 'device_id' }, 'device_id') : fail('session.not_open');
}

/** A drawer that is further off than the shop bears is explained, or closed by who answers for it. */
async function checkDifference(
  ctx: Ctx,
  { currency }: SessionRow,
  difference: bigint,
  note: string | null,
): Promise<void> {
  const { settings } = await readSettings(ctx);
  // what the shop bears is said in the currency that it has now
  const cash_tolerance = settings.Currency === currency ? settings.cash_tolerance : 0;
  const off = difference < 0n ? -difference : difference;
  const answers = hasPermission(permissionsOf(ctx), { resource: ['sessions', 'branchs'], action: 'save' });
  // how far it is off is not told: a count is not to be tried until it fits
  if (off > toMinor(cash_tolerance, SCALE) && note === null && !answers)
    fail('session.note_needed', { tolerance: cash_tolerance, currency }, 'note');
}

/** The device's next number, without gaps: its till is locked, and nothing but a close gives one. */
async function nextZ(ctx: Ctx, device_id: number): Promise<number> {
  const { _max } = await ctx.db.pos_session.aggregate({ where: { device_id }, _max: { z_number: true } });
  return (_max.z_number ?? 0) + 1;
}

/**
 * Closes the drawer of a till with what was counted, once: a repeat answers what is stored (decisions section 5).
 * @throws session.not_open, session.note_needed, reference.missing, branch.forbidden
 */
export const close = (ctx: Ctx, input: Close) =>
  ctx.tx(async (ctx) => {
    const { device_id, end_session_amount } = input;
    const left_in_drawer = input.left_in_drawer ?? end_session_amount;
    checkBranch(ctx, input.branch_id);
    await checkDevice(ctx, device_id);
    await lockTill(ctx, device_id);
    const before = await meant(ctx, input);
    if (before.status === 'closed') return sessionView(before);
    const { currency } = before;
    await checkCurrencyScale(ctx, { end_session_amount, left_in_drawer: input.left_in_drawer }, currency);
    if (left_in_drawer > end_session_amount)
      invalid('left_in_drawer', 'max_value', { max: end_session_amount, currency });
    const expected = await expectedCash(ctx, before);
    const difference = toMinor(end_session_amount, SCALE) - expected;
    const note = input.note ?? null;
    await checkDifference(ctx, before, difference, note);
    await ctx.db.pos_session.update({
      where: { id: before.id },
      data: {
        status: 'closed',
        closed_by: accountOf(ctx),
        closed_at: ctx.now,
        end_session_amount,
        expected_amount: minorText(expected, SCALE),
        difference: minorText(difference, SCALE),
        left_in_drawer,
        z_number: await nextZ(ctx, device_id),
        note,
        version: { increment: 1 },
      },
      select: { id: true },
    });
    const row = await stored(ctx, before.id);
    await audit(ctx, {
      noun: 'pos-session',
      id: row.id,
      action: 'close',
      before: auditView(before),
      after: auditView(row),
      branch_id: row.branch_id,
      version: row.version,
    });
    return sessionView(row);
  });

/** Whether a session lies in the caller's sight, for its timeline. */
export async function canSeePosSession(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db.pos_session.findUnique({ where: { id }, select: { branch_id: true } });
  return row !== null && canSeeBranch(ctx, row.branch_id);
}
