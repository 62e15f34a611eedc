import { fromMinor, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { getPermissions, hasPermission, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { fetchRow } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { canApprove, proveApproval, verifyApprover } from '../identity/index.ts';
import { readSettings } from '../setting/index.ts';
import {
  checkRequestedBranch,
  checkTillIsAmongAssigned,
  isBranchInScope,
  requireSafeBranch,
} from './check-till.ts';
import { computeExpectedCash } from './drawer-cash.ts';
import { lockDriverCashForHandIn, recordHandInAudit, SCALE } from './driver-cash.ts';
import { parseCashCount, toDenominationsJson } from './read-count.ts';
import { moveSafeCash } from './safe.service.ts';
import { readSessionRows, type SessionRow } from './session.view.ts';

type Move = z.output<typeof api.posSession.move.input>;
type Moved = z.output<typeof api.posSession.move.output>;

/** Checks that a driver is named for hand-ins only, and that every other move names a session. */
function checkKind({ kind, driver_id, session_id }: Move): void {
  if (kind === 'hand_in') {
    if (driver_id == null) failField('driver_id', 'required');
    return;
  }
  if (driver_id != null) failField('driver_id', 'invalid');
  if (kind === 'bank' || kind === 'opening') failField('kind', 'invalid');
  if (session_id == null) failField('session_id', 'required');
}

/**
 * Lets callers with only the payments permission take in drivers' hand-ins but move no other cash; sellers may move
 * cash with a manager's approval.
 * @throws permission.denied
 */
function checkMay(ctx: Ctx, { kind }: Move): void {
  const resource =
    kind === 'hand_in'
      ? (['sessions', 'branchs', 'payments'] as const)
      : (['sessions', 'branchs', 'seller'] as const);
  if (!hasPermission(getPermissions(ctx), { resource, action: 'save' })) fail('permission.denied');
}

const isSafeMove = ({ holder, kind }: Move): boolean =>
  holder === 'safe' && kind !== 'hand_in' && kind !== 'drop';

/** Checks what needs no database. @throws permission.denied, branch.forbidden, request.invalid */
function checkMove(ctx: Ctx, input: Move): void {
  checkMay(ctx, input);
  checkRequestedBranch(ctx, input.branch_id);
  if (!isSafeMove(input)) checkKind(input);
  else if (!canApprove(ctx, 'cash')) fail('permission.denied');
}

/** True for a move by a caller who needs somebody's approval for it. Rule: docs/rules/approvals.md */
const needsApproval = (ctx: Ctx, { kind }: Move): boolean => kind !== 'hand_in' && !canApprove(ctx, 'cash');

/** Returns the approval of a move from this drawer. @throws approval.needed, permission.denied */
async function requireApproval(ctx: Ctx, { device_id }: SessionRow, { approval }: Move) {
  await checkTillIsAmongAssigned(ctx, device_id);
  return approval ?? fail('approval.needed', undefined, 'approval');
}

/** Checks who may make this move, and its approval's PIN or password. @throws permission.denied, approval.needed, auth.failed */
export async function prepareMove(ctx: Ctx, input: Move): Promise<void> {
  checkMove(ctx, input);
  if (isSafeMove(input)) return;
  if (input.session_id == null || !needsApproval(ctx, input)) return;
  const drawer = await findDrawer(ctx, input.session_id, input.branch_id);
  await proveApproval(ctx, await requireApproval(ctx, drawer, input), drawer);
}

/**
 * Returns the account that approves a seller's move; null for callers who may approve cash moves themselves.
 * @throws approval.needed, auth.failed, approval.locked, permission.denied
 */
async function approverOf(ctx: Ctx, drawer: SessionRow | null, input: Move): Promise<number | null> {
  if (!drawer || !needsApproval(ctx, input)) return null;
  const { device_id, branch_id } = drawer;
  const approval = await requireApproval(ctx, drawer, input);
  return verifyApprover(ctx, approval, { reason: 'cash', branch_id, device_id });
}

/** Checks that no more cash is taken out of a drawer than it holds. */
async function checkDrawer(ctx: Ctx, session: SessionRow, kind: Move['kind'], amount: number): Promise<void> {
  if (kind !== 'out' && kind !== 'drop') return;
  const held = await computeExpectedCash(ctx, session);
  if (toMinor(amount, SCALE) > held)
    // the error leaves out the balance, because this person still has to count the drawer
    fail('cash.beyond_drawer', undefined, 'amount');
}

/**
 * Returns the currency of the move: the drawer's, which accepts no other; for a safe the requested one, else the
 * shop's.
 * @throws session.other_currency
 */
async function currencyOf(
  ctx: Ctx,
  drawer: SessionRow | null,
  requestedCurrency: string | undefined,
): Promise<string> {
  if (!drawer) return requestedCurrency ?? (await readSettings(ctx)).settings.Currency;
  const { currency } = drawer;
  if (requestedCurrency !== undefined && requestedCurrency !== currency)
    fail('session.other_currency', { currency, wanted: requestedCurrency }, 'currency');
  return currency;
}

/** Checks that a session is an open drawer that the caller may see. @throws record.missing, reference.missing, session.not_open */
function requireDrawer(
  ctx: Ctx,
  session: SessionRow | undefined,
  requestedBranch: number | undefined,
): SessionRow {
  const visibleSession = requireFound(
    session && isBranchInScope(ctx, session.branch_id) ? session : undefined,
  );
  if (requestedBranch !== undefined && requestedBranch !== visibleSession.branch_id)
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  if (visibleSession.status !== 'open') fail('session.not_open');
  return visibleSession;
}

/** Finds an open drawer that the caller may see. */
const findDrawer = async (
  ctx: Ctx,
  session_id: number,
  requestedBranch: number | undefined,
): Promise<SessionRow> =>
  requireDrawer(ctx, await fetchRow(ctx, readSessionRows.where('s.id', '=', session_id)), requestedBranch);

/** The same, with its session locked, so that it cannot be closed or emptied before this move is stored. */
async function lockDrawer(
  ctx: Ctx,
  session_id: number,
  requestedBranch: number | undefined,
): Promise<SessionRow> {
  const query = readSessionRows.where('s.id', '=', session_id).forNoKeyUpdate('s');
  return requireDrawer(ctx, await fetchRow(ctx, query), requestedBranch);
}

/**
 * Moves cash into or out of an open drawer, or a driver's hand-in into the safe of a branch.
 * @throws request.invalid on amount for more than the drawer holds; record.missing, session.not_open,
 * session.other_currency, cash.beyond_outstanding for more than the driver holds, branch.forbidden, branch.required,
 * permission.denied
 */
export async function moveCash(ctx: Ctx, input: Move): Promise<Moved> {
  checkMove(ctx, input);
  return isSafeMove(input) ? ctx.tx((ctx) => moveSafeCash(ctx, input)) : moveDrawerCash(ctx, input);
}

const moveDrawerCash = (ctx: Ctx, input: Move): Promise<Moved> =>
  ctx.tx(async (ctx) => {
    const { kind } = input;
    const drawer = input.session_id == null ? null : await lockDrawer(ctx, input.session_id, input.branch_id);
    // before anything that depends on what is in the drawer
    const approved_by = await approverOf(ctx, drawer, input);
    const branch_id = drawer?.branch_id ?? (await requireSafeBranch(ctx, input.branch_id));
    const currency = await currencyOf(ctx, drawer, input.currency);
    const { amount, denominations } = await parseCashCount(ctx, input, currency, 'amount');
    if (amount === 0) failField('amount', 'above', { min: 0 });
    if (drawer) await checkDrawer(ctx, drawer, kind, amount);
    const account_id = getActorId(ctx);
    const [session_id, driver_id, reason] = [
      drawer?.id ?? null,
      input.driver_id ?? null,
      input.reason ?? null,
    ];
    const cash =
      driver_id === null ? null : await lockDriverCashForHandIn(ctx, driver_id, { amount, currency });
    const { id, created_at } = await ctx.db.pos_cash_move.create({
      data: {
        branch_id,
        session_id,
        kind,
        amount,
        currency,
        driver_id,
        reason,
        account_id,
        approved_by,
        denominations: toDenominationsJson(denominations),
        created_at: ctx.now,
      },
      select: { id: true, created_at: true },
    });
    const moved = {
      ...{ id, branch_id, session_id, kind, amount, currency, driver_id, reason, approved_by },
      holder: drawer ? ('drawer' as const) : ('safe' as const),
    };
    if (drawer) {
      const change = { noun: 'pos-session', id: drawer.id, action: `cash_${kind}` } as const;
      await recordAudit(ctx, { ...change, before: null, after: moved, branch_id, version: drawer.version });
    }
    if (cash && driver_id !== null) await recordHandInAudit(ctx, cash, { ...moved, driver_id });
    const left = cash && cash.outstanding - toMinor(amount, SCALE);
    const outstanding = left === null ? null : fromMinor(left, SCALE);
    return { ...moved, outstanding, created_at: created_at.toISOString() };
  });
