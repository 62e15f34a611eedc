import { formatMinor, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import {
  canApprove,
  countAttempt,
  proveApproval,
  refundAttempt,
  verifyApprover,
  verifyDrawerTaker,
} from '../identity/index.ts';
import { checkCurrencyScale, readSettings } from '../setting/index.ts';
import {
  checkRequestedBranch,
  checkTillIsAmongAssigned,
  isBranchInScope,
  lockTill,
  requireTillBranch,
} from './check-till.ts';
import { computeExpectedCash } from './drawer-cash.ts';
import { SCALE } from './driver-cash.ts';
import { type CountedCash, parseCashCount, toDenominationsJson } from './read-count.ts';
import { getSession, insertNextSession } from './session.service.ts';
import {
  auditView,
  OPEN_SQL,
  readSessionRows,
  type SessionRow,
  type SessionRowQuery,
  sessionView,
} from './session.view.ts';
import { storeClosing } from './store-closing.ts';

// Rule: docs/rules/tills.md#closing

type Count = z.output<typeof api.posSession.count.input>;
type Close = z.output<typeof api.posSession.close.input>;
type HandOver = z.output<typeof api.posSession.handOver.input>;

/** Reads the session to close: the requested one, else the open one, else the device's last one. */
function readSessionToClose({ device_id, session_id }: Count): SessionRowQuery {
  const query = readSessionRows.where('s.device_id', '=', device_id);
  // without an id the drawer is meant, not what came too late
  return query
    .where(session_id == null ? sql<boolean>`s.late_of IS NULL` : sql<boolean>`s.id = ${session_id}`)
    .orderBy(({ eb }) => eb('s.status', '=', OPEN_SQL), 'desc')
    .orderBy('s.id', 'desc')
    .limit(1);
}

/** Checks that the caller may close the session that was found. @throws session.not_open, reference.missing */
async function requireSession(
  ctx: Ctx,
  { device_id, branch_id: requestedBranch }: Count,
  row: SessionRow | undefined,
): Promise<SessionRow> {
  const isTheirs =
    row &&
    isBranchInScope(ctx, row.branch_id) &&
    (requestedBranch === undefined || requestedBranch === row.branch_id);
  if (isTheirs) return row;
  // a drawer of another branch is answered like one that does not exist
  await requireTillBranch(ctx, device_id, requestedBranch);
  return fail('session.not_open');
}

/** Finds the session to close. @throws session.not_open, branch.forbidden, reference.missing */
async function findSession(ctx: Ctx, input: Count): Promise<SessionRow> {
  checkRequestedBranch(ctx, input.branch_id);
  return requireSession(ctx, input, await fetchRow(ctx, readSessionToClose(input)));
}

/** The same, with the session and its till locked. */
async function lockSession(ctx: Ctx, input: Count): Promise<SessionRow> {
  checkRequestedBranch(ctx, input.branch_id);
  await lockTill(ctx, input.device_id);
  return requireSession(ctx, input, await fetchRow(ctx, readSessionToClose(input).forUpdate()));
}

/**
 * Tells whether a count differs by more than the shop's tolerance; the tolerance is 0 in any other currency than the
 * shop's.
 */
async function differs(ctx: Ctx, { currency }: SessionRow, difference: bigint) {
  const { settings } = await readSettings(ctx);
  const tolerance = settings.Currency === currency ? settings.cash_tolerance : 0;
  const off = difference < 0n ? -difference : difference;
  return { tolerance, isOff: off > toMinor(tolerance, SCALE) };
}

/**
 * The counter of a session's refused closes without a note; after three of them a note is required even if the count
 * fits, so that nobody can guess the expected cash.
 */
const unexplained = (session_id: number) => [{ key: `session:note:${session_id}`, max: 3, seconds: 86_400 }];

/**
 * Requires a note for a difference above the tolerance, unless the caller may approve closes. The error does not give
 * the difference, so that nobody adjusts the count until it fits.
 * @throws session.note_needed
 */
async function checkDifference(
  ctx: Ctx,
  session: SessionRow,
  difference: bigint,
  note: string | null,
): Promise<void> {
  if (note !== null || canApprove(ctx, 'close')) return;
  const limits = unexplained(session.id);
  const isTried = (await countAttempt(ctx.services, limits)) !== null;
  const { tolerance, isOff } = await differs(ctx, session, difference);
  if (isTried || isOff) fail('session.note_needed', { tolerance, currency: session.currency }, 'note');
  await refundAttempt(ctx.services, limits);
}

/**
 * Returns the device's next Z number, without gaps, because the till is locked and only closing a session assigns one.
 */
async function nextZ(ctx: Ctx, device_id: number): Promise<number> {
  const { _max } = await ctx.db.pos_session.aggregate({ where: { device_id }, _max: { z_number: true } });
  return (_max.z_number ?? 0) + 1;
}

type Approved = Pick<Close, 'approval' | 'for_device' | 'note'>;

/**
 * Returns the approval that this close needs; null when callers close their own drawer or may approve closes
 * themselves. A drawer that somebody else opened needs a manager's approval, or that of the person who opened it.
 * @throws approval.needed, permission.denied, request.invalid on note
 */
async function requireCloseApproval(ctx: Ctx, { device_id, opened_by }: SessionRow, input: Approved) {
  const isFor = input.for_device === true;
  if (isFor && input.note == null) failField('note', 'required');
  const mayClose = canApprove(ctx, 'close');
  if (!isFor || mayClose) await checkTillIsAmongAssigned(ctx, device_id);
  const isOwn = opened_by === null || opened_by === getActorId(ctx);
  if (mayClose || (isOwn && !isFor)) return null;
  return input.approval ?? fail('approval.needed', undefined, 'approval');
}

/** Checks the PIN or password of a close's approval before the till is locked. @throws approval.needed, auth.failed */
async function proveCloseApproval(ctx: Ctx, session: SessionRow, input: Approved): Promise<void> {
  if (session.status !== 'open') return;
  await proveApproval(ctx, await requireCloseApproval(ctx, session, input), session);
}

/**
 * Returns the account that approves this close; null when the caller closes their own drawer.
 * @throws approval.needed, auth.failed, approval.locked, permission.denied, request.invalid on note
 */
async function closeApprover(ctx: Ctx, session: SessionRow, input: Approved): Promise<number | null> {
  const { device_id, branch_id, opened_by } = session;
  const isFor = input.for_device === true;
  const approval = await requireCloseApproval(ctx, session, input);
  if (!approval) return isFor ? getActorId(ctx) : null;
  // a close for an absent person needs a manager; the person who opened the drawer can approve only when present
  const owner = isFor ? null : opened_by;
  return verifyApprover(ctx, approval, { reason: 'close', branch_id, device_id, owner });
}

type FirstCount = { readonly id: number; readonly amount: number };

/** Finds the count that was made before the drawer is closed. */
async function firstCount(ctx: Ctx, session_id: number): Promise<FirstCount | undefined> {
  const row = await fetchRow(
    ctx,
    tables.selectFrom('pos_count').select(['id', 'amount']).where('session_id', '=', session_id),
  );
  return row && { id: row.id, amount: Number(row.amount) };
}

/**
 * Requires the close to use the amount counted first, or to name that count as `recount_of`. @throws session.counted
 */
async function checkRecount(
  ctx: Ctx,
  session: SessionRow,
  { amount }: CountedCash,
  recount_of: number | null,
): Promise<void> {
  const first = await firstCount(ctx, session.id);
  if (recount_of !== null && recount_of !== first?.id)
    fail('reference.missing', { field: 'recount_of' }, 'recount_of');
  if (first && first.amount !== amount && recount_of === null)
    fail('session.counted', { count_id: first.id }, 'recount_of');
}

const countOf = (ctx: Ctx, { currency }: SessionRow, input: Count): Promise<CountedCash> => {
  const { end_session_amount: amount, denominations } = input;
  return parseCashCount(ctx, { amount, denominations }, currency, 'end_session_amount');
};

/**
 * Counts an open drawer once before it is closed; repeating the same count returns the same result.
 * @returns whether the count fits, without the size of the difference
 * @throws session.not_open, session.counted, reference.missing, branch.forbidden
 */
export const countDrawer = (ctx: Ctx, input: Count) =>
  ctx.tx(async (ctx) => {
    const session = await lockSession(ctx, input);
    await checkTillIsAmongAssigned(ctx, session.device_id);
    if (session.status !== 'open') return fail('session.not_open');
    const counted = await countOf(ctx, session, input);
    const difference = toMinor(counted.amount, SCALE) - (await computeExpectedCash(ctx, session));
    const { isOff } = await differs(ctx, session, difference);
    const answer = { session_id: session.id, amount: counted.amount, differs: isOff };
    const first = await firstCount(ctx, session.id);
    if (first) {
      if (first.amount !== counted.amount)
        return fail('session.counted', { count_id: first.id }, 'end_session_amount');
      return { id: first.id, ...answer };
    }
    const row = await ctx.db.pos_count.create({
      data: {
        session_id: session.id,
        amount: counted.amount,
        denominations: toDenominationsJson(counted.denominations),
        account_id: getActorId(ctx),
        created_at: ctx.now,
      },
      select: { id: true },
    });
    const change = { noun: 'pos-session', id: session.id, action: 'count', before: null } as const;
    const { branch_id, version } = session;
    await recordAudit(ctx, { ...change, after: { counted: counted.amount }, branch_id, version });
    return { id: row.id, ...answer };
  });

/** Closes an open drawer; the caller has locked its till. */
export async function finishSession(
  ctx: Ctx,
  before: SessionRow,
  input: Omit<Close, 'device_id'>,
): Promise<SessionRow> {
  const { currency } = before;
  const approved_by = await closeApprover(ctx, before, input);
  const counted = await countOf(ctx, before, { ...input, device_id: before.device_id });
  const left_in_drawer = input.left_in_drawer ?? counted.amount;
  await checkCurrencyScale(ctx, { left_in_drawer: input.left_in_drawer }, currency);
  if (left_in_drawer > counted.amount)
    failField('left_in_drawer', 'max_value', { max: counted.amount, currency });
  await checkRecount(ctx, before, counted, input.recount_of ?? null);
  const expected = await computeExpectedCash(ctx, before);
  const difference = toMinor(counted.amount, SCALE) - expected;
  const note = input.note ?? null;
  await checkDifference(ctx, before, difference, note);
  await ctx.db.pos_session.update({
    where: { id: before.id },
    data: {
      status: 'closed',
      closed_by: getActorId(ctx),
      closed_at: ctx.now,
      end_session_amount: counted.amount,
      denominations: toDenominationsJson(counted.denominations),
      expected_amount: formatMinor(expected, SCALE),
      difference: formatMinor(difference, SCALE),
      left_in_drawer,
      z_number: await nextZ(ctx, before.device_id),
      note,
      approved_by,
      version: { increment: 1 },
    },
    select: { id: true },
  });
  await storeClosing(ctx, before.id);
  const row = await getSession(ctx, before.id);
  await recordAudit(ctx, {
    noun: 'pos-session',
    id: row.id,
    action: 'close',
    before: auditView(before),
    after: auditView(row),
    branch_id: row.branch_id,
    version: row.version,
  });
  return row;
}

/** Checks a close's approval before its transaction. @throws approval.needed, auth.failed, session.not_open */
export async function prepareClose(ctx: Ctx, input: Close): Promise<void> {
  await proveCloseApproval(ctx, await findSession(ctx, input), input);
}

/** Checks the approvals of a hand-over before its transaction. @throws approval.needed, auth.failed, session.not_open */
export async function prepareHandOver(ctx: Ctx, { taker, ...input }: HandOver): Promise<void> {
  const session = await findSession(ctx, input);
  await proveCloseApproval(ctx, session, input);
  if (session.status === 'open') await proveApproval(ctx, taker, session);
}

/**
 * Closes the drawer of a till with the counted cash; a repeated request returns the stored result.
 * @throws session.not_open, session.note_needed, session.counted, approval.needed, reference.missing, branch.forbidden
 */
export function closeSession(ctx: Ctx, input: Close) {
  return ctx.tx(async (ctx) => {
    const before = await lockSession(ctx, input);
    if (before.status === 'open') return sessionView(await finishSession(ctx, before, input));
    if (input.for_device !== true) await checkTillIsAmongAssigned(ctx, before.device_id);
    return sessionView(before);
  });
}

/**
 * Hands a drawer over during a shift: one count closes the session and opens the next one, which starts with the cash
 * left in the drawer and belongs to the person who takes over.
 * Rule: docs/rules/tills.md#handing-over
 * @throws the errors of a close, and session.not_open when another request has closed it
 */
export function handOverDrawer(ctx: Ctx, { taker, ...input }: HandOver) {
  return ctx.tx(async (ctx) => {
    const before = await lockSession(ctx, input);
    if (before.status !== 'open') return fail('session.not_open');
    const { device_id, branch_id, currency } = before;
    await requireTillBranch(ctx, device_id, branch_id);
    const opened_by = taker ? await verifyDrawerTaker(ctx, taker, { branch_id, device_id }) : getActorId(ctx);
    const closed = await finishSession(ctx, before, input);
    const amount = closed.left_in_drawer ?? 0;
    const opened = await insertNextSession(ctx, device_id, branch_id, { amount, opened_by, currency });
    return { closed: sessionView(closed), opened: sessionView(opened) };
  });
}
