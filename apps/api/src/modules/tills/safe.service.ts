import { addDays, formatMinor, fromMinor, getDayStart, resolveText, toMinor } from '@dukkan/commerce';
import { type api, fail, MAX_MONEY } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, getActorId } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { toTexts } from '../../core/list/localized-columns.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { readSettings } from '../setting/index.ts';
import { requireSafeBranch } from './check-till.ts';
import { SCALE } from './driver-cash.ts';
import { parseCashCount } from './read-count.ts';

// Rule: docs/rules/tills.md#the-safe

type Contract = typeof api.safe;
type List = z.output<Contract['list']['input']>;
type Row = z.output<Contract['list']['output']>;
type Count = z.output<Contract['count']['input']>;
type Banked = z.output<Contract['banked']['input']>;
type Move = z.output<typeof api.posSession.move.input>;
type Moved = z.output<typeof api.posSession.move.output>;

const readMoves = tables
  .selectFrom('safe_move')
  .innerJoin('branch', 'branch.id', 'safe_move.branch_id')
  .leftJoin('account as giver', 'giver.id', 'safe_move.given_by')
  .leftJoin('account as taker', 'taker.id', 'safe_move.taken_by')
  .leftJoin('pos_session', 'pos_session.id', 'safe_move.session_id')
  .leftJoin('pos_device', 'pos_device.id', 'pos_session.device_id')
  .leftJoin('pos_cash_move', 'pos_cash_move.id', 'safe_move.cash_move_id')
  .leftJoin('order_payment', 'order_payment.id', 'safe_move.order_payment_id')
  .select([
    'safe_move.id',
    'safe_move.branch_id',
    'branch.names',
    'safe_move.kind',
    'safe_move.amount',
    'safe_move.currency',
    'safe_move.balance',
    'safe_move.expected',
    'safe_move.counted',
    'safe_move.reference',
    'safe_move.reason',
    'safe_move.given_by',
    'giver.name as given_by_name',
    'safe_move.taken_by',
    'taker.name as taken_by_name',
    'safe_move.session_id',
    'pos_session.device_id',
    'pos_device.name as device_name',
    'pos_cash_move.driver_id',
    'order_payment.order_id',
    'safe_move.banked_at',
    'safe_move.created_at',
  ]);

type Query = typeof readMoves;
type MoveRow = InferResult<Query>[number];

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

