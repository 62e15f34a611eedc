import { resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { canSeeBranch, matchesHeaderBranch } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { failField } from '../../core/fail-field.ts';

type Texts = Readonly<Record<string, string | null>> | null;

/** The item columns of a list; the FROM must contain `i` and `p`. */
export const ITEM_COLUMNS = Prisma.sql`p.id AS product_id, i.id AS item_id, item_titles(p.titles, i.option) AS titles, i.barcode`;
/** The branch columns of a list; the FROM must contain `b`. */
export const BRANCH_COLUMNS = Prisma.sql`b.id AS branch_id, b.names AS branch_names`;

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
 * Conditions for rows of the caller's branches, narrowed by the branch-id header and the requested branch.
 */
export function visibleBranchConditionsSql(
  ctx: Ctx,
  column: Prisma.Sql,
  requestedBranchId: number | undefined,
): Prisma.Sql[] {
  const filters: Prisma.Sql[] = [];
  if (ctx.scope !== 'all') filters.push(Prisma.sql`${column} = ANY(${[...ctx.scope]}::int[])`);
  if (ctx.branch_id !== null) filters.push(Prisma.sql`${column} = ${ctx.branch_id}`);
  if (requestedBranchId !== undefined) filters.push(Prisma.sql`${column} = ${requestedBranchId}`);
  return filters;
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
  const whole = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT i.id FROM product_item i JOIN product p ON p.id = i.product_id
     WHERE i.id = ANY(${parts.map(({ item_id }) => item_id)}::int[]) AND p.stepper % 1 = 0 AND p.stepper > 0`;
  const wrong = parts.find(({ item_id }) => whole.some(({ id }) => id === item_id));
  if (wrong) failField(wrong.at, 'integer');
}

/** Rounds to two decimals for display. */
export const roundTo2 = (value: number): number => Math.round(value * 100) / 100;
