import { batchRate, outlook } from '@dukkan/commerce';
import type { ADVICE, batch } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { OWN_PLAN, Prisma, readRows } from '../../core/db.ts';
import { type Page, page, slice } from '../../core/page.ts';
import { productsLike } from '../catalog/index.ts';
import { branchDay } from './branch-day.ts';
import {
  BRANCH_COLUMNS,
  branchesOf,
  ITEM_COLUMNS,
  type ItemFacts,
  itemView,
  nameIn,
  paceOf,
  rounded,
} from './item.ts';

type Input = z.output<typeof batch.list.input>;
type Row = z.output<typeof batch.list.output>;
type Movement = NonNullable<Row['movements']>[number];

type BatchRow = ItemFacts &
  Omit<
    Row,
    'created_at' | 'weight' | 'rate' | 'days_left' | 'unsold' | 'advice' | 'title' | 'branch_name'
  > & {
    readonly branch_names: Record<string, string>;
    readonly created_at: Date;
    readonly sold_days: number;
    /** Units of the same shelf that sell before it; 0 where it will not sell any more. */
    readonly ahead: number;
    /** Days until it expires; negative where it has. */
    readonly expires_in: number | null;
  };

/** Totals are exact up to here (decisions 0.1). */
const COUNTED_MAX = 10_000;
const DAY_MS = 86_400_000;
/** Nobody marks down what keeps for longer than this, whatever its pace. */
const SOON_DAYS = 90;

/** Receipts that are named one by one; the planner knows how much each of them brought. */
const NAMED = 1_000;

/** Batches that came from a supplier. */
async function broughtBy(ctx: Ctx, supplier_id: number): Promise<Prisma.Sql> {
  const rows = await readRows<{ id: number }>(
    ctx,
    Prisma.sql`SELECT r.id FROM receipt r WHERE r.supplier_id = ${supplier_id}::int LIMIT ${NAMED + 1}::int`,
  );
  return rows.length <= NAMED
    ? Prisma.sql`s.reciept_id = ANY(${rows.map(({ id }) => id)}::int[])`
    : Prisma.sql`s.reciept_id IN (SELECT r.id FROM receipt r WHERE r.supplier_id = ${supplier_id})`;
}

async function whereOf(ctx: Ctx, input: Input): Promise<Prisma.Sql> {
  const filters = [Prisma.sql`TRUE`, ...branchesOf(ctx, Prisma.sql`s.branch_id`, input.branch_id)];
  const named = await productsLike(ctx, { keywords: input.keywords });
  if (named.length > 0) {
    const is = Prisma.join(named, ' AND ');
    // words have one index for what is sold and one for what is not any more
    filters.push(
      Prisma.sql`s.product_id IN (SELECT p.id FROM product p WHERE p.deleted_at IS NULL AND ${is}
        UNION ALL SELECT p.id FROM product p WHERE p.deleted_at IS NOT NULL AND ${is})`,
    );
  }
  if (input.id !== undefined) filters.push(Prisma.sql`s.id = ${input.id}`);
  if (input.product_id !== undefined) filters.push(Prisma.sql`s.product_id = ${input.product_id}`);
  // found by its product, as its batches are
  if (input.item_id !== undefined)
    filters.push(
      Prisma.sql`s.product_id = (SELECT i.product_id FROM product_item i WHERE i.id = ${input.item_id}) AND s.item_id = ${input.item_id}`,
    );
  if (input.reciept_id !== undefined) filters.push(Prisma.sql`s.reciept_id = ${input.reciept_id}`);
  if (input.supplier_id !== undefined) filters.push(await broughtBy(ctx, input.supplier_id));
  if (input.remaining === 1) filters.push(Prisma.sql`s.remaining_quantity > 0`);
  if (input.remaining === 0) filters.push(Prisma.sql`s.remaining_quantity = 0`);
  if (input.expire_from !== undefined) filters.push(Prisma.sql`s.expire_date >= ${input.expire_from}::date`);
  if (input.expire_to !== undefined) filters.push(Prisma.sql`s.expire_date <= ${input.expire_to}::date`);
  return Prisma.join(filters, ' AND ');
}

const MOVEMENTS = Prisma.sql`
  (SELECT coalesce(json_agg(json_build_object('id', m.id, 'product_used_id', m.product_used_id, 'target', m.target,
            'quantity', CASE WHEN m.target = 1 AND u.id IS NOT NULL THEN m.quantity - u.returned_quantity ELSE m.quantity END,
            'ref_type', m.ref_type, 'ref_id', m.ref_id,
            'created_at', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.id), '[]')
     FROM (SELECT * FROM stock_movement WHERE batch_id = s.id ORDER BY id DESC LIMIT 500) m
     LEFT JOIN stock_use u ON u.id = m.product_used_id)`;