const view = (ctx: Ctx, { names, ...row }: MoveRow): Row => ({
  ...row,
  branch_name: resolveText(toTexts(names), ctx.locale),
  holder: 'safe',
  kind: row.kind as Row['kind'],
  amount: Number(row.amount),
  balance: Number(row.balance),
  expected: numberOrNull(row.expected),
  counted: numberOrNull(row.counted),
  banked_at: row.banked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

async function filterMoves(ctx: Ctx, input: List): Promise<Query> {
  const scope = getEffectiveScope(ctx);
  const { timezone: zone, Currency, safe_limit } = (await readSettings(ctx)).settings;
  let query = readMoves;
  if (scope !== 'all') query = query.where('safe_move.branch_id', '=', anyIdSql(scope));
  if (input.branch_id !== undefined) query = query.where('safe_move.branch_id', '=', input.branch_id);
  if (input.id !== undefined) query = query.where('safe_move.id', '=', input.id);
  if (input.currency !== undefined) query = query.where('safe_move.currency', '=', input.currency);
  if (input.kind !== undefined) query = query.where('safe_move.kind', '=', input.kind);
  if (input.over === 1) {
    const full = tables
      .selectFrom('safe_move as last')
      .innerJoin('safe', (join) =>
        join.onRef('safe.branch_id', '=', 'last.branch_id').onRef('safe.currency', '=', 'last.currency'),
      )
      .select((eb) => eb.fn.max<number>('last.id').as('id'))
      .where('safe.currency', '=', Currency)
      .where('safe.balance', '>', String(safe_limit ?? MAX_MONEY))
      .groupBy(['last.branch_id', 'last.currency']);
    query = query.where('safe_move.id', 'in', full);
  }
  const texts = sql`fold(concat_ws(' ', safe_move.reason, safe_move.reference, pos_device.name))`;
  const searched = [sql.ref('giver.search'), sql.ref('taker.search'), sql.ref('branch.search'), texts];
  query = query.where(matchesKeywords(input.keywords, ...searched));
  if (input.from_date !== undefined)
    query = query.where('safe_move.created_at', '>=', getDayStart(input.from_date, zone));
  if (input.to_date !== undefined)
    query = query.where('safe_move.created_at', '<', getDayStart(addDays(input.to_date, 1), zone));
  return query;
}

/** Reads the balance of each safe that the caller may see, by currency. */
async function readBalances(ctx: Ctx, branch_id: number | undefined) {
  const scope = getEffectiveScope(ctx);
  let query = tables
    .selectFrom('safe')
    .select(['currency', (eb) => eb.fn.sum<string>('balance').as('amount')])
    .groupBy('currency')
    .orderBy('currency');
  if (scope !== 'all') query = query.where('branch_id', '=', anyIdSql(scope));
  if (branch_id !== undefined) query = query.where('branch_id', '=', branch_id);
  const rows = await fetchRows(ctx, query);
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
}

/**
 * Lists the movements of the safes that the caller may see, newest first; the meta contains the balance of each
 * currency.
 */
export async function list(ctx: Ctx, input: List) {
  const query = await filterMoves(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [rows, total, balance] = await Promise.all([
    fetchRows(ctx, query.orderBy('safe_move.id', input.sort_as).limit(take).offset(skip)),
    countRows(ctx, query),
    readBalances(ctx, input.branch_id),
  ]);
  const page = toPage(
    rows.map((row) => view(ctx, row)),
    total,
    input,
  );
  return { ...page, meta: { ...page.meta, balance } };
}

type Safe = { readonly balance: bigint; readonly isOpened: boolean };

/** Reads what a safe holds in one currency, in ten-thousandths, and locks it until the transaction ends. */
async function holdSafe(ctx: Ctx, branch_id: number, currency: string): Promise<Safe> {
  await runStatement(
    ctx,
    tables
      .insertInto('safe')
      .values({ branch_id, currency, moved_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing()),
  );
  const row = await fetchRow(
    ctx,
    tables
      .selectFrom('safe')
      .select(['balance', 'opened_at'])
      .where('branch_id', '=', branch_id)
      .where('currency', '=', currency)
      .forUpdate(),
  );
  return { balance: toMinor(row?.balance ?? '0', SCALE), isOpened: row?.opened_at != null };
}

/**
 * Checks that a safe holds the amount to be paid out; a safe that was never counted is not checked, because its balance
 * is unknown.
 * @throws safe.short
 */
export async function checkSafeBalance(
  ctx: Ctx,
  branch_id: number,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): Promise<void> {
  const { balance, isOpened } = await holdSafe(ctx, branch_id, currency);
  if (isOpened && toMinor(amount, SCALE) > balance)
    fail('safe.short', { held: fromMinor(balance, SCALE), currency });
}

type NewMove = {
  readonly branch_id: number;
  readonly currency: string;
  readonly kind: Row['kind'];
  readonly amount: bigint;
  readonly expected?: bigint;
  readonly counted?: bigint;
  readonly reference?: string | null;
  readonly reason: string | null;
  readonly given_by: number | null;
  readonly taken_by: number | null;
};

/** Writes a movement of a safe that the caller has locked, and its audit row. */
async function writeMove(ctx: Ctx, move: NewMove): Promise<Row> {
  const { amount, expected, counted, reference = null, ...rest } = move;
  const isBanked = move.kind === 'bank' && reference !== null;
  const created = await fetchRow(
    ctx,
    tables
      .insertInto('safe_move')
      .values({
        ...rest,
        amount: formatMinor(amount, SCALE),
        // a trigger of the table computes the balance
        balance: '0',
        expected: expected === undefined ? null : formatMinor(expected, SCALE),
        counted: counted === undefined ? null : formatMinor(counted, SCALE),
        reference,
        banked_at: isBanked ? ctx.now : null,
        banked_by: isBanked ? getActorId(ctx) : null,
        created_at: ctx.now,
      })
      .returning('id'),
  );
  const row = await readMove(ctx, created?.id ?? 0);
  const { branch_id, kind, currency, reason } = row;
  await recordAudit(ctx, {
    noun: 'safe',
    id: row.id,
    action: 'create',
    before: null,
    after: {
      branch_id,
      kind,
      currency,
      amount: row.amount,
      balance: row.balance,
      expected: row.expected,
      counted: row.counted,
      reference: row.reference,
      reason,
    },
    branch_id,
  });
  return row;
}

const readMove = async (ctx: Ctx, id: number): Promise<Row> =>
  view(ctx, requireFound(await fetchRow(ctx, readMoves.where('safe_move.id', '=', id))));

const shopCurrency = async (ctx: Ctx): Promise<string> => (await readSettings(ctx)).settings.Currency;

/** Returns the counted total in ten-thousandths, from a sum or from notes and coins. */
const countedOf = async (ctx: Ctx, input: Count, currency: string): Promise<bigint> =>
  toMinor((await parseCashCount(ctx, input, currency, 'amount')).amount, SCALE);

/**
 * Counts a safe: the first count is its opening balance, every later count records the difference, with a note if there
 * is one.
 * @param input the amount is in the requested currency, or else in the shop's
 * @throws branch.required, branch.forbidden, reference.missing, safe.note_needed
 */
export const countSafe = (ctx: Ctx, input: Count): Promise<Row> =>
  ctx.tx(async (ctx) => {
    const branch_id = await requireSafeBranch(ctx, input.branch_id);
    const currency = input.currency ?? (await shopCurrency(ctx));
    const counted = await countedOf(ctx, input, currency);
    const { balance, isOpened } = await holdSafe(ctx, branch_id, currency);
    const reason = input.note ?? null;
    if (isOpened && counted !== balance && reason === null) fail('safe.note_needed', undefined, 'note');
    const account = getActorId(ctx);
    return writeMove(ctx, {
      branch_id,
      currency,
      kind: isOpened ? 'difference' : 'opening',
      amount: counted - balance,
      expected: balance,
      counted,
      reason,
      given_by: null,
      taken_by: account,
    });
  });

/**
 * Moves cash into or out of a safe without a drawer or driver: in, out, to the bank, or the first count.
 * @throws request.invalid on amount when it exceeds the safe's balance; branch.required, branch.forbidden,
 * reference.missing
 */
export async function moveSafeCash(ctx: Ctx, input: Move): Promise<Moved> {
  const { kind, driver_id, session_id, reference = null, reason = null } = input;
  if (driver_id != null) failField('driver_id', 'invalid');
  if (session_id != null) failField('session_id', 'invalid');
  if (reference !== null && kind !== 'bank') failField('reference', 'invalid');
  const branch_id = await requireSafeBranch(ctx, input.branch_id);
  const currency = input.currency ?? (await shopCurrency(ctx));
  const { amount } = await parseCashCount(ctx, input, currency, 'amount');
  if (amount === 0 && kind !== 'opening') failField('amount', 'above', { min: 0 });
  const { balance, isOpened } = await holdSafe(ctx, branch_id, currency);
  const units = toMinor(amount, SCALE);
  const isOut = kind === 'out' || kind === 'bank';
  if (kind === 'opening' && isOpened) failField('kind', 'invalid');
  if (isOut && units > balance)
    failField('amount', 'max_value', { max: Math.max(0, fromMinor(balance, SCALE)), currency });
  const account = getActorId(ctx);
  const counts = kind === 'opening' ? { expected: balance, counted: units } : {};
  const row = await writeMove(ctx, {
    branch_id,
    currency,
    kind: kind as Row['kind'],
    amount: kind === 'opening' ? units - balance : isOut ? -units : units,
    ...counts,
    reference,
    reason,
    given_by: kind === 'out' ? account : null,
    taken_by: kind === 'out' ? null : account,
  });
  return {
    id: row.id,
    holder: 'safe',
    branch_id,
    session_id: null,
    kind,
    amount,
    currency,
    driver_id: null,
    reason,
    approved_by: null,
    outstanding: null,
    created_at: row.created_at,
  };
}

/** Marks a transfer to the bank as arrived. @throws record.missing, safe.already_banked */
export const markBanked = (ctx: Ctx, { id, reference }: Banked): Promise<Row> =>
  ctx.tx(async (ctx) => {
    const move = await fetchRow(
      ctx,
      tables
        .selectFrom('safe_move')
        .select(['branch_id', 'kind', 'banked_at'])
        .where('id', '=', id)
        .forUpdate(),
    );
    const isTheirs = move && move.kind === 'bank' && canSeeBranch(ctx, move.branch_id);
    const before = requireFound(isTheirs ? move : undefined);
    if (before.banked_at !== null) fail('safe.already_banked');
    await runStatement(
      ctx,
      tables
        .updateTable('safe_move')
        .set({ reference, banked_at: ctx.now, banked_by: getActorId(ctx) })
        .where('id', '=', id),
    );
    const { branch_id } = before;
    const change = {
      noun: 'safe',
      id,
      action: 'update',
      before: { reference: null },
      after: { reference },
    } as const;
    await recordAudit(ctx, { ...change, branch_id });
    return readMove(ctx, id);
  });

/** True when the caller may see this movement of a safe; its change history checks this. */
export async function canSeeSafe(ctx: Ctx, id: number): Promise<boolean> {
  const row = await fetchRow(ctx, tables.selectFrom('safe_move').select('branch_id').where('id', '=', id));
  return row !== undefined && canSeeBranch(ctx, row.branch_id);
}

/** Loads the safes of a branch for the overview of where its cash is. */
export const loadBranchSafes = (ctx: Ctx, branch_id: number) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('safe')
      .select(['currency', 'balance', 'opened_at', 'moved_at'])
      .where('branch_id', '=', branch_id)
      .where(sql<boolean>`(balance <> 0 OR opened_at IS NOT NULL)`)
      .orderBy('currency'),
  );
