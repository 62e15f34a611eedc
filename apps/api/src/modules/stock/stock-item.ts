import { type Localized, resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import { canSeeBranch, matchesHeaderBranch } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';

type Texts = Localized | null;

/** The item columns of a list; the statement must contain `i` and `p`. */
export const ITEM_COLUMNS = ['p.id as product_id', 'i.id as item_id', 'i.barcode'] as const;
/** The titles of item `i` of product `p`. */
export const ITEM_TITLES = sql<Localized>`item_titles(p.titles, i.option)`.as('titles');
/** The names of branch `b`. */
export const BRANCH_NAMES = sql<Localized>`b.names`.as('branch_names');

export type ItemFacts = {
  readonly product_id: number;
  readonly item_id: number;
  readonly titles: Texts;
  readonly barcode: string | null;
};

export const itemView = (ctx: Ctx, { product_id, item_id, titles, barcode }: ItemFacts) => ({
  product_id,
  item_id,
  title: resolveText(titles, ctx.locale),
  barcode,
});

export const localizeName = (ctx: Ctx, names: Texts): string => resolveText(names, ctx.locale);

/**
 * Condition for rows of the caller's branches, narrowed by the branch-id header and the requested branch.
 */
export function isInVisibleBranch(
  ctx: Ctx,
  column: RawBuilder<unknown>,
  requestedBranchId: number | undefined,
): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [];
  if (ctx.scope !== 'all') conditions.push(sql`${column} = ${anyIdSql(ctx.scope)}`);
  if (ctx.branch_id !== null) conditions.push(sql`${column} = ${ctx.branch_id}`);
  if (requestedBranchId !== undefined) conditions.push(sql`${column} = ${requestedBranchId}`);
  return conditions.length === 0 ? sql<boolean>`TRUE` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/**
 * Checks that the branch exists and that the caller may change its stock; the branch-id header must be one of
 * `together`, the branches of the same stock movement. @throws branch.forbidden, reference.missing
 */
export async function checkCanChangeBranchStock(
  ctx: Ctx,
  id: number,
  field: string,
  together = [id],
): Promise<void> {
  if (!canSeeBranch(ctx, id) || !matchesHeaderBranch(ctx, together))
    fail('branch.forbidden', undefined, field);
  const found = await ctx.db.branch.findFirst({ where: { id, deleted_at: null }, select: { id: true } });
  if (!found) fail('reference.missing', { field }, field);
}

/** Loads the product id of each item. @throws reference.missing on the first line whose item does not exist */
export async function loadProductIdsByItem(
  ctx: Ctx,
  item_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await ctx.db.product_item.findMany({
    where: { id: { in: [...item_ids] }, deleted_at: null, product: { deleted_at: null } },
    select: { id: true, product_id: true },
  });
  const known = new Map(rows.map(({ id, product_id }) => [id, product_id]));
  const at = item_ids.findIndex((id) => !known.has(id));
  if (at >= 0) fail('reference.missing', { field: 'item_id' }, `items.${at}.item_id`);
  return known;
}

/** A quantity of an item in thousandths, and its field path in the request. */
export type ItemQuantity = { readonly item_id: number; readonly quantity: bigint; readonly at: string };

/**
 * Refuses fractions of items that are sold in whole units only.
 * @throws request.invalid on the quantity's field
 * Source: docs/rules/stock.md#whole-units
 */
export async function checkWholeQuantities(ctx: Ctx, quantities: readonly ItemQuantity[]): Promise<void> {
  const parts = quantities.filter(({ quantity }) => quantity % 1_000n !== 0n);
  if (parts.length === 0) return;
  const whole = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select('i.id')
      .where('i.id', '=', anyIdSql(parts.map(({ item_id }) => item_id)))
      .where(sql<boolean>`${sql.ref('p.stepper')} % 1 = 0`)
      .where('p.stepper', '>', '0'),
  );
  const wrong = parts.find(({ item_id }) => whole.some(({ id }) => id === item_id));
  if (wrong) failField(wrong.at, 'integer');
}

/** Rounds to two decimals for display. */
export const roundTo2 = (value: number): number => Math.round(value * 100) / 100;
