import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions, hasPermission } from '../../core/access.ts';
import { idsAsTable, loadByIdsInOrder } from '../../core/cache/single-flight.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike, Prisma, queryRows } from '../../core/db/database.ts';
import { countOrPlannerEstimate, loadPage, whereSql } from '../../core/list/estimated-count.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { loadExportPage, loadPackedIds, type Page, toPage } from '../../core/list/page.ts';
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
async function driversLike(ctx: Ctx, keywords: string): Promise<Prisma.Sql> {
  const starts = await toPhonePrefixes(ctx, keywords);
  const ways = starts.map((start) => Prisma.sql`a.phone LIKE ${`${escapeLike(start)}%`}`);
  if (ways.length > 0) return Prisma.sql`(${Prisma.join(ways, ' OR ')})`;
  return keywordConditions(keywords, Prisma.sql`fold(a.name)`)[0] ?? Prisma.sql`TRUE`;
}

/** One row per driver: the sums of each currency, the shop's first, and the amount held in the shop's currency. */
const sumsIn = (currency: string) => Prisma.sql`
  (SELECT driver_id, max(last_handed_in_at) AS last_handed_in_at, bool_or(held > 0) AS is_held,
          coalesce(sum(held) FILTER (WHERE currency = ${currency}), 0) AS outstanding,
          jsonb_agg(jsonb_build_object('currency', currency, 'collected', collected, 'refunded', refunded,
            'handed_in', handed_in, 'outstanding', held) ORDER BY currency <> ${currency}, currency) AS amounts
     FROM (SELECT *, collected - refunded - handed_in AS held FROM driver_cash) k GROUP BY driver_id)`;

const fromDrivers = (currency: string) =>
  Prisma.sql`${sumsIn(currency)} c JOIN account a ON a.id = c.driver_id AND a.deleted_at IS NULL`;
const SORTS: Readonly<Record<List['sort_by'], Prisma.Sql>> = {
  outstanding: Prisma.sql`c.outstanding`,
  name: Prisma.sql`a.name`,
  last_handed_in_at: Prisma.sql`c.last_handed_in_at`,
};

const COLUMNS = Prisma.sql`
  SELECT a.id, a.name, a.phone, a.branch_id, b.names AS branch_names, coalesce(c.amounts, '[]') AS amounts,
         c.last_handed_in_at`;
const selectDrivers = (currency: string) =>
  Prisma.sql`${COLUMNS} FROM ${fromDrivers(currency)} LEFT JOIN branch b ON b.id = a.branch_id`;

const wayOf = (sort_as: 'asc' | 'desc'): Prisma.Sql =>
  sort_as === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;

type Stored = Pick<Row, 'id' | 'name' | 'phone' | 'branch_id' | 'amounts'> &
  Partial<DriverCarriedCash> & {
    readonly branch_names: Localized | null;
    readonly last_handed_in_at: Date | null;
  };

const NOTHING = { collected: 0, refunded: 0, handed_in: 0, outstanding: 0 };

/** Converts rows for the response; the sums next to `amounts` are in the shop's currency. */
function view(ctx: Ctx, rows: readonly Stored[], currency: string): Row[] {
  const mayTake = hasPermission(getPermissions(ctx), {
    resource: ['sessions', 'branchs', 'payments'],
    action: 'save',
  });
  return rows.map(
    ({ branch_names, last_handed_in_at, ...row }): Row => ({
      ...NOTHING,
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
  const rows = await queryRows<Stored>(
    ctx,
    Prisma.sql`${COLUMNS} FROM account a LEFT JOIN ${sumsIn(currency)} c ON c.driver_id = a.id
      LEFT JOIN branch b ON b.id = a.branch_id WHERE a.id = ${driver_id}::int`,
  );
  const whole = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await loadDriverCarriedCash(ctx, driver_id, row.amounts)) })),
  );
  return toPage(input.page === 1 ? view(ctx, whole, currency) : [], rows.length, input);
}

