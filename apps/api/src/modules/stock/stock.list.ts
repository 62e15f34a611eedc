import type { stock } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { type Page, page, slice } from '../../core/page.ts';
import { pictureUrl } from '../../core/pictures.ts';
import { productsLike } from '../catalog/index.ts';
import {
  BRANCH_COLUMNS,
  branchesOf,
  ITEM_COLUMNS,
  type ItemFacts,
  itemView,
  nameIn,
  rounded,
} from './item.ts';
import { paceOf } from './pace.ts';

type Input = z.output<typeof stock.list.input>;
type Row = z.output<typeof stock.list.output>;

type LevelRow = ItemFacts & {
  readonly branch_id: number;
  readonly branch_names: Record<string, string>;
  readonly on_hand: number;
  readonly expired: number;
  readonly reserved: number;
  readonly deficit: number;
  readonly available: number;
  readonly value: number;
  readonly thumb: string | null;
};

const STATES: Readonly<Record<NonNullable<Input['state']>, Prisma.Sql>> = {
  available: Prisma.sql`l.stocked`,
  out: Prisma.sql`NOT l.stocked`,
  low: Prisma.sql`l.low`,
  deficit: Prisma.sql`l.deficit > 0`,
  expired: Prisma.sql`l.expired > 0`,
  reserved: Prisma.sql`l.reserved > 0`,
};

/** Which levels are meant, by what the level says itself, and by what its product does. */
async function filtersOf(ctx: Ctx, input: Input): Promise<{ own: Prisma.Sql[]; ofProduct: Prisma.Sql[] }> {
  const own = [Prisma.sql`TRUE`, ...branchesOf(ctx, Prisma.sql`l.branch_id`, input.branch_id)];
  const ofProduct = await productsLike(ctx, input);
  if (input.product_id !== undefined) own.push(Prisma.sql`l.product_id = ${input.product_id}`);
  if (input.item_id !== undefined) own.push(Prisma.sql`l.item_id = ${input.item_id}`);
  if (input.status !== undefined) ofProduct.push(Prisma.sql`p.status = ${input.status}`);
  if (input.id !== undefined) own.push(Prisma.sql`l.item_id = ${input.id}`);
  if (input.state !== undefined) own.push(STATES[input.state]);
  if (input.supplier_id !== undefined)
    own.push(Prisma.sql`EXISTS (SELECT 1 FROM stock_batch s JOIN receipt r ON r.id = s.reciept_id
      WHERE s.item_id = l.item_id AND s.branch_id = l.branch_id AND r.supplier_id = ${input.supplier_id})`);
  return { own, ofProduct };
}

function orderOf(ctx: Ctx, { sort_by, sort_as }: Input): Prisma.Sql {
  const way = Prisma.raw(sort_as === 'desc' ? 'DESC' : 'ASC');
  // names of columns, each from a closed list: no text of a caller gets here
  const column = Prisma.raw(sort_by === 'title' ? `p.sort_${ctx.locale}` : `l.${sort_by}`);
  return Prisma.sql`${column} ${way}, l.item_id ${way}, l.branch_id ${way}`;
}

const FROM = Prisma.sql`
  stock_level l JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = l.product_id
    JOIN branch b ON b.id = l.branch_id`;
const LIVING = Prisma.sql`i.deleted_at IS NULL AND p.deleted_at IS NULL AND b.deleted_at IS NULL`;
/** The same by what is deleted: few, where all that lives would be looked up only to be counted. */
const NOT_GONE = Prisma.sql`
  NOT EXISTS (SELECT 1 FROM product_item i WHERE i.id = l.item_id AND i.deleted_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM product p WHERE p.id = l.product_id AND p.deleted_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM branch b WHERE b.id = l.branch_id AND b.deleted_at IS NOT NULL)`;

/** Stock of each item in each branch in sight: what is there, what holds it, how long it lasts (issue 4). */
export async function list(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const { own, ofProduct } = await filtersOf(ctx, input);
  const where = Prisma.join([LIVING, ...own, ...ofProduct], ' AND ');
  const all =
    ofProduct.length > 0
      ? Prisma.sql`${FROM} WHERE ${where}`
      : Prisma.sql`stock_level l WHERE ${Prisma.join([NOT_GONE, ...own], ' AND ')}`;
  const { skip, take } = slice(input);
  const [rows, [counted]] = await Promise.all([
    ctx.db.$queryRaw<LevelRow[]>`
      SELECT ${ITEM_COLUMNS}, ${BRANCH_COLUMNS}, l.on_hand::float8, l.expired::float8, l.reserved::float8,
             l.deficit::float8, l.available::float8, l.value::float8,
             (SELECT m.thumb FROM product_image m WHERE m.product_id = p.id ORDER BY m.ord, m.id LIMIT 1) AS thumb
        FROM ${FROM} WHERE ${where} ORDER BY ${orderOf(ctx, input)} LIMIT ${take}::int OFFSET ${skip}::int`,
    ctx.db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM ${all}`,
  ]);
  const paces = await paceOf(ctx, [...new Set(rows.map(({ item_id }) => item_id))]);
  return page(
    rows.map((row): Row => {
      const pace = paces.get(row.item_id)?.get(row.branch_id) ?? 0;
      return {
        id: `${row.item_id}-${row.branch_id}`,
        ...itemView(ctx, row),
        branch_id: row.branch_id,
        branch_name: nameIn(ctx, row.branch_names),
        on_hand: row.on_hand,
        expired: row.expired,
        reserved: row.reserved,
        deficit: row.deficit,
        available: row.available,
        value: rounded(row.value),
        pace: rounded(pace),
        days_left: pace > 0 ? rounded(Math.max(0, row.available) / pace) : null,
        image_url: pictureUrl(row.thumb),
      };
    }),
    counted?.total ?? 0,
    input,
  );
}
