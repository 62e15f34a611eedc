import { fold, type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { effectiveScope, passes, permissionsOf } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { literally, Prisma, readRows } from '../../../core/db.ts';
import { type Page, page, partOfFile, readWhole } from '../../../core/page.ts';
import { listed, readInOrder } from '../../../core/together.ts';
import { countOrPlan, readPage, whereOf } from '../../../core/total.ts';
import { phoneStarts } from '../../identity/index.ts';
import { readSettings } from '../../setting/index.ts';
import { ownDriverId, readCarried } from './driver-cash.own.ts';
import { driversInSight } from './driver-cash.ts';

type Contract = typeof api.driverCash;
type List = z.output<Contract['list']['input']>;
type Row = z.output<Contract['list']['output']>;
type ListOfHandIns = z.output<Contract['handIns']['input']>;
type HandIn = z.output<Contract['handIns']['output']>;

const WORDS_MAX = 8;

/** By the start of the phone, else by every word of the name (decisions 0.1). The account is `a`. */
async function driversLike(ctx: Ctx, keywords: string): Promise<Prisma.Sql> {
  const starts = await phoneStarts(ctx, keywords);
  const ways = starts.map((start) => Prisma.sql`a.phone LIKE ${`${literally(start)}%`}`);
  if (ways.length > 0) return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
  const words = fold(keywords).split(' ').slice(0, WORDS_MAX);
  return Prisma.join(
    words.map((word) => Prisma.sql`fold(a.name) LIKE ${`%${literally(word)}%`}`),
    ' AND ',
  );
}

const FROM = Prisma.sql`driver_cash c JOIN account a ON a.id = c.driver_id AND a.deleted_at IS NULL`;
const OUTSTANDING = Prisma.sql`(c.collected - c.refunded - c.handed_in)`;
const SORTS: Readonly<Record<List['sort_by'], Prisma.Sql>> = {
  outstanding: OUTSTANDING,
  name: Prisma.sql`a.name`,
  last_handed_in_at: Prisma.sql`c.last_handed_in_at`,
};

const COLUMNS = Prisma.sql`
  SELECT a.id, a.name, a.phone, a.branch_id, b.names AS branch_names, coalesce(c.collected, 0)::float8 AS collected,
         coalesce(c.refunded, 0)::float8 AS refunded, coalesce(c.handed_in, 0)::float8 AS handed_in,
         coalesce(${OUTSTANDING}, 0)::float8 AS outstanding, c.last_handed_in_at`;
const SELECT = Prisma.sql`${COLUMNS} FROM ${FROM} LEFT JOIN branch b ON b.id = a.branch_id`;

const wayOf = (sort_as: 'asc' | 'desc'): Prisma.Sql =>
  sort_as === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;

type Stored = Omit<Row, 'branch_name' | 'currency' | 'last_handed_in_at' | 'actions'> & {
  readonly branch_names: Localized | null;
  readonly last_handed_in_at: Date | null;
};

/** Rows as they are told; the sums are in the shop's currency. */
async function view(ctx: Ctx, rows: readonly Stored[]): Promise<Row[]> {
  const { Currency: currency } = (await readSettings(ctx)).settings;
  const mayTake = passes(permissionsOf(ctx), {
    resource: ['sessions', 'branchs', 'payments'],
    action: 'save',
  });
  return rows.map(
    ({ branch_names, last_handed_in_at, ...row }): Row => ({
      ...row,
      branch_name: branch_names && resolveText(branch_names, ctx.locale),
      currency,
      last_handed_in_at: last_handed_in_at?.toISOString() ?? null,
      actions: mayTake && row.outstanding > 0 ? ['hand_in'] : [],
    }),
  );
}

/** A driver's own cash with the orders that it is from: one row, whatever is filtered, also before they took any. */
async function listOwn(ctx: Ctx, driver_id: number, input: List): Promise<Page<Row>> {
  const rows = await readRows<Stored>(
    ctx,
    Prisma.sql`${COLUMNS} FROM account a LEFT JOIN driver_cash c ON c.driver_id = a.id
      LEFT JOIN branch b ON b.id = a.branch_id WHERE a.id = ${driver_id}::int`,
  );
  const whole = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await readCarried(ctx, driver_id, row.outstanding)) })),
  );
  return page(input.page === 1 ? await view(ctx, whole) : [], rows.length, input);
}

