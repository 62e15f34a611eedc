import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { type Expression, expressionBuilder, type InferResult, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions, hasPermission } from '../../core/access.ts';
import { loadByIdsInOrder } from '../../core/cache/single-flight.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike } from '../../core/db/database.ts';
import { anyIdSql, fetchRows, tables } from '../../core/db/tables.ts';
import { countOrPlannerEstimate, loadPage } from '../../core/list/estimated-count.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { loadExportPage, loadPackedIds, type Page, toPage } from '../../core/list/page.ts';
import type { Tables } from '../../generated/tables.ts';
import { toPhonePrefixes } from '../identity/index.ts';
import { readSettings } from '../setting/index.ts';
import { visibleDriversSql } from './driver-cash.ts';
import { type DriverCarriedCash, getOwnDriverId, loadDriverCarriedCash } from './own-driver-cash.ts';

type Contract = typeof api.driverCash;
type List = z.output<Contract['list']['input']>;
type Row = z.output<Contract['list']['output']>;
type ListOfHandIns = z.output<Contract['handIns']['input']>;
type HandIn = z.output<Contract['handIns']['output']>;

/**
 * Condition that matches drivers by the start of the phone number, or by every word of the name. The
 * account's alias is `a`.
 */
async function matchesDriver(ctx: Ctx, keywords: string): Promise<Expression<SqlBool>> {
  const { eb, or, ref } = expressionBuilder<{ a: Tables['account'] }, 'a'>();
  const starts = await toPhonePrefixes(ctx, keywords);
  if (starts.length > 0) return or(starts.map((start) => eb('a.phone', 'like', `${escapeLike(start)}%`)));
  return matchesKeywords(keywords, sql`fold(${ref('a.name')})`);
}

/** Reads one row per driver: the sums of each currency, the shop's first, and the amount held in the shop's currency. */
const readSums = (currency: string) =>
  tables
    .selectFrom(
      tables
        .selectFrom('driver_cash')
        .selectAll()
        .select(({ ref }) =>
          sql<string>`${ref('collected')} - ${ref('refunded')} - ${ref('handed_in')}`.as('held'),
        )
        .as('k'),
    )
    .select(({ fn, ref }) => [
      'driver_id',
      fn.max('last_handed_in_at').as('last_handed_in_at'),
      sql<boolean>`bool_or(${ref('held')} > 0)`.as('is_held'),
      sql<string>`coalesce(sum(${ref('held')}) FILTER (WHERE ${ref('currency')} = ${currency}), 0)`.as(
        'outstanding',
      ),
      sql<
        Row['amounts']
      >`jsonb_agg(jsonb_build_object('currency', ${ref('currency')}, 'collected', ${ref('collected')},
        'refunded', ${ref('refunded')}, 'handed_in', ${ref('handed_in')}, 'outstanding', ${ref('held')})
        ORDER BY ${ref('currency')} <> ${currency}, ${ref('currency')})`.as('amounts'),
    ])
    .groupBy('driver_id');

type DriverTables = {
  a: Tables['account'];
  b: Tables['branch'];
  c: InferResult<ReturnType<typeof readSums>>[number];
};

const driver = expressionBuilder<DriverTables, 'a' | 'b' | 'c'>();

/** The columns of drivers `a` with their branch `b` and sums `c`, which both may be absent. */
const DRIVER_COLUMNS = [
  driver.ref('a.id').as('id'),
  driver.ref('a.name').as('name'),
  driver.ref('a.phone').as('phone'),
  driver.ref('a.branch_id').as('branch_id'),
  driver.ref('b.names').$castTo<Localized | null>().as('branch_names'),
  sql<Row['amounts']>`coalesce(${driver.ref('c.amounts')}, '[]')`.as('amounts'),
  driver.ref('c.last_handed_in_at').as('last_handed_in_at'),
] as const;

/** Joins the drivers who ever held cash with their sums; branches are read for the rows of a page only. */
const joinDrivers = (currency: string) =>
  tables
    .selectFrom(readSums(currency).as('c'))
    .innerJoin('account as a', (join) =>
      join.onRef('a.id', '=', 'c.driver_id').on('a.deleted_at', 'is', null),
    );

type DriverQuery = ReturnType<typeof joinDrivers>;

const readDrivers = (query: DriverQuery) =>
  query.leftJoin('branch as b', 'b.id', 'a.branch_id').select(DRIVER_COLUMNS);

type DriverRow = InferResult<ReturnType<typeof readDrivers>>[number];

/** Reads one driver, also before the first payment. */
const readDriver = (driver_id: number, currency: string) =>
  tables
    .selectFrom('account as a')
    .leftJoin(readSums(currency).as('c'), 'c.driver_id', 'a.id')
    .leftJoin('branch as b', 'b.id', 'a.branch_id')
    .select(DRIVER_COLUMNS)
    .where('a.id', '=', driver_id);

const NO_CASH = { collected: 0, refunded: 0, handed_in: 0, outstanding: 0 };

/** Converts rows for the response; the sums next to `amounts` are in the shop's currency. */
function toRows(
  ctx: Ctx,
  rows: readonly (DriverRow & Partial<DriverCarriedCash>)[],
  currency: string,
): Row[] {
  const mayTake = hasPermission(getPermissions(ctx), {
    resource: ['sessions', 'branchs', 'payments'],
    action: 'save',
  });
  return rows.map(
    ({ branch_names, last_handed_in_at, ...row }): Row => ({
      ...NO_CASH,
      ...row.amounts.find((sums) => sums.currency === currency),
      ...row,
      branch_name: branch_names && resolveText(branch_names, ctx.locale),
      currency,
      last_handed_in_at: last_handed_in_at?.toISOString() ?? null,
      actions: mayTake && row.amounts.some(({ outstanding }) => outstanding > 0) ? ['hand_in'] : [],
    }),
  );
}

