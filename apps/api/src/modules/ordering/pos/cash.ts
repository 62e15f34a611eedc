import { fromMinor, toMinor } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { orNotFound } from '../../../core/access.ts';
import { audit } from '../../../core/audit.ts';
import { actorId, type Ctx } from '../../../core/ctx.ts';
import { invalid } from '../../../core/invalid.ts';
import { checkScale } from '../../catalog/index.ts';
import { SELECT, type SessionRow } from './session.view.ts';
import { isWithin } from './till.ts';

type Move = z.output<typeof api.posSession.move.input>;
type Moved = z.output<typeof api.posSession.move.output>;

/** Cash in ten-thousandths of the currency. */
const SCALE = 4;

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
export async function expectedOf(
  ctx: Ctx,
  session: Pick<SessionRow, 'id' | 'start_amount'>,
): Promise<bigint> {
  const cash = await cashOf(ctx, session);
  return cash.start + cash.sales - cash.refunds + cash.in - cash.out;
}

/** A driver's cash, in ten-thousandths: running, of all time. */
type DriverCash = {
  readonly collected: bigint;
  readonly refunded: bigint;
  readonly handed_in: bigint;
  readonly outstanding: bigint;
};

/** What a driver took at the doors, gave back there, handed in, and still holds (decisions section 5). */
export async function driverCash(ctx: Ctx, driver_id: number): Promise<DriverCash> {
  const [sums] = await ctx.db.$queryRaw<{ collected: string; refunded: string; handed_in: string }[]>`
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.status = 'received'), 0)::text AS collected,
           coalesce(-sum(p.amount) FILTER (WHERE p.status = 'refunded'), 0)::text AS refunded,
           (SELECT coalesce(sum(m.amount), 0)::text FROM pos_cash_move m
             WHERE m.driver_id = ${driver_id} AND m.kind = 'hand_in') AS handed_in
      FROM order_payment p WHERE p.driver_id = ${driver_id} AND p.holder = 'driver'`;
  const collected = toMinor(sums?.collected ?? '0', SCALE);
  const refunded = toMinor(sums?.refunded ?? '0', SCALE);
  const handed_in = toMinor(sums?.handed_in ?? '0', SCALE);
  return { collected, refunded, handed_in, outstanding: collected - refunded - handed_in };
}

/** A hand-in is of somebody, for no more than they hold; one hand-in of a driver after the other. */
async function checkHandIn(ctx: Ctx, { kind, driver_id, amount }: Move): Promise<void> {
  const field = 'driver_id';
  if (kind !== 'hand_in') {
    if (driver_id != null) invalid(field, 'invalid');
    return;
  }
  if (driver_id == null) return invalid(field, 'required');
  const [driver] = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM account WHERE id = ${driver_id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  if (!driver) fail('reference.missing', { field }, field);
  const { outstanding } = await driverCash(ctx, driver_id);
  if (toMinor(amount, SCALE) > outstanding)
    fail('cash.beyond_outstanding', { outstanding: fromMinor(outstanding, SCALE) }, 'amount');
}

/** Nobody takes more out of a drawer than has come into it. */
async function checkDrawer(ctx: Ctx, session: SessionRow, { kind, amount }: Move): Promise<void> {
  if (kind !== 'out' && kind !== 'drop') return;
  const held = await expectedOf(ctx, session);
  if (toMinor(amount, SCALE) > held) invalid('amount', 'max_value', { max: fromMinor(held, SCALE) });
}

/**
 * Moves cash into or out of an open drawer.
 * @throws request.invalid on amount for more than it holds; record.missing, session.not_open, cash.beyond_outstanding
 *   for more than the driver holds
 */
export const move = (ctx: Ctx, input: Move): Promise<Moved> =>
  ctx.tx(async (ctx) => {
    const { session_id, kind, amount } = input;
    await checkScale(ctx, { amount });
    // held until this is in: nobody closes the drawer or takes something else out of it meanwhile
    const [session] = await ctx.db.$queryRaw<
      SessionRow[]
    >`${SELECT} WHERE s.id = ${session_id} FOR NO KEY UPDATE OF s`;
    const found = orNotFound(session && isWithin(ctx, session.branch_id) ? session : undefined);
    const { branch_id, status, version } = found;
    if (status !== 'open') fail('session.not_open');
    await checkDrawer(ctx, found, input);
    await checkHandIn(ctx, input);
    const account_id = actorId(ctx);
    const [driver_id, reason] = [input.driver_id ?? null, input.reason ?? null];
    const { id, created_at } = await ctx.db.pos_cash_move.create({
      data: { session_id, kind, amount, driver_id, reason, account_id, created_at: ctx.now },
      select: { id: true, created_at: true },
    });
    const moved = { id, session_id, kind, amount, driver_id, reason };
    const change = { noun: 'pos-session', id: session_id, action: `cash_${kind}` } as const;
    await audit(ctx, { ...change, before: null, after: moved, branch_id, version });
    return { ...moved, created_at: created_at.toISOString() };
  });