/**
 * Drivers and what they hold, from their kept sums: one row a driver, however many payments there are. A driver is
 * answered one row, their own (docs/rules/payments.md#driver-cash).
 */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const own = ownDriverId(ctx);
  if (own !== null) return listOwn(ctx, own, input);
  const { id, status, held, sort_by, sort_as } = input;
  const filters = [driversInSight(ctx)];
  if (id !== undefined) filters.push(Prisma.sql`c.driver_id = ${id}::int`);
  if (status !== undefined) filters.push(Prisma.sql`a.status = ${status}::int`);
  if (held !== undefined)
    filters.push(held === 1 ? Prisma.sql`${OUTSTANDING} > 0` : Prisma.sql`${OUTSTANDING} <= 0`);
  if (input.keywords) filters.push(await driversLike(ctx, input.keywords));
  const where = whereOf(filters);
  const way = wayOf(sort_as);
  const order = Prisma.sql`ORDER BY ${SORTS[sort_by]} ${way} NULLS LAST, c.driver_id ${way}`;
  const { rows, total, isEstimated } = input.export
    ? await partOf(ctx, input, Prisma.sql`SELECT c.driver_id FROM ${FROM} ${where} ${order}`)
    : await readPage<Stored>(
        ctx,
        input,
        Prisma.sql`${SELECT} ${where} ${order}`,
        countOrPlan(ctx, Prisma.sql`SELECT 1 FROM ${FROM} ${where}`),
      );
  return page(await view(ctx, rows), total, input, isEstimated);
}

/** A page of a file. @param sorted the ids of all that it shows, in their order */
async function partOf(ctx: Ctx, input: List, sorted: Prisma.Sql) {
  const { ids, total } = await partOfFile(ctx, input, () => readWhole(ctx, Prisma.sql`ARRAY(${sorted})`));
  const named = (all: readonly number[]) => Prisma.sql`${SELECT} JOIN ${listed(all)} ON u.id = c.driver_id`;
  return { rows: await readInOrder<Stored>(ctx, ids, named), total, isEstimated: false };
}

type StoredHandIn = Omit<HandIn, 'branch_name' | 'created_at'> & {
  readonly branch_names: Localized;
  readonly created_at: Date;
};

const HANDED_IN = Prisma.sql`pos_cash_move m JOIN account a ON a.id = m.driver_id`;

/** What drivers handed in to the drawers and safes of the caller's branches, the newest first. */
export async function handIns(ctx: Ctx, input: ListOfHandIns): Promise<Page<HandIn>> {
  const scope = effectiveScope(ctx);
  const filters = [Prisma.sql`m.kind = 'hand_in'`];
  if (scope !== 'all') filters.push(Prisma.sql`m.branch_id = ANY(${[...scope]}::int[])`);
  if (input.id !== undefined) filters.push(Prisma.sql`m.id = ${input.id}::int`);
  if (input.driver_id !== undefined) filters.push(Prisma.sql`m.driver_id = ${input.driver_id}::int`);
  if (input.keywords) filters.push(await driversLike(ctx, input.keywords));
  const where = whereOf(filters);
  const way = wayOf(input.sort_as);
  const { rows, total, isEstimated } = await readPage<StoredHandIn>(
    ctx,
    input,
    Prisma.sql`
    SELECT m.id, m.driver_id, a.name AS driver_name, m.branch_id, b.names AS branch_names, m.session_id, s.device_id,
           m.amount::float8 AS amount, m.currency, m.reason, m.account_id, t.name AS account_name, m.created_at
      FROM ${HANDED_IN} JOIN branch b ON b.id = m.branch_id LEFT JOIN pos_session s ON s.id = m.session_id
      LEFT JOIN account t ON t.id = m.account_id ${where} ORDER BY m.created_at ${way}, m.id ${way}`,
    countOrPlan(ctx, Prisma.sql`SELECT 1 FROM ${HANDED_IN} ${where}`),
  );
  const shown = rows.map(
    ({ branch_names, created_at, ...row }): HandIn => ({
      ...row,
      branch_name: resolveText(branch_names, ctx.locale),
      created_at: created_at.toISOString(),
    }),
  );
  return page(shown, total, input, isEstimated);
}
