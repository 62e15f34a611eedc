import { LOCALES, spellingsOf } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { OWN_PLAN, Prisma, readRows } from '../../core/db.ts';
import { invalid } from '../../core/invalid.ts';
import { type Page, page, slice } from '../../core/page.ts';
import { inReach } from './product.read.ts';
import { named, someIds } from './product.search.ts';
import { inStock } from './product.stock.ts';
import { BESIDE, type ProductRow, rowColumns, rowView } from './product.view.ts';

type Input = z.output<typeof api.product.list.input>;
type Row = z.output<typeof api.product.list.output>;

/** Totals are exact up to here (decisions 0.1). */
const COUNTED_MAX = 10_000;
/**
 * How many ids an estimate asks, and from how many rows on there are surely more than the exact ones: five times the
 * sample's error lies between. A condition that is hard to count is worth more asking.
 */
const EASY = { asked: 400, sure: 20_000 };
const HARD = { asked: 800, sure: 16_000 };

/**
 * What is asked for. `isRare`: few products can be meant. `isOwn`: the best plan depends on the values.
 */
type Condition = {
  readonly where: Prisma.Sql;
  readonly isRare: boolean;
  readonly isOwn: boolean;
};

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

function filtersOf(ctx: Ctx, input: Input): Prisma.Sql[] {
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
  if (input.in_stock !== undefined) filters.push(inStock(ctx, input.in_stock));
  if (input.missing_translation)
    filters.push(Prisma.sql`p.missing > 0 AND p.missing & ${bitsOf(input.missing_translation)}::int > 0`);
  if (input.barcode !== undefined)
    filters.push(Prisma.sql`p.id IN (SELECT i.product_id FROM product_item i
      WHERE i.deleted_at IS NULL AND i.barcode = ANY(${spellingsOf(input.barcode)}::text[]))`);
  return filters;
}

/** The whole condition. @throws request.invalid where price_from is above price_to */
async function conditionOf(ctx: Ctx, input: Input): Promise<Condition> {
  const { price_from, price_to, brand_id, tax_type_id, barcode } = input;
  if (price_from !== undefined && price_to !== undefined && price_from > price_to)
    invalid('price_from', 'max_value', { max: price_to });
  const { conditions, isRare } = await named(ctx, input, slice(input).skip);
  const isLooked = conditions.length > 0 || ctx.reach !== 'full' || input.in_stock !== undefined;
  return {
    where: Prisma.join([inReach(ctx), ...filtersOf(ctx, input), ...conditions], ' AND '),
    isRare,
    isOwn:
      isLooked || [price_from, price_to, brand_id, tax_type_id, barcode].some((value) => value !== undefined),
  };
}

/** What is sorted by, and which way; ties go by id. */
function orderOf(ctx: Ctx, { sort_by, sort_as }: Input): { key: Prisma.Sql; way: Prisma.Sql } {
  const way = Prisma.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  if (sort_by === 'newest') return { key: Prisma.sql`p.id`, way: Prisma.sql`DESC` };
  // numbers are given in the order of making
  if (sort_by === 'id' || sort_by === 'created_at') return { key: Prisma.sql`p.id`, way };
  // names of columns, each from a closed list: no text of a caller gets here
  return { key: Prisma.raw(sort_by === 'title' ? `p.sort_${ctx.locale}` : `p.${sort_by}`), way };
}

/** Where the page is found: `found` (id, place) in a WITH, and how many rows there are, below 0 an estimate. */
type Source = { readonly found: Prisma.Sql; readonly total: Prisma.Sql };

/** Few products: all that are meant are named once, then sorted, cut and counted. */
function namedSource(ctx: Ctx, input: Input, { where }: Condition): Source {
  const { skip, take } = slice(input);
  const { key, way } = orderOf(ctx, input);
  return {
    found: Prisma.sql`hit AS MATERIALIZED (SELECT p.id, ${key} AS key FROM product p WHERE ${where}),
      found AS MATERIALIZED (
        SELECT f.id, row_number() OVER () AS place
          FROM (SELECT id FROM hit ORDER BY key ${way}, id ${way} LIMIT ${take}::int OFFSET ${skip}::int) f)`,
    total: Prisma.sql`(SELECT count(*)::int FROM hit)`,
  };
}

/**
 * Many products: the index that sorts is walked to the page. The total is not counted where the page itself shows that
 * it is the last, exact up to the limit, and beyond it what some ids from everywhere let expect. These are asked first.
 */
function walkedSource(ctx: Ctx, input: Input, { where, isOwn }: Condition): Source {
  const { skip, take } = slice(input);
  const { key, way } = orderOf(ctx, input);
  const { asked, sure } = isOwn ? HARD : EASY;
  const guess = Prisma.sql`(SELECT total FROM guess)`;
  return {
    found: Prisma.sql`found AS MATERIALIZED (
        SELECT f.id, row_number() OVER () AS place
          FROM (SELECT p.id FROM product p WHERE ${where} ORDER BY ${key} ${way}, p.id ${way}
                 LIMIT ${take}::int OFFSET ${skip}::int) f
      ), guess AS MATERIALIZED (
        SELECT (count(*) * (SELECT max(id) FROM product) / ${asked}::int)::int AS total FROM product p
         WHERE p.id = ANY(${someIds(asked)}) AND ${where})`,
    total: Prisma.sql`CASE
      WHEN (SELECT count(*) FROM found) < ${take}::int AND (${skip}::int = 0 OR EXISTS (SELECT 1 FROM found)) THEN NULL
      WHEN ${guess} >= ${sure}::int THEN -${guess}
      ELSE (SELECT CASE WHEN count(*) <= ${COUNTED_MAX}::int THEN count(*) ELSE -greatest(count(*), ${guess}) END
              FROM (SELECT 1 FROM product p WHERE ${where} LIMIT ${COUNTED_MAX + 1}::int) every) END::int`,
  };
}

/** A page as it comes: at least one row, which tells the total where it had to be counted. */
type Found = ProductRow & { readonly total: number | null };

/** First the ids of the page, then their rows with all that stands in them, in one statement. */
function pageOf(ctx: Ctx, input: Input, condition: Condition): Promise<Found[]> {
  const source = (condition.isRare ? namedSource : walkedSource)(ctx, input, condition);
  // a file is read page by page to its end, and its rows are counted by nobody
  const total = input.export ? Prisma.sql`NULL::int` : source.total;
  const isOwn = condition.isOwn && !condition.isRare;
  return readRows<Found>(
    ctx,
    Prisma.sql`${isOwn ? OWN_PLAN : Prisma.empty}
    WITH ${source.found}
    SELECT ${rowColumns(ctx)}, counted.total
      FROM (SELECT ${total} AS total) counted
      LEFT JOIN (found JOIN product p ON p.id = found.id ${BESIDE}) ON TRUE
     ORDER BY found.place`,
  );
}

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
