import type { RowLeftOut, stockCount } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, getPermissions, hasPermission, requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import { BRANCH_TIME_ZONE_SQL } from '../../branch/index.ts';
import {
  ITEM_COLUMNS,
  type ItemFacts,
  itemView,
  localizeName,
  visibleBranchConditionsSql,
} from '../stock-item.ts';

type List = z.output<typeof stockCount.list.input>;
type Row = z.output<typeof stockCount.list.output>;
export type Show = z.output<typeof stockCount.show.output>;

type Head = Omit<Row, 'branch_name' | 'created_at' | 'posted_at' | 'actions'> & {
  readonly branch_names: Record<string, string>;
  readonly rows_left_out: readonly RowLeftOut[];
  readonly created_at: Date;
  readonly posted_at: Date | null;
};
type Line = ItemFacts & {
  readonly id: number;
  readonly snapshot: number;
  readonly counted: number | null;
  readonly counted_at: Date | null;
  readonly difference: number | null;
  readonly value: number | null;
};

/** The value of a line's difference: as posted, or before that estimated at the item's average cost. */
const VALUE = Prisma.sql`coalesce(x.value, round((x.counted - x.snapshot)
  * coalesce(CASE WHEN v.on_hand > 0 THEN v.value / v.on_hand END, v.last_cost, 0), 2))`;

const SELECT = Prisma.sql`
  SELECT c.id, c.branch_id, b.names AS branch_names, c.status, c.notes, c.rows_left_out, c.version, c.created_at, c.posted_at,
         a.name AS account_name, coalesce(l.lines, 0)::int AS lines_count, coalesce(l.counted, 0)::int AS counted_count,
         coalesce(l.difference, 0)::float8 AS difference, coalesce(l.value, 0)::float8 AS value
    FROM stock_count c JOIN branch b ON b.id = c.branch_id LEFT JOIN account a ON a.id = c.account_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS lines, count(x.counted) AS counted, sum(coalesce(x.difference, x.counted - x.snapshot)) AS difference,
             sum(${VALUE}) AS value
        FROM stock_count_line x LEFT JOIN stock_level v ON v.item_id = x.item_id AND v.branch_id = c.branch_id
       WHERE x.count_id = c.id) l ON TRUE`;

/** Condition for the stock-takes of the caller's branches; the alias is `c`. */
export const visibleStockCountsSql = (ctx: Ctx, asked?: number): Prisma.Sql =>
  Prisma.join(
    [Prisma.sql`c.deleted_at IS NULL`, ...visibleBranchConditionsSql(ctx, Prisma.sql`c.branch_id`, asked)],
    ' AND ',
  );

function actionsOn(ctx: Ctx, row: Head): Row['actions'] {
  if (row.status === 1) return [];
  const may = (action: 'save' | 'delete') =>
    hasPermission(getPermissions(ctx), { resource: 'reciepts', action });
  return [
    ...(may('save') ? (['save'] as const) : []),
    ...(may('save') && row.counted_count > 0 ? (['post'] as const) : []),
    ...(may('delete') ? (['delete'] as const) : []),
  ];
}

const view = (ctx: Ctx, head: Head): Row => {
  const { branch_names, rows_left_out, created_at, posted_at, ...row } = head;
  return {
    ...row,
    branch_name: localizeName(ctx, branch_names),
    created_at: created_at.toISOString(),
    posted_at: posted_at?.toISOString() ?? null,
    actions: actionsOn(ctx, head),
  };
};

/** What a stock-taking is found by: its branch, its number, its notes, and who made it. */
const COUNT_WORDS = Prisma.sql`concat_ws(' ', b.search, '#' || c.id, c.id, fold(c.notes),
  (SELECT fold(a.name) FROM account a WHERE a.id = c.account_id))`;

/** Lists the stock-takes of the caller's branches. */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const filters = [visibleStockCountsSql(ctx, input.branch_id)];
  if (input.id !== undefined) filters.push(Prisma.sql`c.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`c.status = ${input.status}`);
  filters.push(...keywordConditions(input.keywords, COUNT_WORDS));
  const day = Prisma.sql`(c.created_at AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date`;
  if (input.from_date !== undefined) filters.push(Prisma.sql`${day} >= ${input.from_date}::date`);
  if (input.to_date !== undefined) filters.push(Prisma.sql`${day} <= ${input.to_date}::date`);
  const where = Prisma.join(filters, ' AND ');
  const way = Prisma.raw(input.sort_as === 'desc' ? 'DESC' : 'ASC');
  const column = input.sort_by === 'value' ? Prisma.sql`coalesce(l.value, 0)` : Prisma.sql`c.id`;
  const { skip, take } = toSkipTake(input);
  const [rows, [counted]] = await Promise.all([
    ctx.db.$queryRaw<Head[]>`
      ${SELECT} WHERE ${where} ORDER BY ${column} ${way}, c.id ${way} LIMIT ${take}::int OFFSET ${skip}::int`,
    ctx.db.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM stock_count c JOIN branch b ON b.id = c.branch_id WHERE ${where}`,
  ]);
  return toPage(
    rows.map((row) => view(ctx, row)),
    counted?.total ?? 0,
    input,
  );
}

/**
 * Returns a stock-take with its lines, last counted first.
 * @param only restricts the lines to these items
 * @throws record.missing
 */
export async function show(ctx: Ctx, { id, only }: { id: number; only?: readonly number[] }): Promise<Show> {
  const [head] = await ctx.db.$queryRaw<
    Head[]
  >`${SELECT} WHERE c.id = ${id} AND ${visibleStockCountsSql(ctx)}`;
  const found = requireFound(head);
  const lines = await ctx.db.$queryRaw<Line[]>`
    SELECT x.id, ${ITEM_COLUMNS}, x.snapshot::float8, x.counted::float8, x.counted_at, ${VALUE}::float8 AS value,
           coalesce(x.difference, x.counted - x.snapshot)::float8 AS difference
      FROM stock_count_line x JOIN product_item i ON i.id = x.item_id JOIN product p ON p.id = i.product_id
      LEFT JOIN stock_level v ON v.item_id = x.item_id AND v.branch_id = ${found.branch_id}::int
     WHERE x.count_id = ${id} ${only ? Prisma.sql`AND x.item_id = ANY(${[...only]}::int[])` : Prisma.empty}
     ORDER BY x.counted_at DESC NULLS LAST, x.id DESC`;
  return {
    ...view(ctx, found),
    rows_left_out: [...found.rows_left_out],
    items: lines.map((line) => ({
      id: line.id,
      ...itemView(ctx, line),
      snapshot: line.snapshot,
      counted: line.counted,
      counted_at: line.counted_at?.toISOString() ?? null,
      difference: line.difference,
      value: line.value,
    })),
  };
}

export type LockedStockCount = {
  readonly id: number;
  readonly branch_id: number;
  readonly status: number;
  readonly version: number;
  readonly notes: string | null;
  readonly rows_left_out: readonly RowLeftOut[];
};

/** Locks a draft stock-take that the caller may see. @throws record.missing, count.posted */
export async function lockDraftCount(
  ctx: Ctx,
  id: number,
  version: number | undefined,
): Promise<LockedStockCount> {
  const [row] = await ctx.db.$queryRaw<LockedStockCount[]>`
    SELECT c.id, c.branch_id, c.status, c.version, c.notes, c.rows_left_out FROM stock_count c
     WHERE c.id = ${id} AND ${visibleStockCountsSql(ctx)} FOR UPDATE OF c`;
  const stored = requireFound(row);
  if (stored.status === 1) fail('count.posted');
  checkVersion(stored.version, version);
  return stored;
}
