import { addDays, CANCELED, getDayStart, toLatinDigits } from '@dukkan/commerce';
import type { order } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { CUSTOM_PLAN, escapeLike, Prisma } from '../../../../core/db/database.ts';
import { toPrismaSql } from '../../../../core/db/to-prisma-sql.ts';
import { isInProgressStatusSql, STATUS_SQL } from '../../../../core/sql/order-status-sql.ts';
import { accountSearchSql, parsePhone, toPhonePrefixes } from '../../../identity/index.ts';
import { readSettings } from '../../../setting/index.ts';
import { listedOrdersSql } from '../record/order-visibility.ts';
import { loadShopSnapshot, type ShopSnapshot } from '../record/shop-snapshot.ts';

export type Input = z.output<typeof order.list.input>;

/** Up to this many customers are listed by id, which lets the planner estimate the orders of each. */
const NAMED = 20_000;
/** Up to this many orders found by phone number are listed by id. */
const CALLED = 2_000;

/** Condition for open orders: neither canceled nor delivered. */
export const IN_PROGRESS_SQL = isInProgressStatusSql('o.status_value');
/** Condition for open orders past their promised time. */
export const isOverdueOrderSql = (ctx: Ctx): Prisma.Sql =>
  Prisma.sql`(${IN_PROGRESS_SQL} AND o.promised_at < ${ctx.now}::timestamptz)`;
/** Condition for open orders that need one of the shop's drivers and have none. */
export const UNASSIGNED = Prisma.sql`(${IN_PROGRESS_SQL} AND o.driver_id IS NULL AND o.type = 'delivery'
  AND (o.delivery_id IS NULL OR o.delivery_id IN (SELECT m.id FROM delivery_method m WHERE m.inhouse = 1)))`;

/** Returns the time zone for days: of the one requested branch, else of the shop. */
function zoneIn(ctx: Ctx, shop: ShopSnapshot, branch_id: number | undefined): string {
  const asked =
    branch_id ?? ctx.branch_id ?? (ctx.scope !== 'all' && ctx.scope.length === 1 ? ctx.scope[0] : null);
  return shop.zones.get(asked ?? 0) ?? shop.zone;
}

/** Returns the time zone of a branch when nothing else of the shop is needed. */
export const getBranchTimeZone = async (ctx: Ctx, branch_id: number | undefined): Promise<string> =>
  zoneIn(ctx, await loadShopSnapshot(ctx), branch_id);

type Days = { readonly from_date?: string | undefined; readonly to_date?: string | undefined };

/** Conditions for orders of local days, both included, by creation or by another `column`. */
export function dateRangeSql(
  { from_date, to_date }: Days,
  zone: string,
  column = Prisma.sql`o.created_at`,
): Prisma.Sql[] {
  const filters: Prisma.Sql[] = [];
  if (from_date !== undefined)
    filters.push(Prisma.sql`${column} >= ${getDayStart(from_date, zone)}::timestamptz`);
  if (to_date !== undefined)
    filters.push(Prisma.sql`${column} < ${getDayStart(addDays(to_date, 1), zone)}::timestamptz`);
  return filters;
}

