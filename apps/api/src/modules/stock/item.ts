import { resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { seesBranch } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma, readRows } from '../../core/db.ts';
import type { Place } from './ledger.ts';

type Texts = Readonly<Record<string, string | null>> | null;

/** What a list tells of an item; beside `i` and `p` in its FROM. */
export const ITEM_COLUMNS = Prisma.sql`p.id AS product_id, i.id AS item_id, p.titles, i.barcode`;
/** The same of a branch `b`. */
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

export const nameIn = (ctx: Ctx, names: Texts): string => resolveText(names, ctx.locale);

/** Rows of branches in sight, narrowed by the branch-id header and by what is asked (decisions 0.4). */
export function branchesOf(ctx: Ctx, column: Prisma.Sql, asked: number | undefined): Prisma.Sql[] {
  const filters: Prisma.Sql[] = [];
  if (ctx.scope !== 'all') filters.push(Prisma.sql`${column} = ANY(${[...ctx.scope]}::int[])`);
  if (ctx.branch_id !== null) filters.push(Prisma.sql`${column} = ${ctx.branch_id}`);
  if (asked !== undefined) filters.push(Prisma.sql`${column} = ${asked}`);
  return filters;
}

/** A living branch that the caller may change stock in. @throws branch.forbidden, reference.missing */
export async function checkBranch(ctx: Ctx, id: number, field: string): Promise<void> {
  if (!seesBranch(ctx, id)) fail('branch.forbidden', undefined, field);
  const found = await ctx.db.branch.findFirst({ where: { id, deleted_at: null }, select: { id: true } });
  if (!found) fail('reference.missing', { field }, field);
}

/** The products of living items. @throws reference.missing on the first line that names none */
export async function productsOfItems(ctx: Ctx, item_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.db.product_item.findMany({
    where: { id: { in: [...item_ids] }, deleted_at: null, product: { deleted_at: null } },
    select: { id: true, product_id: true },
  });
  const known = new Map(rows.map(({ id, product_id }) => [id, product_id]));
  const at = item_ids.findIndex((id) => !known.has(id));
  if (at >= 0) fail('reference.missing', { field: 'item_id' }, `items.${at}.item_id`);
  return known;
}

/** Days over which the pace is looked at: four weeks, so that every weekday counts alike. */
export const PACE_DAYS = 28;

type PaceRow = Place & { readonly sold: number; readonly days: number };

/**
 * Units a day that items sold in every branch over the last four weeks, or since they first came in, at least a week
 * (decisions section 4). @returns by item, then by branch
 */
export async function paceOf(
  ctx: Ctx,
  item_ids: readonly number[],
): Promise<Map<number, Map<number, number>>> {
  if (item_ids.length === 0) return new Map();
  const since = new Date(ctx.now.getTime() - PACE_DAYS * 86_400_000);
  const rows = await readRows<PaceRow>(
    ctx,
    Prisma.sql`
    WITH sold AS MATERIALIZED (
      SELECT u.item_id, u.branch_id, sum(u.quantity - u.returned_quantity) AS sold FROM stock_use u
       WHERE u.item_id = ANY(${[...item_ids]}::int[]) AND u.created_at > ${since}::timestamptz
       GROUP BY u.item_id, u.branch_id
    )
    SELECT s.item_id, s.branch_id, s.sold::float8 AS sold,
           -- looked up one by one: all batches there are would be read for a page of them
           greatest(7, least(${PACE_DAYS}::int, extract(epoch FROM ${ctx.now}::timestamptz
             - (SELECT min(f.created_at) FROM stock_batch f
                 WHERE f.product_id = (SELECT i.product_id FROM product_item i WHERE i.id = s.item_id)
                   AND f.item_id = s.item_id AND f.branch_id = s.branch_id)) / 86400))::float8 AS days
      FROM sold s`,
  );
  const paces = new Map<number, Map<number, number>>();
  for (const { item_id, branch_id, sold, days } of rows) {
    const known = paces.get(item_id) ?? new Map<number, number>();
    known.set(branch_id, Math.max(0, sold / days));
    paces.set(item_id, known);
  }
  return paces;
}

/** Two decimals are enough to read, and no promise. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