/** The ids of the page first, out of an index; all that is told of them is looked up for these only. */
const pageOf = (ctx: Ctx, input: Input, where: Prisma.Sql): Promise<BatchRow[]> => {
  const { skip, take } = slice(input);
  const way = Prisma.raw(input.sort_as === 'desc' ? 'DESC' : 'ASC');
  // the name of a column from a closed list: no text of a caller gets here
  const column = Prisma.raw(`s.${input.sort_by}`);
  const last = Prisma.raw(input.sort_by === 'expire_date' && input.sort_as === 'desc' ? 'NULLS LAST' : '');
  return readRows<BatchRow>(
    ctx,
    Prisma.sql`${OWN_PLAN}
    WITH found AS MATERIALIZED (
      SELECT f.id, row_number() OVER () AS place FROM (
        SELECT s.id FROM stock_batch s WHERE ${where}
         ORDER BY ${column} ${way} ${last}, s.id ${way} LIMIT ${take}::int OFFSET ${skip}::int) f
    ), shown AS MATERIALIZED (
      SELECT s.*, found.place FROM found JOIN stock_batch s ON s.id = found.id
    ), queued AS MATERIALIZED (
      SELECT o.id, sum(o.remaining_quantity) OVER (PARTITION BY o.item_id, o.branch_id
               ORDER BY o.expire_date, o.created_at, o.id) - o.remaining_quantity AS ahead
        FROM (SELECT DISTINCT item_id, branch_id FROM shown WHERE remaining_quantity > 0 AND NOT expired) w
       CROSS JOIN LATERAL (SELECT * FROM stock_batch o WHERE o.item_id = w.item_id AND o.branch_id = w.branch_id
                              AND o.remaining_quantity > 0 AND NOT o.expired OFFSET 0) o
    )
    SELECT s.id, ${ITEM_COLUMNS}, ${BRANCH_COLUMNS}, s.reciept_id, s.order_id, s.parent_batch_id,
           s.quantity::float8, s.remaining_quantity::float8, s.cost_value::float8,
           s.cost_value_before_discount::float8, s.expire_date::text, s.expired, s.created_at, s.sold_days::float8,
           s.expire_date - ${branchDay(ctx)}
             AS expires_in,
           coalesce(q.ahead, 0)::float8 AS ahead
           ${input.movements ? Prisma.sql`, ${MOVEMENTS} AS movements` : Prisma.empty}
      FROM shown s LEFT JOIN queued q ON q.id = s.id
      JOIN product_item i ON i.id = s.item_id JOIN product p ON p.id = i.product_id JOIN branch b ON b.id = s.branch_id
     ORDER BY s.place`,
  );
};

/** How many there are: exact up to COUNTED_MAX, beyond that what the planner thinks (decisions 0.1). */
async function totalOf(ctx: Ctx, where: Prisma.Sql): Promise<{ total: number; estimated: boolean }> {
  const [counted] = await readRows<{ total: number }>(
    ctx,
    Prisma.sql`${OWN_PLAN} SELECT count(*)::int AS total
      FROM (SELECT 1 FROM stock_batch s WHERE ${where} LIMIT ${COUNTED_MAX + 1}::int) every`,
  );
  const total = counted?.total ?? 0;
  if (total <= COUNTED_MAX) return { total, estimated: false };
  const [planned] = await readRows<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>(
    ctx,
    Prisma.sql`EXPLAIN (FORMAT JSON) ${OWN_PLAN} SELECT 1 FROM stock_batch s WHERE ${where}`,
  );
  return { total: Math.max(total, planned?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0), estimated: true };
}

/** What to do about a batch: throw away what is expired, move or mark down what will be, order what runs out. */
function adviceOn(
  row: BatchRow,
  unsold: number,
  pace: number,
  elsewhere: number,
): (typeof ADVICE)[number] | null {
  if (row.remaining_quantity <= 0) return null;
  if (row.expired || (row.expires_in ?? 0) < 0) return 'write_off';
  if (unsold > 0) return elsewhere > pace ? 'transfer' : 'mark_down';
  return pace > 0 && (row.ahead + row.remaining_quantity) / pace < 7 ? 'reorder' : null;
}

function view(ctx: Ctx, row: BatchRow, paces: Map<number, Map<number, number>>): Row {
  const { titles: _, branch_names, created_at, sold_days, ahead, expires_in, movements, ...facts } = row;
  const { quantity, remaining_quantity } = row;
  const days = Math.max(0, (ctx.now.getTime() - created_at.getTime()) / DAY_MS);
  // the sold part of the weight is kept with the batch, so one movement stands for all of them
  const sold =
    quantity > 0 ? [{ target: 1, quantity: 1, created_at: created_at.getTime() + sold_days * DAY_MS }] : [];
  const { weight, rate } = batchRate(
    { quantity, remaining_quantity, created_at: ctx.now.getTime() - days * DAY_MS, movements: sold },
    ctx.now.getTime(),
  );
  const byBranch = paces.get(row.item_id) ?? new Map<number, number>();
  const pace = byBranch.get(row.branch_id) ?? 0;
  const elsewhere = Math.max(
    0,
    ...[...byBranch].map(([branch, one]) => (branch === row.branch_id ? 0 : one)),
  );
  const before = outlook(ahead + remaining_quantity, pace, expires_in);
  const soon = expires_in !== null && expires_in <= SOON_DAYS;
  const unsold = soon ? Math.min(remaining_quantity, before.unsold) : 0;
  return {
    ...facts,
    ...itemView(ctx, row),
    branch_name: nameIn(ctx, branch_names),
    created_at: created_at.toISOString(),
    weight,
    rate,
    days_left: before.days === null ? null : rounded(before.days),
    unsold: rounded(unsold),
    advice: adviceOn(row, unsold, pace, elsewhere),
    ...(movements ? { movements: movements as Movement[] } : {}),
  };
}

/** Batches with their rate, and what to do about them (specification section 9, decisions section 4). */
export async function list(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const where = await whereOf(ctx, input);
  const [rows, { total, estimated }] = await Promise.all([pageOf(ctx, input, where), totalOf(ctx, where)]);
  const paces = await paceOf(ctx, [...new Set(rows.map(({ item_id }) => item_id))]);
  const shown = rows.map((row) => view(ctx, row, paces));
  if (!estimated) return page(shown, total, input);
  // a full page says that there may be a next one, whatever was estimated
  return page(shown, Math.max(total, slice(input).skip + rows.length), input, true);
}
