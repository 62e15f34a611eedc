import type { RowLeftOut, stockCount } from '@dukkan/contract';
import { fail } from '@dukkan/contract';
import { type InferResult, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion, getPermissions, hasPermission, requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, type Page, toPage } from '../../../core/list/page.ts';
import { BRANCH_TIME_ZONE_SQL } from '../../branch/index.ts';
import {
  BRANCH_NAMES,
  ITEM_COLUMNS,
  ITEM_TITLES,
  isInVisibleBranch,
  itemView,
  localizeName,
} from '../stock-item.ts';

type List = z.output<typeof stockCount.list.input>;
type Row = z.output<typeof stockCount.list.output>;
export type Show = z.output<typeof stockCount.show.output>;

/** The value of a line's difference: as posted, or before that estimated at the item's average cost. */
const VALUE = sql<string | null>`coalesce(x.value, round((x.counted - x.snapshot)
  * coalesce(CASE WHEN v.on_hand > 0 THEN v.value / v.on_hand END, v.last_cost, 0), 2))`;
/** A line's difference: as posted, or before that as counted. */
const DIFFERENCE = sql<string | null>`coalesce(x.difference, x.counted - x.snapshot)`;

/** Condition for the stock-takes `c` of the caller's branches. */
export const isVisibleStockCount = (ctx: Ctx, requestedBranchId?: number): RawBuilder<boolean> =>
  sql<boolean>`(c.deleted_at IS NULL AND ${isInVisibleBranch(ctx, sql.ref('c.branch_id'), requestedBranchId)})`;

const counts = tables.selectFrom('stock_count as c').innerJoin('branch as b', 'b.id', 'c.branch_id');
type CountQuery = typeof counts;

/** Selects what a stock-take shows, with the sums of its lines `l`. */
const selectCounts = (query: CountQuery) =>
  query
    .leftJoin('account as a', 'a.id', 'c.account_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('stock_count_line as x')
          .leftJoin('stock_level as v', (join) =>
            join.onRef('v.item_id', '=', 'x.item_id').onRef('v.branch_id', '=', 'c.branch_id'),
          )
          .whereRef('x.count_id', '=', 'c.id')
          .select(({ fn }) => [
            fn.countAll<number>().as('lines'),
            fn.count<number>('x.counted').as('counted'),
            sql<string | null>`sum(${DIFFERENCE})`.as('difference'),
            sql<string | null>`sum(${VALUE})`.as('value'),
          ])
          .as('l'),
      (join) => join.onTrue(),
    )
    .select(({ ref }) => [
      'c.id',
      'c.branch_id',
      BRANCH_NAMES,
      ref('c.status').$castTo<Row['status']>().as('status'),
      'c.notes',
      ref('c.rows_left_out').$castTo<readonly RowLeftOut[]>().as('rows_left_out'),
      'c.version',
      'c.created_at',
      'c.posted_at',
      'a.name as account_name',
      sql<number>`coalesce(${ref('l.lines')}, 0)::int`.as('lines_count'),
      sql<number>`coalesce(${ref('l.counted')}, 0)::int`.as('counted_count'),
      sql<number>`coalesce(${ref('l.difference')}, 0)::float8`.as('difference'),
      sql<number>`coalesce(${ref('l.value')}, 0)::float8`.as('value'),
    ]);

type Head = Readonly<InferResult<ReturnType<typeof selectCounts>>[number]>;

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

const toCountView = (ctx: Ctx, head: Head): Row => {
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
const COUNT_WORDS = sql`concat_ws(' ', b.search, '#' || c.id, c.id, fold(c.notes),
  (SELECT fold(a.name) FROM account a WHERE a.id = c.account_id))`;

function filterCounts(ctx: Ctx, input: List): CountQuery {
  let query = counts.where(isVisibleStockCount(ctx, input.branch_id));
  if (input.id !== undefined) query = query.where('c.id', '=', input.id);
  if (input.status !== undefined) query = query.where('c.status', '=', input.status);
  query = query.where(matchesKeywords(input.keywords, COUNT_WORDS));
  const day = sql<string>`(${sql.ref('c.created_at')} AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date`;
  if (input.from_date !== undefined) query = query.where(day, '>=', input.from_date);
  if (input.to_date !== undefined) query = query.where(day, '<=', input.to_date);
  return query;
}

/** Lists the stock-takes of the caller's branches. */
export async function list(ctx: Ctx, input: List): Promise<Page<Row>> {
  const query = filterCounts(ctx, input);
  const sorted =
    input.sort_by === 'value'
      ? selectCounts(query).orderBy(sql`coalesce(${sql.ref('l.value')}, 0)`, input.sort_as)
      : selectCounts(query);
  const [rows, total] = await fetchPage(ctx, sorted.orderBy('c.id', input.sort_as), query, input);
  return toPage(
    rows.map((row) => toCountView(ctx, row)),
    total,
    input,
  );
}

/** Selects the lines of a stock-take in a branch, last counted first. */
const selectLines = (id: number, branch_id: number) =>
  tables
    .selectFrom('stock_count_line as x')
    .innerJoin('product_item as i', 'i.id', 'x.item_id')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .leftJoin('stock_level as v', (join) =>
      join.onRef('v.item_id', '=', 'x.item_id').on('v.branch_id', '=', branch_id),
    )
    .select(ITEM_COLUMNS)
    .select(({ cast }) => [
      'x.id',
      ITEM_TITLES,
      cast<number>('x.snapshot', 'float8').as('snapshot'),
      cast<number | null>('x.counted', 'float8').as('counted'),
      'x.counted_at',
      sql<number | null>`${VALUE}::float8`.as('value'),
      sql<number | null>`${DIFFERENCE}::float8`.as('difference'),
    ])
    .where('x.count_id', '=', id)
    .orderBy('x.counted_at', (order) => order.desc().nullsLast())
    .orderBy('x.id', 'desc');

/**
 * Returns a stock-take with its lines, last counted first.
 * @param only restricts the lines to these items
 * @throws record.missing
 */
export async function show(ctx: Ctx, { id, only }: { id: number; only?: readonly number[] }): Promise<Show> {
  const visible = counts.where('c.id', '=', id).where(isVisibleStockCount(ctx));
  const found = requireFound(await fetchRow(ctx, selectCounts(visible)));
  const all = selectLines(id, found.branch_id);
  const lines = await fetchRows(ctx, only ? all.where('x.item_id', '=', anyIdSql(only)) : all);
  return {
    ...toCountView(ctx, found),
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

const selectDraft = (ctx: Ctx, id: number) =>
  tables
    .selectFrom('stock_count as c')
    .select(({ ref }) => [
      'c.id',
      'c.branch_id',
      'c.status',
      'c.version',
      'c.notes',
      ref('c.rows_left_out').$castTo<readonly RowLeftOut[]>().as('rows_left_out'),
    ])
    .where('c.id', '=', id)
    .where(isVisibleStockCount(ctx))
    .forUpdate('c');

export type LockedStockCount = Readonly<InferResult<ReturnType<typeof selectDraft>>[number]>;

/** Locks a draft stock-take that the caller may see. @throws record.missing, count.posted */
export async function lockDraftCount(
  ctx: Ctx,
  id: number,
  version: number | undefined,
): Promise<LockedStockCount> {
  const draft = requireFound(await fetchRow(ctx, selectDraft(ctx, id)));
  if (draft.status === 1) fail('count.posted');
  checkVersion(draft.version, version);
  return draft;
}
