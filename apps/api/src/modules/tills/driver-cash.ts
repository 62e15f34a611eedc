import { fromMinor, toMinor } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import { getEffectiveScope } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, tables } from '../../core/db/tables.ts';
import { worksAtBranches } from '../identity/index.ts';

/** Number of decimals in which cash is counted. */
export const SCALE = 4;

/** A driver's cash in one currency over all time, in ten-thousandths. */
type DriverCash = {
  readonly collected: bigint;
  readonly refunded: bigint;
  readonly handed_in: bigint;
  readonly outstanding: bigint;
};

/**
 * Condition for the drivers whose cash the caller sees and collects: those who work at or manage one of the caller's
 * branches, as in the list of accounts. A driver's cash is one sum over all branches; drivers without a
 * branch are visible only to callers who see every branch. The account's alias is `a`.
 */
export function visibleDriversSql(ctx: Ctx): RawBuilder<boolean> {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? sql<boolean>`TRUE` : worksAtBranches(scope);
}

/** Reads a driver whom the caller may see. */
const readDriver = (ctx: Ctx, id: number) =>
  tables
    .selectFrom('account as a')
    .select('a.id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(visibleDriversSql(ctx));

/** True when the caller may see this driver's cash; its change history checks this. */
export const canSeeDriverCash = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await fetchRow(ctx, readDriver(ctx, id))) !== undefined;

const readSums = (driver_id: number, currency: string) =>
  tables
    .selectFrom('driver_cash')
    .select(['collected', 'refunded', 'handed_in'])
    .where('driver_id', '=', driver_id)
    .where('currency', '=', currency);

type Sums = InferResult<ReturnType<typeof readSums>>[number];

/** Converts the stored sums of a driver; without a row they are 0. */
function toDriverCash(sums: Sums | undefined): DriverCash {
  const at = (part: keyof Sums) => toMinor(sums?.[part] ?? '0', SCALE);
  const [collected, refunded, handed_in] = [at('collected'), at('refunded'), at('handed_in')];
  return { collected, refunded, handed_in, outstanding: collected - refunded - handed_in };
}

/**
 * Loads what a driver collected, refunded, handed in and still holds in one currency.
 * Rule: docs/rules/currencies.md#drivers-cash
 */
export const loadDriverCash = async (ctx: Ctx, driver_id: number, currency: string): Promise<DriverCash> =>
  toDriverCash(await fetchRow(ctx, readSums(driver_id, currency)));

/**
 * Reads a driver's cash and locks it until the transaction ends, so that parallel hand-ins never exceed it. Lock order
 * against deadlocks: drawer, account, then sums; code that writes payments locks drawer and stock, then the sums, and
 * never the account.
 * @throws reference.missing for a driver who does not exist or whom the caller may not see
 */
async function lockDriverCash(ctx: Ctx, driver_id: number, currency: string): Promise<DriverCash> {
  const field = 'driver_id';
  const driver = await fetchRow(ctx, readDriver(ctx, driver_id).forNoKeyUpdate('a'));
  if (!driver) fail('reference.missing', { field }, field);
  return toDriverCash(await fetchRow(ctx, readSums(driver_id, currency).forNoKeyUpdate()));
}

type Cash = { readonly amount: number; readonly currency: string };

/**
 * Locks the driver's cash for a hand-in and checks that the driver holds at least this amount in its currency.
 * @throws reference.missing, cash.beyond_outstanding
 */
export async function lockDriverCashForHandIn(
  ctx: Ctx,
  driver_id: number,
  { amount, currency }: Cash,
): Promise<DriverCash> {
  const cash = await lockDriverCash(ctx, driver_id, currency);
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

/**
 * Writes the hand-in into the driver's audit log, wherever the cash went, because hand-ins to a safe have no session.
 */
export async function recordHandInAudit(
  ctx: Ctx,
  before: DriverCash,
  { driver_id, amount, currency, branch_id, session_id }: HandedIn,
): Promise<void> {
  const toAuditValue = (handed_in: bigint) => ({ handed_in: fromMinor(handed_in, SCALE) });
  await recordAudit(ctx, {
    noun: 'driver-cash',
    id: driver_id,
    action: 'cash_hand_in',
    before: toAuditValue(before.handed_in),
    after: {
      ...toAuditValue(before.handed_in + toMinor(amount, SCALE)),
      amount,
      currency,
      branch_id,
      session_id,
    },
    branch_id,
  });
}
