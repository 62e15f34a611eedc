import {
  addDays,
  CANCELED,
  getDayStart,
  parseTillNumber,
  toLatinDigits,
  toTillNumber,
} from '@dukkan/commerce';
import type { order } from '@dukkan/contract';
import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { escapeLike } from '../../../../core/db/database.ts';
import { anyIdSql, OWN_PLAN, tables } from '../../../../core/db/tables.ts';
import type { Condition } from '../../../../core/list/estimated-count.ts';
import { isInProgressStatusSql } from '../../../../core/sql/order-status-sql.ts';
import type { Tables } from '../../../../generated/tables.ts';
import { parsePhone, selectAccountIds, toPhonePrefixes } from '../../../identity/index.ts';
import { readSettings } from '../../../setting/index.ts';
import { EVERY_ORDER, isListedOrder } from '../record/order-visibility.ts';
import { loadShopSnapshot, type ShopSnapshot } from '../record/shop-snapshot.ts';

export type Input = z.output<typeof order.list.input>;

/** Filters that compare a column of their own name. */
const EQUAL = [
  'id',
  'branch_id',
  'client_id',
  'driver_id',
  'seller_id',
  'source',
  'type',
  'coupon_id',
  'payment_id',
  'delivery_id',
] as const;

/** Up to this many customers are listed by id, which lets the planner estimate the orders of each. */
const NAMED = 20_000;
/** Up to this many orders found by phone number are listed by id. */
const CALLED = 2_000;

type Orders = Tables & { readonly o: Tables['order'] };

/** Builds conditions for orders `o`. */
export const eb = expressionBuilder<Orders, 'o'>();

/** Condition for open orders: neither canceled nor delivered. */
export const IN_PROGRESS = isInProgressStatusSql('o.status_value');
/** Condition for open orders past their promised time. */
export const isOverdueOrder = ({ now }: Pick<Ctx, 'now'>): RawBuilder<boolean> =>
  sql<boolean>`(${IN_PROGRESS} AND ${eb('o.promised_at', '<', now)})`;
