import { LOCALES, spellingsOf } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { invalid } from '../../core/invalid.ts';
import { type Page, page, slice } from '../../core/page.ts';
import { inReach } from './product.read.ts';
import { lookup, matching, wordsOf } from './product.search.ts';
import { BESIDE, inStock, type ProductRow, ROW_COLUMNS, rowView } from './product.view.ts';

type Input = z.output<typeof api.product.list.input>;
type Row = z.output<typeof api.product.list.output>;

/** Totals are exact up to here (decisions 0.1). */
const COUNTED_MAX = 10_000;

/** What anyone may sort by (decisions 0.4). */
const OPEN_SORTS: readonly Input['sort_by'][] = ['newest', 'title', 'price', 'ord'];

/** The part of a question that this caller may ask; the rest is ignored (decisions 0.4). */
function askable(ctx: Ctx, input: Input): Input {
  if (ctx.reach === 'full') return input;
  const { status, id, tax_type_id, in_stock, missing_translation, ...open } = input;
  const sort_by = OPEN_SORTS.includes(input.sort_by) ? input.sort_by : 'newest';
  return ctx.reach === 'pick' && id !== undefined ? { ...open, id, sort_by } : { ...open, sort_by };
}

/** Bits of the languages whose title is looked for in vain. */
const bitsOf = (language: NonNullable<Input['missing_translation']>): number =>
  language === 'any' ? 7 : 1 << LOCALES.indexOf(language);

function filtersOf(input: Input): Prisma.Sql[] {
  const { id, status, featured, brand_id, tax_type_id, price_from, price_to } = input;
  const filters: Prisma.Sql[] = [];
  if (id !== undefined) filters.push(Prisma.sql`p.id = ${id}`);
  if (status !== undefined) filters.push(Prisma.sql`p.status = ${status}`);
  if (featured !== undefined) filters.push(Prisma.sql`p.featured = ${featured}`);
  if (brand_id !== undefined) filters.push(Prisma.sql`p.brand_id = ${brand_id}`);
  if (tax_type_id !== undefined) filters.push(Prisma.sql`p.tax_type_id = ${tax_type_id}`);
  if (price_from !== undefined) filters.push(Prisma.sql`p.price >= ${price_from}::numeric`);
  if (price_to !== undefined) filters.push(Prisma.sql`p.price <= ${price_to}::numeric`);
  if (input.in_stock !== undefined) filters.push(inStock(input.in_stock));
  if (input.missing_translation)
    filters.push(Prisma.sql`p.missing & ${bitsOf(input.missing_translation)}::int > 0`);
  if (input.barcode !== undefined)
    filters.push(Prisma.sql`p.id IN (SELECT i.product_id FROM product_item i
      WHERE i.deleted_at IS NULL AND i.barcode = ANY(${spellingsOf(input.barcode)}::text[]))`);
  return filters;
}

async function whereOf(ctx: Ctx, input: Input): Promise<Prisma.Sql> {
  const { price_from, price_to, categorys_id } = input;
  if (price_from !== undefined && price_to !== undefined && price_from > price_to)
    invalid('price_from', 'max_value', { max: price_to });
  const typed = wordsOf(input.keywords);
  const prefixes = [...new Set([...typed.words.flatMap((word) => word.prefixes), ...typed.whole])];
  const found = await lookup(ctx, categorys_id, prefixes);
  const filters = [inReach(ctx), ...filtersOf(input), ...matching(typed, found)];
  if (categorys_id !== undefined)
    filters.push(Prisma.sql`p.id IN (SELECT pc.product_id FROM product_category pc
      WHERE pc.category_id = ANY(${[...found.category_ids]}::int[]))`);
  return Prisma.join(filters, ' AND ');
}

function orderOf(ctx: Ctx, { sort_by, sort_as }: Input): Prisma.Sql {
  const way = Prisma.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  if (sort_by === 'newest') return Prisma.sql`p.id DESC`;
  if (sort_by === 'id') return Prisma.sql`p.id ${way}`;
  // names of columns, each from a closed list: no text of a caller gets here
  const column = Prisma.raw(sort_by === 'title' ? `p.sort_${ctx.locale}` : `p.${sort_by}`);
  return Prisma.sql`${column} ${way}, p.id ${way}`;
}

/** How many rows the planner expects: what a total beyond the exact ones is told as. */
async function estimate(ctx: Ctx, where: Prisma.Sql): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[]>`
    EXPLAIN (FORMAT JSON) SELECT 1 FROM product p WHERE ${where}`;
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** A page as it comes: at least one row, which tells the total where it had to be counted. */
type Found = ProductRow & { readonly total: number | null };

/**
 * First the ids of the page, found in indexes alone where they can be, then their rows with all that stands in them.
 * Beside them every row is counted, up to the limit; not where the page itself shows that it is the last.
 */
const pageOf = (ctx: Ctx, input: Input, where: Prisma.Sql): Promise<Found[]> => {
  const { skip, take } = slice(input);
  const counted = Prisma.sql`
    CASE WHEN (SELECT count(*) FROM found) = ${take}::int OR (${skip}::int > 0 AND NOT EXISTS (SELECT 1 FROM found))
         THEN (SELECT count(*)::int FROM (SELECT 1 FROM product p WHERE ${where} LIMIT ${COUNTED_MAX + 1}) every) END`;
  return ctx.db.$queryRaw<Found[]>`
    WITH found AS MATERIALIZED (
      SELECT f.id, row_number() OVER () AS place
        FROM (SELECT p.id FROM product p WHERE ${where} ORDER BY ${orderOf(ctx, input)}
               LIMIT ${take}::int OFFSET ${skip}::int) f
    )
    SELECT ${ROW_COLUMNS}, counted.total
      FROM (SELECT ${input.export ? Prisma.sql`NULL::int` : counted} AS total) counted
      LEFT JOIN (found JOIN product p ON p.id = found.id ${BESIDE}) ON TRUE
     ORDER BY found.place`;
};

/**
 * Products by words, filters and order, in at most three statements: what the question needs to know first, the page
 * with its total, and what a total beyond the exact ones is told as.
 * @throws request.invalid where price_from is above price_to
 */
export async function list(ctx: Ctx, asked: Input): Promise<Page<Row>> {
  const input = askable(ctx, asked);
  const where = await whereOf(ctx, input);
  const found = await pageOf(ctx, input, where);
  const rows = found
    .filter(({ id }) => id !== null)
    .map((row) => rowView(ctx, row, input.all_locale ?? false));
  const reached = rows.length === 0 ? 0 : slice(input).skip + rows.length;
  const total = found[0]?.total ?? reached;
  if (total <= COUNTED_MAX || input.export) return page(rows, total, input);
  return page(rows, Math.max(total, reached, await estimate(ctx, where)), input, true);
}
