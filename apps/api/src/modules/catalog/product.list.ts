import { LOCALES, spellingsOf } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { OWN_PLAN, Prisma } from '../../core/db.ts';
import { invalid } from '../../core/invalid.ts';
import { type Page, page, slice } from '../../core/page.ts';
import { inReach } from './product.read.ts';
import { named, someIds } from './product.search.ts';
import { BESIDE, inStock, type ProductRow, ROW_COLUMNS, rowView } from './product.view.ts';

type Input = z.output<typeof api.product.list.input>;
type Row = z.output<typeof api.product.list.output>;

/** Totals are exact up to here (decisions 0.1). */
const COUNTED_MAX = 10_000;
/** How many ids an estimate asks. */
const SAMPLE = 400;

type Condition = { readonly where: Prisma.Sql; readonly isLooked: boolean };

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
  // written out, because an index of the few that are hidden or featured serves no parameter
  if (status !== undefined) filters.push(status === 1 ? Prisma.sql`p.status = 1` : Prisma.sql`p.status = 0`);
  if (featured !== undefined)
    filters.push(featured === 1 ? Prisma.sql`p.featured = 1` : Prisma.sql`p.featured = 0`);
  if (brand_id !== undefined) filters.push(Prisma.sql`p.brand_id = ${brand_id}`);
  if (tax_type_id !== undefined) filters.push(Prisma.sql`p.tax_type_id = ${tax_type_id}`);
  if (price_from !== undefined) filters.push(Prisma.sql`p.price >= ${price_from}::numeric`);
  if (price_to !== undefined) filters.push(Prisma.sql`p.price <= ${price_to}::numeric`);
  if (input.in_stock !== undefined) filters.push(inStock(input.in_stock));
  if (input.missing_translation)
    filters.push(Prisma.sql`p.missing > 0 AND p.missing & ${bitsOf(input.missing_translation)}::int > 0`);
  if (input.barcode !== undefined)
    filters.push(Prisma.sql`p.id IN (SELECT i.product_id FROM product_item i
      WHERE i.deleted_at IS NULL AND i.barcode = ANY(${spellingsOf(input.barcode)}::text[]))`);
  return filters;
}

/** The whole condition; `isLooked` where rows themselves must be looked at, and not an index alone. */
async function conditionOf(ctx: Ctx, input: Input): Promise<Condition> {
  const { price_from, price_to } = input;
  if (price_from !== undefined && price_to !== undefined && price_from > price_to)
    invalid('price_from', 'max_value', { max: price_to });
  const { conditions, isRare } = await named(ctx, input);
  const filters = [inReach(ctx), ...filtersOf(input), ...conditions];
  const isLooked = (conditions.length > 0 || ctx.reach !== 'full') && !isRare;
  return { where: Prisma.join(filters, ' AND '), isLooked };
}

function orderOf(ctx: Ctx, { sort_by, sort_as }: Input): Prisma.Sql {
  const way = Prisma.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  if (sort_by === 'newest') return Prisma.sql`p.id DESC`;
  // numbers are given in the order of making
  if (sort_by === 'id' || sort_by === 'created_at') return Prisma.sql`p.id ${way}`;
  // names of columns, each from a closed list: no text of a caller gets here
  const column = Prisma.raw(sort_by === 'title' ? `p.sort_${ctx.locale}` : `p.${sort_by}`);
  return Prisma.sql`${column} ${way}, p.id ${way}`;
}

/** A page as it comes: at least one row, which tells the total where it had to be counted; below 0 an estimate. */
type Found = ProductRow & { readonly total: number | null };

/**
 * How many rows there are: not counted where the page itself shows that it is the last, exact up to the limit, and
 * beyond it what some ids from everywhere let expect, below 0. Where rows have to be looked at one by one they
 * are asked first: twice the limit is then far enough not to count.
 */
function totalOf({ where, isLooked }: Condition, { skip, take }: ReturnType<typeof slice>): Prisma.Sql {
  const guess = Prisma.sql`(SELECT total FROM guess)`;
  return Prisma.sql`CASE
    WHEN (SELECT count(*) FROM found) < ${take}::int AND (${skip}::int = 0 OR EXISTS (SELECT 1 FROM found)) THEN NULL
    WHEN ${isLooked} AND ${guess} >= ${2 * COUNTED_MAX} THEN -${guess}
    ELSE (SELECT CASE WHEN count(*) <= ${COUNTED_MAX} THEN count(*) ELSE -greatest(count(*), ${guess}) END
            FROM (SELECT 1 FROM product p WHERE ${where} LIMIT ${COUNTED_MAX + 1}) every) END::int`;
}

/** First the ids of the page, found in indexes alone where they can be, then their rows with all that stands in them. */
const pageOf = (ctx: Ctx, input: Input, condition: Condition): Promise<Found[]> => {
  const { where } = condition;
  const range = slice(input);
  // a file is read page by page to its end, and its rows are counted by nobody
  const total = input.export ? Prisma.sql`NULL::int` : totalOf(condition, range);
  return ctx.db.$queryRaw<Found[]>`${OWN_PLAN}
    WITH found AS MATERIALIZED (
      SELECT f.id, row_number() OVER () AS place
        FROM (SELECT p.id FROM product p WHERE ${where} ORDER BY ${orderOf(ctx, input)}
               LIMIT ${range.take}::int OFFSET ${range.skip}::int) f
    ), guess AS MATERIALIZED (
      SELECT (count(*) * (SELECT max(id) FROM product) / ${SAMPLE})::int AS total FROM product p
       WHERE p.id = ANY(${someIds(SAMPLE)}) AND ${where}
    )
    SELECT ${ROW_COLUMNS}, counted.total
      FROM (SELECT ${total} AS total) counted
      LEFT JOIN (found JOIN product p ON p.id = found.id ${BESIDE}) ON TRUE
     ORDER BY found.place`;
};

/**
 * Products by words, filters and order, in two statements: what the question needs to know first, and the page with
 * its total. @throws request.invalid where price_from is above price_to
 */
export async function list(ctx: Ctx, asked: Input): Promise<Page<Row>> {
  const input = askable(ctx, asked);
  const found = await pageOf(ctx, input, await conditionOf(ctx, input));
  const rows = found
    .filter(({ id }) => id !== null)
    .map((row) => rowView(ctx, row, input.all_locale ?? false));
  const reached = rows.length === 0 ? 0 : slice(input).skip + rows.length;
  const total = found[0]?.total ?? reached;
  return page(rows, Math.max(Math.abs(total), reached), input, total < 0);
}