/** Condition for open orders that need one of the shop's drivers and have none. */
export const UNASSIGNED = sql<boolean>`(${IN_PROGRESS} AND o.driver_id IS NULL AND o.type = 'delivery'
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
export function listDateConditions(
  { from_date, to_date }: Days,
  zone: string,
  column: Expression<unknown> = eb.ref('o.created_at'),
): Condition[] {
  const conditions: Condition[] = [];
  if (from_date !== undefined)
    conditions.push(sql<boolean>`${column} >= ${getDayStart(from_date, zone)}::timestamptz`);
  if (to_date !== undefined)
    conditions.push(sql<boolean>`${column} < ${getDayStart(addDays(to_date, 1), zone)}::timestamptz`);
  return conditions;
}

/** Reads up to `limit` ids of a statement and one more, planned for its values and shared with equal calls. */
export async function findSomeIds(
  ctx: Ctx,
  statement: Expression<unknown>,
  limit: number,
): Promise<number[]> {
  const rows = await queryCoalesced<{ id: number }>(
    ctx,
    sql`${OWN_PLAN} ${statement} LIMIT ${limit + 1}::int`,
  );
  return rows.map(({ id }) => id);
}

/** Condition for orders of customers whose account matches every word. */
async function isOfNamedCustomer(ctx: Ctx, keywords: string, by: 'name' | 'all'): Promise<Condition> {
  const query = selectAccountIds(keywords, by);
  if (!query) return sql<boolean>`FALSE`;
  const ids = await findSomeIds(ctx, query, NAMED);
  return ids.length <= NAMED ? eb('o.client_id', '=', anyIdSql(ids)) : eb('o.client_id', 'in', query);
}

/**
 * Condition for orders whose phone number starts with one of these; a few are listed by id, because the planner cannot
 * estimate them.
 */
async function isOfPhone(ctx: Ctx, starts: readonly string[]): Promise<Condition> {
  const isCalling = eb.or(starts.map((start) => eb('o.client_phone', 'like', `${escapeLike(start)}%`)));
  const ids = await findSomeIds(ctx, tables.selectFrom('order as o').select('o.id').where(isCalling), CALLED);
  return ids.length <= CALLED ? eb('o.id', '=', anyIdSql(ids)) : isCalling;
}

/** Parses an order number, with or without #, in Arabic or Latin digits; null for other texts. */
export function parseOrderNumber(keywords: string): number | null {
  const number = /^#?([1-9]\d{0,8})$/.exec(toLatinDigits(keywords).trim())?.[1];
  return number ? Number(number) : null;
}

/**
 * Condition that matches the order number, the number on the paper of a till, the customer's phone number, or else the customer.
 * @param phones 'start' finds a number by its first digits; 'whole' only by all of it, for callers who do not see it and
 * could find it digit by digit
 */
export async function matchOrder(
  ctx: Ctx,
  keywords: string,
  phones: 'start' | 'whole' = 'start',
): Promise<Condition> {
  const till = parseTillNumber(toLatinDigits(keywords));
  if (till) return eb('o.till_no', '=', toTillNumber(till));
  const number = parseOrderNumber(keywords);
  const starts = await toPhonePrefixes(ctx, keywords);
  const ways: Condition[] = [];
  if (number !== null) ways.push(eb('o.id', '=', number));
  if (starts.length > 0)
    ways.push(await (phones === 'start' ? isOfPhone(ctx, starts) : isOfWholePhone(ctx, keywords)));
  return ways.length > 0
    ? eb.or(ways)
    : isOfNamedCustomer(ctx, keywords, phones === 'start' ? 'all' : 'name');
}

/** Condition for orders of exactly this phone number; of none for a text that is no whole number. */
const isOfWholePhone = async (ctx: Ctx, keywords: string): Promise<Condition> =>
  eb('o.client_phone', '=', (await parsePhone(ctx, keywords))?.number ?? '');

const several = <T>(value: T | readonly T[] | undefined): readonly T[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value as T];

type Filters = Omit<Input, 'product_id'>;

/** The conditions of one part of the query, and whether the index of one status by time answers them. */
type StatusFilter = { readonly conditions: readonly Condition[]; readonly isOneStatus: boolean };

/**
 * Conditions for the requested statuses by both value and id, as the index has them; a status never changes its value
 * while orders use it.
 */
function filterByStatus({ states }: ShopSnapshot, input: Filters): StatusFilter {
  const [ids, values] = [several(input.status_id), several(input.status_value)];
  const matching = states.filter(
    ({ id, status_value }) => (!ids || ids.includes(id)) && (!values || values.includes(status_value)),
  );
  const [only, ...more] = matching;
  if (!only) return { conditions: [sql<boolean>`FALSE`], isOneStatus: false };
  if (more.length === 0)
    return {
      conditions: [eb('o.status_value', '=', only.status_value), eb('o.status_id', '=', only.id)],
      isOneStatus: true,
    };
  const held = [...new Set(matching.map(({ status_value }) => status_value))];
  const byValue =
    held.length === 1
      ? eb('o.status_value', '=', held[0] as number)
      : sql<boolean>`o.status_value = ANY(${held}::smallint[])`;
  const byId = eb('o.status_id', '=', anyIdSql(matching.map(({ id }) => id)));
  return { conditions: ids ? [byValue, byId] : [byValue], isOneStatus: false };
}

/** Conditions on columns that the query names. */
function filterByColumns(ctx: Ctx, input: Filters): Condition[] {
  const conditions: Condition[] = [];
  const add = (condition: Condition) => void conditions.push(condition);
  for (const column of EQUAL) {
    const value = input[column];
    if (value !== undefined) add(eb(`o.${column}`, '=', value));
  }
  if (input.session_id !== undefined) add(eb('o.pos_session_id', '=', input.session_id));
  const { paid, pos, recurring, recur_failed, late, unassigned, under_way, canceled } = input;
  // literals, because the partial indexes of rare rows do not match parameters
  if (paid !== undefined) add(eb('o.paid', '=', eb.lit(paid)));
  // canceled orders are not waiting for money
  if (paid === 0) add(eb('o.status_value', '<>', eb.lit(CANCELED)));
  if (pos !== undefined) add(pos === 1 ? sql<boolean>`o.pos` : sql<boolean>`NOT o.pos`);
  if (recurring !== undefined) add(eb('o.recurring', '=', eb.lit(recurring)));
  if (recur_failed !== undefined) add(eb('o.recur_failed', recur_failed === 1 ? 'is not' : 'is', null));
  if (late !== undefined)
    add(late === 1 ? isOverdueOrder(ctx) : sql<boolean>`${isOverdueOrder(ctx)} IS NOT TRUE`);
  if (unassigned !== undefined) add(unassigned === 1 ? UNASSIGNED : sql<boolean>`${UNASSIGNED} IS NOT TRUE`);
  if (under_way !== undefined) add(under_way === 1 ? IN_PROGRESS : sql<boolean>`NOT (${IN_PROGRESS})`);
  if (canceled !== undefined) add(eb('o.status_value', canceled === 1 ? '=' : '<>', CANCELED));
  return conditions;
}

/** Conditions that compare amounts in one currency only. Rule: docs/rules/currencies.md#sums */
async function filterByAmount(ctx: Ctx, { currency, due_from, due_to }: Filters): Promise<Condition[]> {
  const hasAmount = due_from !== undefined || due_to !== undefined;
  const code = currency ?? (hasAmount ? (await readSettings(ctx)).settings.Currency : undefined);
  const [least, most] = [String(due_from ?? 0), String(due_to ?? 'Infinity')];
  return [
    ...(code === undefined ? [] : [eb('o.currency', '=', code)]),
    ...(hasAmount ? [eb.between('o.due', least, most)] : []),
  ];
}

export type OrderFilter = {
  readonly conditions: readonly Condition[];
  /** True when only one status and days are compared, for which one index is always the best plan. */
  readonly isOfOneIndex: boolean;
};

/** Conditions on `o` for a query, apart from its product, including what the caller may see; empty for all orders of the shop. */
export async function filterOrders(ctx: Ctx, input: Filters): Promise<OrderFilter> {
  const seen = isListedOrder(ctx);
  const hasStates = input.status_id !== undefined || input.status_value !== undefined;
  const hasDays = input.from_date !== undefined || input.to_date !== undefined;
  const shop = hasStates || hasDays ? await loadShopSnapshot(ctx) : null;
  const ofStatus = shop && hasStates ? filterByStatus(shop, input) : { conditions: [], isOneStatus: true };
  const ofDays = shop && hasDays ? listDateConditions(input, zoneIn(ctx, shop, input.branch_id)) : [];
  const others = [
    ...(seen === EVERY_ORDER ? [] : [seen]),
    ...filterByColumns(ctx, input),
    ...(await filterByAmount(ctx, input)),
    ...(input.keywords ? [await matchOrder(ctx, input.keywords)] : []),
  ];
  return {
    conditions: [...ofStatus.conditions, ...others, ...ofDays],
    isOfOneIndex: ofStatus.isOneStatus && others.length === 0,
  };
}
