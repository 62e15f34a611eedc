import { fromMinor, toMinor } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { getEffectiveScope } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma, queryRows } from '../../core/db/database.ts';
import { staffOfBranchesSql } from '../identity/index.ts';

/** Cash in ten-thousandths of the currency. */
export const SCALE = 4;

/** A driver's cash of one currency, in ten-thousandths: running, of all time. */
type DriverCash = {
  readonly collected: bigint;
  readonly refunded: bigint;
  readonly handed_in: bigint;
  readonly outstanding: bigint;
};

/**
 * Whose cash the caller sees and takes in: drivers who work at or manage a branch of theirs, as the list of accounts shows
 * them (decisions 0.4). A driver's cash is one sum of all branches, so that where they drove once tells nobody of it:
 * those of no branch hand in to who sees every branch. The account is `a`.
 */
export function visibleDriversSql(ctx: Ctx): Prisma.Sql {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? Prisma.sql`TRUE` : staffOfBranchesSql(scope);
}

/** Whether the caller sees a driver's cash, for its timeline. */
export async function canSeeDriverCash(ctx: Ctx, id: number): Promise<boolean> {
  const rows = await queryRows(
    ctx,
    Prisma.sql`SELECT 1 FROM account a WHERE a.id = ${id}::int AND a.deleted_at IS NULL AND ${visibleDriversSql(ctx)}`,
  );
  return rows.length > 0;
}

async function read(ctx: Ctx, driver_id: number, currency: string, held: Prisma.Sql): Promise<DriverCash> {
  const [sums] = await queryRows<{ collected: string; refunded: string; handed_in: string }>(
    ctx,
    Prisma.sql`SELECT collected::text AS collected, refunded::text AS refunded, handed_in::text AS handed_in
      FROM driver_cash WHERE driver_id = ${driver_id}::int AND currency = ${currency} ${held}`,
  );
  const at = (part: 'collected' | 'refunded' | 'handed_in') => toMinor(sums?.[part] ?? '0', SCALE);
  const [collected, refunded, handed_in] = [at('collected'), at('refunded'), at('handed_in')];
  return { collected, refunded, handed_in, outstanding: collected - refunded - handed_in };
}

/**
 * What a driver took at the doors, gave back there, handed in, and still holds in one currency.
 * Rule: docs/rules/currencies.md#drivers-cash
 */
export const loadDriverCash = (ctx: Ctx, driver_id: number, currency: string): Promise<DriverCash> =>
  read(ctx, driver_id, currency, Prisma.empty);

/**
 * A driver's cash, held until the transaction ends: no more is handed in than there is, however many take it. First the
 * drawer, then the account, then its sums; whoever writes payments locks the sums with them, after drawer and stock, and no
 * account, so that nobody waits in a ring.
 * @throws reference.missing for who is not there, or works elsewhere
 */
async function holdCash(ctx: Ctx, driver_id: number, currency: string): Promise<DriverCash> {
  const field = 'driver_id';
  const [driver] = await queryRows<{ id: number }>(
    ctx,
    Prisma.sql`SELECT a.id FROM account a
      WHERE a.id = ${driver_id}::int AND a.deleted_at IS NULL AND ${visibleDriversSql(ctx)} FOR NO KEY UPDATE OF a`,
  );
  if (!driver) fail('reference.missing', { field }, field);
  return read(ctx, driver_id, currency, Prisma.sql`FOR NO KEY UPDATE`);
}

type Cash = { readonly amount: number; readonly currency: string };

/**
 * A hand-in is for no more than the driver holds of its currency; one hand-in of a driver after the other.
 * @throws reference.missing, cash.beyond_outstanding
 */
export async function lockDriverCashForHandIn(
  ctx: Ctx,
  driver_id: number,
  { amount, currency }: Cash,
): Promise<DriverCash> {
  const cash = await holdCash(ctx, driver_id, currency);
  const outstanding = fromMinor(cash.outstanding > 0n ? cash.outstanding : 0n, SCALE);
  if (toMinor(amount, SCALE) > cash.outstanding)
    fail('cash.beyond_outstanding', { outstanding, currency }, 'amount');
  return cash;
}

type HandedIn = Cash & {
  readonly driver_id: number;
  readonly branch_id: number;
  readonly session_id: number | null;
};

/** The driver's record says what was handed in, wherever it went: a safe has no record of its own. */
export async function recordHandInAudit(
  ctx: Ctx,
  before: DriverCash,
  { driver_id, amount, currency, branch_id, session_id }: HandedIn,
): Promise<void> {
  const told = (handed_in: bigint) => ({ handed_in: fromMinor(handed_in, SCALE) });
  await recordAudit(ctx, {
    noun: 'driver-cash',
    id: driver_id,
    action: 'cash_hand_in',
    before: told(before.handed_in),
    after: { ...told(before.handed_in + toMinor(amount, SCALE)), amount, currency, branch_id, session_id },
    branch_id,
  });
}