/** Condition for orders of customers whose account matches every word. */
async function ofNamed(ctx: Ctx, keywords: string, by: 'name' | 'all'): Promise<Prisma.Sql> {
  const query = accountSearchSql(keywords, by);
  if (!query) return Prisma.sql`FALSE`;
  const rows = await queryCoalesced<{ id: number }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} ${query} LIMIT ${NAMED + 1}::int`,
  );
  return rows.length <= NAMED
    ? Prisma.sql`o.client_id = ANY(${rows.map(({ id }) => id)}::int[])`
    : Prisma.sql`o.client_id IN (${query})`;
}

/**
 * Condition for orders whose phone number starts with one of these; a few are listed by id, because the planner cannot
 * estimate them.
 */
async function ofPhones(ctx: Ctx, starts: readonly string[]): Promise<Prisma.Sql> {
  const calling = Prisma.join(
    starts.map((start) => Prisma.sql`o.client_phone LIKE ${`${escapeLike(start)}%`}`),
    ' OR ',
  );
  const rows = await queryCoalesced<{ id: number }>(
    ctx,
    Prisma.sql`${CUSTOM_PLAN} SELECT o.id FROM "order" o WHERE ${calling} LIMIT ${CALLED + 1}::int`,
  );
  return rows.length <= CALLED
    ? Prisma.sql`o.id = ANY(${rows.map(({ id }) => id)}::int[])`
    : Prisma.sql`(${calling})`;
}

/** Parses an order number, with or without #, in Arabic or Latin digits; null for other texts. */
export function parseOrderNumber(keywords: string): number | null {
  const number = /^#?([1-9]\d{0,8})$/.exec(toLatinDigits(keywords).trim())?.[1];
  return number ? Number(number) : null;
}

/**
 * Condition that matches the order number, the customer's phone number, or else the customer.
 * @param phones 'start' finds a number by its first digits; 'whole' only by all of it, for callers who do not see it and
 * could find it digit by digit
 */
export async function orderSearchSql(
  ctx: Ctx,
  keywords: string,
  phones: 'start' | 'whole' = 'start',
): Promise<Prisma.Sql> {
  const number = parseOrderNumber(keywords);
  const starts = await toPhonePrefixes(ctx, keywords);
  const ways: Prisma.Sql[] = [];
  if (number !== null) ways.push(Prisma.sql`o.id = ${number}::int`);
  if (starts.length > 0)
    ways.push(await (phones === 'start' ? ofPhones(ctx, starts) : ofWholePhone(ctx, keywords)));
  return ways.length > 0
    ? Prisma.sql`(${Prisma.join(ways, ' OR ')})`
    : ofNamed(ctx, keywords, phones === 'start' ? 'all' : 'name');
}

/** Condition for orders of exactly this phone number; of none for a text that is no whole number. */
async function ofWholePhone(ctx: Ctx, keywords: string): Promise<Prisma.Sql> {
  const phone = await parsePhone(ctx, keywords);
  return toPrismaSql(sql`o.client_phone = ${phone?.number ?? ''}`);
}

const several = <T>(value: T | readonly T[] | undefined): readonly T[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value as T];

/**
 * Conditions for the requested statuses by both value and id, as the index has them; a status never changes its value
 * while orders use it.
 */
function statesOf({ states }: ShopSnapshot, input: Omit<Input, 'product_id'>): Prisma.Sql[] {
  const [ids, values] = [several(input.status_id), several(input.status_value)];
  const meant = states.filter(
    ({ id, status_value }) => (!ids || ids.includes(id)) && (!values || values.includes(status_value)),
  );
  const [only, ...more] = meant;
  if (!only) return [Prisma.sql`FALSE`];
  if (more.length === 0)
    return [Prisma.sql`o.status_value = ${only.status_value}::smallint AND o.status_id = ${only.id}::int`];
  const held = [...new Set(meant.map(({ status_value }) => status_value))];
  const byValue =
    held.length === 1
      ? Prisma.sql`o.status_value = ${held[0]}::smallint`
      : Prisma.sql`o.status_value = ANY(${held}::smallint[])`;
  if (!ids) return [byValue];
  return [byValue, Prisma.sql`o.status_id = ANY(${meant.map(({ id }) => id)}::int[])`];
}

/** Literals, because the partial indexes of rare rows do not match parameters. */
const bit = (column: Prisma.Sql, value: number) =>
  value === 1 ? Prisma.sql`${column} = 1` : Prisma.sql`${column} = 0`;

function plain(ctx: Ctx, input: Omit<Input, 'product_id'>): Prisma.Sql[] {
  const { id, client_id, branch_id, source, type, paid, pos, payment_id, delivery_id } = input;
  const { driver_id, seller_id, recurring, recur_failed, late, unassigned, under_way, canceled } = input;
  const filters: Prisma.Sql[] = [];
  const add = (condition: Prisma.Sql) => void filters.push(condition);
  if (id !== undefined) add(Prisma.sql`o.id = ${id}::int`);
  if (branch_id !== undefined) add(Prisma.sql`o.branch_id = ${branch_id}::int`);
  if (client_id !== undefined) add(Prisma.sql`o.client_id = ${client_id}::int`);
  if (driver_id !== undefined) add(Prisma.sql`o.driver_id = ${driver_id}::int`);
  if (seller_id !== undefined) add(Prisma.sql`o.seller_id = ${seller_id}::int`);
  if (source !== undefined) add(Prisma.sql`o.source = ${source}`);
  if (type !== undefined) add(Prisma.sql`o.type = ${type}`);
  if (paid !== undefined) add(bit(Prisma.sql`o.paid`, paid));
  // canceled orders are not waiting for money
  if (paid === 0) add(Prisma.sql`o.status_value <> ${STATUS_SQL.CANCELED}`);
  if (pos !== undefined) add(pos === 1 ? Prisma.sql`o.pos` : Prisma.sql`NOT o.pos`);
  if (input.coupon_id !== undefined) add(Prisma.sql`o.coupon_id = ${input.coupon_id}::int`);
  if (payment_id !== undefined) add(Prisma.sql`o.payment_id = ${payment_id}::int`);
  if (delivery_id !== undefined) add(Prisma.sql`o.delivery_id = ${delivery_id}::int`);
  if (recurring !== undefined) add(bit(Prisma.sql`o.recurring`, recurring));
  if (recur_failed !== undefined)
    add(recur_failed === 1 ? Prisma.sql`o.recur_failed IS NOT NULL` : Prisma.sql`o.recur_failed IS NULL`);
  if (late !== undefined)
    add(late === 1 ? isOverdueOrderSql(ctx) : Prisma.sql`${isOverdueOrderSql(ctx)} IS NOT TRUE`);
  if (unassigned !== undefined) add(unassigned === 1 ? UNASSIGNED : Prisma.sql`${UNASSIGNED} IS NOT TRUE`);
  if (under_way !== undefined) add(under_way === 1 ? IN_PROGRESS_SQL : Prisma.sql`NOT (${IN_PROGRESS_SQL})`);
  if (canceled !== undefined)
    add(
      canceled === 1
        ? Prisma.sql`o.status_value = ${CANCELED}::int`
        : Prisma.sql`o.status_value <> ${CANCELED}::int`,
    );
  return filters;
}

/** Conditions that compare amounts in one currency only. Rule: docs/rules/currencies.md#sums */
async function amountsOf(
  ctx: Ctx,
  { currency, due_from, due_to }: Omit<Input, 'product_id'>,
): Promise<Prisma.Sql[]> {
  const hasAmount = due_from !== undefined || due_to !== undefined;
  const code = currency ?? (hasAmount ? (await readSettings(ctx)).settings.Currency : undefined);
  const [least, most] = [String(due_from ?? 0), String(due_to ?? 'Infinity')];
  return [
    ...(code === undefined ? [] : [Prisma.sql`o.currency = ${code}`]),
    ...(hasAmount ? [Prisma.sql`o.due BETWEEN ${least}::numeric AND ${most}::numeric`] : []),
  ];
}

/** Conditions on `o` for a query, apart from its product, including what the caller may see; empty for all orders of the shop. */
export async function orderFilterSql(ctx: Ctx, input: Omit<Input, 'product_id'>): Promise<Prisma.Sql[]> {
  const seen = listedOrdersSql(ctx);
  const hasStates = input.status_id !== undefined || input.status_value !== undefined;
  const hasDays = input.from_date !== undefined || input.to_date !== undefined;
  const shop = hasStates || hasDays ? await loadShopSnapshot(ctx) : null;
  return [
    ...(seen.sql === 'TRUE' ? [] : [seen]),
    ...(shop && hasStates ? statesOf(shop, input) : []),
    ...plain(ctx, input),
    ...(await amountsOf(ctx, input)),
    ...(shop && hasDays ? dateRangeSql(input, zoneIn(ctx, shop, input.branch_id)) : []),
    ...(input.keywords ? [await orderSearchSql(ctx, input.keywords)] : []),
  ];
}
