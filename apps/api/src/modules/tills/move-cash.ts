import { fromMinor, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { getPermissions, hasPermission, orNotFound } from '../../core/access.ts';
import { audit } from '../../core/audit.ts';
import { actorId, type Ctx } from '../../core/ctx.ts';
import { invalid } from '../../core/fail-field.ts';
import { checkCurrencyScale, readSettings } from '../setting/index.ts';
import { checkBranch, getSafeBranch, isBranchInScope } from './check-till.ts';
import { auditHandIn, checkHandIn, SCALE } from './driver-cash.ts';
import { moveSafeCash } from './safe.service.ts';
import { SELECT, type SessionRow } from './session.view.ts';

type Move = z.output<typeof api.posSession.move.input>;
type Moved = z.output<typeof api.posSession.move.output>;

/** What went through a drawer, in ten-thousandths; all are from 0. */
type DrawerCash = {
  readonly start: bigint;
  /** Received less change. */
  readonly sales: bigint;
  readonly refunds: bigint;
  /** Put in, a driver's hand-ins among it. */
  readonly in: bigint;
  /** Taken out, drops into the safe among it. */
  readonly out: bigint;
};

/** What a session's drawer has seen so far (decisions section 5). Only cash that the session itself holds counts. */
async function cashOf(ctx: Ctx, { id, start_amount }: Pick<SessionRow, 'id' | 'start_amount'>) {
  const [sums] = await ctx.db.$queryRaw<{ sales: string; refunds: string; in: string; out: string }[]>`
    SELECT p.sales, p.refunds, m."in", m."out"
      FROM (SELECT coalesce(sum(p.amount) FILTER (WHERE p.status = 'received'), 0)::text AS sales,
                   coalesce(-sum(p.amount) FILTER (WHERE p.status = 'refunded'), 0)::text AS refunds
              FROM order_payment p JOIN payment_method t ON t.id = p.payment_id
             WHERE p.pos_session_id = ${id} AND p.holder = 'session' AND t.type = 'cash') p,
           (SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('in', 'hand_in')), 0)::text AS "in",
                   coalesce(sum(amount) FILTER (WHERE kind IN ('out', 'drop')), 0)::text AS "out"
              FROM pos_cash_move WHERE session_id = ${id}) m`;
  const at = (part: 'sales' | 'refunds' | 'in' | 'out') => toMinor(sums?.[part] ?? '0', SCALE);
  const start = toMinor(start_amount, SCALE);
  return {
    start,
    sales: at('sales'),
    refunds: at('refunds'),
    in: at('in'),
    out: at('out'),
  } satisfies DrawerCash;
}

/**
 * What must lie in a session's drawer, in ten-thousandths: start + cash received less change - cash refunds + in - out.
 * True for as long as the session's row is held (openSessionOf, or the close itself).
 */
export async function expectedCash(
  ctx: Ctx,
  session: Pick<SessionRow, 'id' | 'start_amount'>,
): Promise<bigint> {
  const cash = await cashOf(ctx, session);
  return cash.start + cash.sales - cash.refunds + cash.in - cash.out;
}

/** Only what drivers hand in has a driver, and may do without a drawer. */
function checkKind({ kind, driver_id, session_id }: Move): void {
  if (kind === 'bank' || kind === 'opening') invalid('kind', 'invalid');
  if (kind === 'hand_in') {
    if (driver_id == null) invalid('driver_id', 'required');
    return;
  }
  if (driver_id != null) invalid('driver_id', 'invalid');
  if (session_id == null) invalid('session_id', 'required');
}

/** Who holds payments alone settles them with the drivers, and takes nothing out of a drawer. @throws permission.denied */
function checkMay(ctx: Ctx, { kind }: Move): void {
  if (kind === 'hand_in') return;
  if (!hasPermission(getPermissions(ctx), { resource: ['sessions', 'branchs'], action: 'save' }))
    fail('permission.denied');
}

/** Nobody takes more out of a drawer than has come into it. */
async function checkDrawer(ctx: Ctx, session: SessionRow, { kind, amount }: Move): Promise<void> {
  if (kind !== 'out' && kind !== 'drop') return;
  const held = await expectedCash(ctx, session);
  if (toMinor(amount, SCALE) > held)
    invalid('amount', 'max_value', { max: fromMinor(held, SCALE), currency: session.currency });
}

/**
 * What cash is moved in: the drawer's currency, which no other goes into; for a safe the one that is said, else the shop's.
 * @throws session.other_currency
 */
async function currencyOf(ctx: Ctx, drawer: SessionRow | null, said: string | undefined): Promise<string> {
  if (!drawer) return said ?? (await readSettings(ctx)).settings.Currency;
  const { currency } = drawer;
  if (said !== undefined && said !== currency)
    fail('session.other_currency', { currency, wanted: said }, 'currency');
  return currency;
}

/** An open drawer in the caller's sight, held until this is in: nobody closes it or takes something else out meanwhile. */
async function drawerOf(ctx: Ctx, session_id: number, said: number | undefined): Promise<SessionRow> {
  const [session] = await ctx.db.$queryRaw<
    SessionRow[]
  >`${SELECT} WHERE s.id = ${session_id} FOR NO KEY UPDATE OF s`;
  const found = orNotFound(session && isBranchInScope(ctx, session.branch_id) ? session : undefined);
  if (said !== undefined && said !== found.branch_id)
    fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  if (found.status !== 'open') fail('session.not_open');
  return found;
}

/**
 * Moves cash into or out of an open drawer, or what a driver hands in into the safe of a branch.
 * @throws request.invalid on amount for more than the drawer holds; record.missing, session.not_open,
 *   session.other_currency, cash.beyond_outstanding for more than the driver holds, branch.forbidden, branch.required, permission.denied
 */
export const moveCash = (ctx: Ctx, input: Move): Promise<Moved> =>
  ctx.tx(async (ctx) => {
    const { kind, amount } = input;
    checkMay(ctx, input);
    checkBranch(ctx, input.branch_id);
    if (input.holder === 'safe' && kind !== 'hand_in' && kind !== 'drop') return moveSafeCash(ctx, input);
    checkKind(input);
    const drawer = input.session_id == null ? null : await drawerOf(ctx, input.session_id, input.branch_id);
    const branch_id = drawer?.branch_id ?? (await getSafeBranch(ctx, input.branch_id));
    const currency = await currencyOf(ctx, drawer, input.currency);
    await checkCurrencyScale(ctx, { amount }, currency);
    if (drawer) await checkDrawer(ctx, drawer, input);
    const account_id = actorId(ctx);
    const [session_id, driver_id, reason] = [
      drawer?.id ?? null,
      input.driver_id ?? null,
      input.reason ?? null,
    ];
    const cash = driver_id === null ? null : await checkHandIn(ctx, driver_id, { amount, currency });
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
        created_at: ctx.now,
      },
      select: { id: true, created_at: true },
    });
    const moved = {
      id,
      holder: drawer ? ('drawer' as const) : ('safe' as const),
      branch_id,
      session_id,
      kind,
      amount,
      currency,
      driver_id,
      reason,
    };
    if (drawer) {
      const change = {
        noun: 'pos-session',
        id: drawer.id,
        action: `cash_${kind as 'in' | 'out' | 'drop' | 'hand_in'}`,
      } as const;
      await audit(ctx, { ...change, before: null, after: moved, branch_id, version: drawer.version });
    }
    if (cash && driver_id !== null) await auditHandIn(ctx, cash, { ...moved, driver_id });
    const left = cash && cash.outstanding - toMinor(amount, SCALE);
    const outstanding = left === null ? null : fromMinor(left, SCALE);
    return { ...moved, outstanding, created_at: created_at.toISOString() };
  });