/**
 * Lists drivers and the cash they hold, one row per driver, from stored sums. A driver gets only their own row
 * (docs/rules/payments.md#driver-cash). Sorted by the amount held in the shop's currency.
 */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const own = getOwnDriverId(ctx);
  const { Currency: currency, driver_cash_limit } = (await readSettings(ctx)).settings;
  if (own !== null) return listOwn(ctx, own, currency, input);
  const { id, status, held, sort_by, sort_as } = input;
  const filters = [visibleDriversSql(ctx)];
  if (id !== undefined) filters.push(Prisma.sql`c.driver_id = ${id}::int`);
  if (status !== undefined) filters.push(Prisma.sql`a.status = ${status}::int`);
  if (held !== undefined) filters.push(held === 1 ? Prisma.sql`c.is_held` : Prisma.sql`NOT c.is_held`);
  if (input.over === 1)
    filters.push(
      driver_cash_limit === null
        ? Prisma.sql`FALSE`
        : Prisma.sql`c.outstanding > ${driver_cash_limit}::numeric`,
    );
  if (input.keywords) filters.push(await driversLike(ctx, input.keywords));
  const where = whereSql(filters);
  const from = fromDrivers(currency);
  const way = wayOf(sort_as);
  const order = Prisma.sql`ORDER BY ${SORTS[sort_by]} ${way} NULLS LAST, c.driver_id ${way}`;
  const { rows, total, isEstimated } = input.export
    ? await partOf(ctx, input, currency, Prisma.sql`SELECT c.driver_id FROM ${from} ${where} ${order}`)
    : await loadPage<Stored>(
        ctx,
        input,
        Prisma.sql`${selectDrivers(currency)} ${where} ${order}`,
        countOrPlannerEstimate(ctx, Prisma.sql`SELECT 1 FROM ${from} ${where}`),
      );
  return toPage(view(ctx, rows, currency), total, input, isEstimated);
}

/** Loads one page of an exported file. @param sorted the statement for all ids of the export, in order */
async function partOf(ctx: Ctx, input: List, currency: string, sorted: Prisma.Sql) {
  const { ids, total } = await loadExportPage(ctx, input, () =>
    loadPackedIds(ctx, Prisma.sql`ARRAY(${sorted})`),
  );
  const named = (all: readonly number[]) =>
    Prisma.sql`${selectDrivers(currency)} JOIN ${idsAsTable(all)} ON u.id = c.driver_id`;
  return { rows: await loadByIdsInOrder<Stored>(ctx, ids, named), total, isEstimated: false };
}

type StoredHandIn = Omit<HandIn, 'branch_name' | 'created_at'> & {
  readonly branch_names: Localized;
  readonly created_at: Date;
};

const HANDED_IN = Prisma.sql`pos_cash_move m JOIN account a ON a.id = m.driver_id`;

/** Lists what drivers handed in to the drawers and safes of the caller's branches, newest first. */
export async function listHandIns(ctx: Ctx, input: ListOfHandIns): Promise<Page<HandIn>> {
  const scope = getEffectiveScope(ctx);
  const filters = [Prisma.sql`m.kind = 'hand_in'`];
  if (scope !== 'all') filters.push(Prisma.sql`m.branch_id = ANY(${[...scope]}::int[])`);
  if (input.id !== undefined) filters.push(Prisma.sql`m.id = ${input.id}::int`);
  if (input.driver_id !== undefined) filters.push(Prisma.sql`m.driver_id = ${input.driver_id}::int`);
  if (input.keywords) filters.push(await driversLike(ctx, input.keywords));
  const where = whereSql(filters);
  const way = wayOf(input.sort_as);
  const { rows, total, isEstimated } = await loadPage<StoredHandIn>(
    ctx,
    input,
    Prisma.sql`
    SELECT m.id, m.driver_id, a.name AS driver_name, m.branch_id, b.names AS branch_names, m.session_id, s.device_id,
           m.amount::float8 AS amount, m.currency, m.reason, m.account_id, t.name AS account_name, m.created_at
      FROM ${HANDED_IN} JOIN branch b ON b.id = m.branch_id LEFT JOIN pos_session s ON s.id = m.session_id
      LEFT JOIN account t ON t.id = m.account_id ${where} ORDER BY m.created_at ${way}, m.id ${way}`,
    countOrPlannerEstimate(ctx, Prisma.sql`SELECT 1 FROM ${HANDED_IN} ${where}`),
  );
  const shown = rows.map(
    ({ branch_names, created_at, ...row }): HandIn => ({
      ...row,
      branch_name: resolveText(branch_names, ctx.locale),
      created_at: created_at.toISOString(),
    }),
  );
  return toPage(shown, total, input, isEstimated);
}
