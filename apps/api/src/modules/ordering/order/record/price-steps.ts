import { type Localized, resolveText } from '@dukkan/commerce';
import type { priceStep } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { queryCoalesced } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { anyIdSql, tables } from '../../../../core/db/tables.ts';

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

type Ids = ReturnType<typeof anyIdSql>;

/** Statements for the titles of rules, by the kind of their price step. */
const TITLES = {
  price_list: (ids: Ids) =>
    tables
      .selectFrom('price_list')
      .select([sql.lit('price_list').as('kind'), 'id', 'titles'])
      .where('id', '=', ids),
  discount: (ids: Ids) =>
    tables
      .selectFrom('discount')
      .select([sql.lit('discount').as('kind'), 'id', 'titles'])
      .where('id', '=', ids),
  offer: (ids: Ids) =>
    tables
      .selectFrom('offer')
      .select([sql.lit('offer').as('kind'), 'id', 'titles'])
      .where('id', '=', ids),
  extra: (ids: Ids) =>
    tables
      .selectFrom('extra')
      .select([sql.lit('extra').as('kind'), 'id', 'titles'])
      .where('id', '=', ids),
  location: (ids: Ids) =>
    tables
      .selectFrom('location')
      .select([sql.lit('location').as('kind'), 'id', 'names as titles'])
      .where('id', '=', ids),
};
const TABLE_OF: Readonly<Record<string, keyof typeof TITLES>> = {
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
  const wanted = new Map<keyof typeof TITLES, Set<number>>();
  for (const { kind, id } of steps) {
    const table = TABLE_OF[kind];
    if (!table || id === null || knownTitles.some((one) => one.kind === table && one.id === id)) continue;
    wanted.set(table, (wanted.get(table) ?? new Set()).add(id));
  }
  const [first, ...others] = [...wanted].map(([table, ids]) => TITLES[table](anyIdSql([...ids])));
  const query = first && others.reduce((all, other) => all.unionAll(other), first);
  const rows = query ? await queryCoalesced<Named>(ctx, query) : [];
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