/**
 * Returns a driver's own cash with the orders it comes from: always one row, whatever the filters and even before the
 * first payment.
 */
async function listOwn(ctx: Ctx, driver_id: number, currency: string, input: List): Promise<Page<Row>> {
  const rows = await fetchRows(ctx, readDriver(driver_id, currency));
  const whole = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await loadDriverCarriedCash(ctx, driver_id, row.amounts)) })),
  );
  return toPage(input.page === 1 ? toRows(ctx, whole, currency) : [], rows.length, input);
}

async function filterDrivers(
  ctx: Ctx,
  { id, status, held, over, keywords }: List,
  currency: string,
  limit: number | null,
): Promise<DriverQuery> {
  let query = joinDrivers(currency).where(visibleDriversSql(ctx));
  if (id !== undefined) query = query.where('c.driver_id', '=', id);
  if (status !== undefined) query = query.where('a.status', '=', status);
  if (held !== undefined) query = query.where('c.is_held', 'is', held === 1);
  if (over === 1)
    query =
      limit === null ? query.where(sql<boolean>`FALSE`) : query.where('c.outstanding', '>', String(limit));
  return keywords ? query.where(await matchesDriver(ctx, keywords)) : query;
}

function sortDrivers(query: DriverQuery, { sort_by, sort_as }: List): DriverQuery {
  const column = sort_by === 'name' ? ('a.name' as const) : (`c.${sort_by}` as const);
  return query
    .orderBy(column, (order) => (sort_as === 'desc' ? order.desc() : order.asc()).nullsLast())
    .orderBy('c.driver_id', sort_as);
}

/**
 * Lists drivers and the cash they hold, one row per driver, from stored sums. A driver gets only their own row
 * (docs/rules/payments.md#driver-cash). Sorted by the amount held in the shop's currency.
 */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const own = getOwnDriverId(ctx);
  const { Currency: currency, driver_cash_limit } = (await readSettings(ctx)).settings;
  if (own !== null) return listOwn(ctx, own, currency, input);
  const query = await filterDrivers(ctx, input, currency, driver_cash_limit);
  const sorted = sortDrivers(query, input);
  const { rows, total, isEstimated } = input.export
    ? await loadExportRows(ctx, input, currency, sorted)
    : await loadPage<DriverRow>(
        ctx,
        input,
        readDrivers(sorted),
        countOrPlannerEstimate(ctx, query.select('c.driver_id')),
      );
  return toPage(toRows(ctx, rows, currency), total, input, isEstimated);
}

/** Loads one page of an exported file. @param sorted the statement for all drivers of the export, in order */
async function loadExportRows(ctx: Ctx, input: List, currency: string, sorted: DriverQuery) {
  const { ids, total } = await loadExportPage(ctx, input, () =>
    loadPackedIds(ctx, sql`ARRAY${sorted.select('c.driver_id')}`),
  );
  const selectByIds = (all: readonly number[]) =>
    readDrivers(joinDrivers(currency).where('a.id', '=', anyIdSql(all)));
  return { rows: await loadByIdsInOrder<DriverRow>(ctx, ids, selectByIds), total, isEstimated: false };
}

/** Reads cash `m` that drivers `a` handed in. */
const readHandIns = tables
  .selectFrom('pos_cash_move as m')
  .innerJoin('account as a', 'a.id', 'm.driver_id')
  .leftJoin('branch as b', 'b.id', 'm.branch_id')
  .leftJoin('pos_session as s', 's.id', 'm.session_id')
  .leftJoin('account as t', 't.id', 'm.account_id')
  .select(({ cast, ref }) => [
    'm.id',
    ref('m.driver_id').$notNull().as('driver_id'),
    'a.name as driver_name',
    'm.branch_id',
    ref('b.names').$castTo<Localized>().as('branch_names'),
    'm.session_id',
    's.device_id',
    cast<number>('m.amount', 'float8').as('amount'),
    'm.currency',
    'm.reason',
    'm.account_id',
    't.name as account_name',
    'm.created_at',
  ])
  .where('m.kind', '=', sql<string>`'hand_in'`);

type HandInQuery = typeof readHandIns;

async function filterHandIns(ctx: Ctx, { id, driver_id, keywords }: ListOfHandIns): Promise<HandInQuery> {
  const scope = getEffectiveScope(ctx);
  let query = scope === 'all' ? readHandIns : readHandIns.where('m.branch_id', '=', anyIdSql(scope));
  if (id !== undefined) query = query.where('m.id', '=', id);
  if (driver_id !== undefined) query = query.where('m.driver_id', '=', driver_id);
  return keywords ? query.where(await matchesDriver(ctx, keywords)) : query;
}

/** Lists what drivers handed in to the drawers and safes of the caller's branches, newest first. */
export async function listHandIns(ctx: Ctx, input: ListOfHandIns): Promise<Page<HandIn>> {
  const query = await filterHandIns(ctx, input);
  const { rows, total, isEstimated } = await loadPage<InferResult<HandInQuery>[number]>(
    ctx,
    input,
    query.orderBy('m.created_at', input.sort_as).orderBy('m.id', input.sort_as),
    countOrPlannerEstimate(ctx, query.clearSelect().select('m.id')),
  );
  const handIns = rows.map(
    ({ branch_names, created_at, ...row }): HandIn => ({
      ...row,
      branch_name: resolveText(branch_names, ctx.locale),
      created_at: created_at.toISOString(),
    }),
  );
  return toPage(handIns, total, input, isEstimated);
}
