import { type Localized, resolveText } from '@dukkan/commerce';
import type { priceStep } from '@dukkan/contract';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma } from '../../../../core/db/database.ts';

type Shown = z.output<typeof priceStep>;

/** A price step as stored with the order; the amount is in the order's currency. */
export type StoredPriceStep = {
  readonly kind: string;
  readonly code: string;
  readonly id: number | null;
  readonly amount: number;
};

/** Returns the price steps for payment charge and rounding, without those of 0; amounts in the order's currency. */
export const buildPaymentSteps = (charge: number, rounding: number): StoredPriceStep[] =>
  [
    { kind: 'payment', code: 'charge', id: null, amount: charge },
    { kind: 'rounding', code: 'cash', id: null, amount: rounding },
  ].filter(({ amount }) => amount !== 0);

/** SQL for the titles of rules, by the kind of their price step. */
const NAMED: Readonly<Record<string, Prisma.Sql>> = {
  price_list: Prisma.sql`SELECT 'price_list' AS kind, x.id, x.titles FROM price_list x`,
  discount: Prisma.sql`SELECT 'discount' AS kind, x.id, x.titles FROM discount x`,
  offer: Prisma.sql`SELECT 'offer' AS kind, x.id, x.titles FROM offer x`,
  extra: Prisma.sql`SELECT 'extra' AS kind, x.id, x.titles FROM extra x`,
  location: Prisma.sql`SELECT 'location' AS kind, x.id, x.names AS titles FROM location x`,
};
const TABLE_OF: Readonly<Record<string, string>> = {
  price_list: 'price_list',
  discount: 'discount',
  multi_discount: 'discount',
  wholesale: 'offer',
  bundle: 'offer',
  coupon: 'offer',
  extra: 'extra',
  delivery: 'location',
};
/** Steps of the whole order, which are stored only if they apply. */
const OF_ORDER: ReadonlySet<string> = new Set(['delivery', 'tax', 'payment', 'rounding']);

/** Looks up the current title of a rule. */
export type RuleTitles = (kind: string, id: number | null) => string | null;

type Named = { readonly kind: string; readonly id: number; readonly titles: Localized };

/**
 * Loads the titles of all rules that some steps refer to, in one statement; no query when there are none or all are
 * `knownTitles`.
 */
export async function loadRuleTitles(
  ctx: Ctx,
  steps: readonly Pick<StoredPriceStep, 'kind' | 'id'>[],
  knownTitles: readonly Named[] = [],
): Promise<RuleTitles> {
  const wanted = new Map<string, Set<number>>();
  for (const { kind, id } of steps) {
    const table = TABLE_OF[kind];
    if (!table || id === null || knownTitles.some((one) => one.kind === table && one.id === id)) continue;
    wanted.set(table, (wanted.get(table) ?? new Set()).add(id));
  }
  const queries = [...wanted].map(
    ([table, ids]) => Prisma.sql`${NAMED[table]} WHERE x.id = ANY(${[...ids]}::int[])`,
  );
  const rows =
    queries.length === 0 ? [] : await queryCoalesced<Named>(ctx, Prisma.join(queries, ' UNION ALL '));
  const titles = new Map(
    [...knownTitles, ...rows].map((row) => [`${row.kind} ${row.id}`, resolveText(row.titles, ctx.locale)]),
  );
  return (kind, id) => titles.get(`${TABLE_OF[kind]} ${id}`) ?? null;
}

/** Converts a step for the response: whether it applied, and why not. */
export function stepView({ kind, code, id, amount }: StoredPriceStep, titles: RuleTitles): Shown {
  const applied = code === 'applied' || OF_ORDER.has(kind);
  return { code, kind, id, title: titles(kind, id), amount, applied, reason: applied ? null : code };
}
