import { type Localized, resolveText } from '@dukkan/commerce';
import type { stock } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, countRows, fetchRows, tables } from '../../../core/db/tables.ts';
import { matchesKeywords } from '../../../core/list/keywords.ts';
import { localizedSort } from '../../../core/list/localized-columns.ts';
import { type Page, toPage, toSkipTake } from '../../../core/list/page.ts';
import { roundTo2 } from '../stock-item.ts';

type Input = z.output<typeof stock.listDeletedStockHolders.input>;
type Row = z.output<typeof stock.listDeletedStockHolders.output>;

/** An account id that does not exist. */
const NO_ID = 0;

/** Condition for levels `l` that contain or reserve units, and their sums. */
const HOLDS = sql<boolean>`(l.on_hand > 0 OR l.reserved > 0)`;
const SUMS = [
  sql<number>`sum(greatest(l.on_hand, 0))::float8`.as('units'),
  sql<number>`sum(greatest(l.reserved, 0))::float8`.as('reserved'),
  sql<number>`sum(l.value)::float8`.as('value'),
] as const;

const nounSql = (noun: Row['noun']) => sql<Row['noun']>`${sql.lit(noun)}::text`.as('noun');

/** Selects deleted branches that the caller may restore. */
function deletedBranches(ctx: Ctx) {
  const query = tables
    .selectFrom('branch as b')
    .innerJoin('stock_level as l', 'l.branch_id', 'b.id')
    .where('b.deleted_at', 'is not', null)
    .where(HOLDS)
    .groupBy('b.id')
    .select([nounSql('branch'), 'b.id as record_id', sql<Localized>`b.names`.as('names')])
    .select(['b.deleted_at', 'b.search', ...SUMS]);
  if (ctx.scope === 'all') return query;
  const account_id = ctx.actor.kind === 'account' ? ctx.actor.id : NO_ID;
  const managed = tables
    .selectFrom('branch_manager')
    .select('branch_id')
    .where('account_id', '=', account_id);
  const home = tables.selectFrom('account').select('branch_id').where('id', '=', account_id);
  return query.where(({ or, eb }) => or([eb('b.id', 'in', managed), eb('b.id', 'in', home)]));
}

/** Selects products that are deleted or have a deleted item, with their stock in the caller's branches. */
function deletedProducts(ctx: Ctx) {
  const gone = tables
    .selectFrom('product_item')
    .select('id')
    .where('deleted_at', 'is not', null)
    .union(
      tables
        .selectFrom('product')
        .innerJoin('product_item', 'product_item.product_id', 'product.id')
        .select('product_item.id')
        .where('product.deleted_at', 'is not', null),
    );
  const query = tables
    .selectFrom(gone.as('gone'))
    .innerJoin('stock_level as l', 'l.item_id', 'gone.id')
    .innerJoin('product as p', 'p.id', 'l.product_id')
    .where(HOLDS)
    .groupBy('p.id')
    .select([nounSql('product'), 'p.id as record_id', sql<Localized>`p.titles`.as('names')])
    .select(['p.deleted_at', 'p.search', ...SUMS]);
  return ctx.scope === 'all' ? query : query.where('l.branch_id', '=', anyIdSql(ctx.scope));
}

/** Selects deleted branches and products that match the query. */
function findHolders(ctx: Ctx, { noun, id, keywords }: Input) {
  const both = deletedBranches(ctx).unionAll(deletedProducts(ctx));
  let query = tables.selectFrom(both.as('x'));
  if (noun !== undefined) query = query.where('x.noun', '=', noun);
  if (id !== undefined) query = query.where('x.record_id', '=', id);
  query = query.where(matchesKeywords(keywords, sql.ref('x.search')));
  return query;
}

/** Lists deleted records that still hold stock, by name. Rule: docs/rules/deleting.md#stock-of-deleted-records */
export async function listDeletedStockHolders(ctx: Ctx, input: Input): Promise<Page<Row>> {
  const { skip, take } = toSkipTake(input);
  const holders = findHolders(ctx, input);
  const title = localizedSort(ctx, sql.ref('x.names'));
  const rows = await fetchRows(
    ctx,
    holders
      .select(['x.noun', 'x.record_id', 'x.names', 'x.deleted_at', 'x.units', 'x.reserved', 'x.value'])
      .orderBy(input.sort_by === 'units' ? sql`x.units` : title, input.sort_as)
      .orderBy('x.record_id', input.sort_as)
      .orderBy('x.noun')
      .limit(take)
      .offset(skip),
  );
  const isOnlyPage = input.page === 1 && rows.length < take;
  const total = isOnlyPage ? rows.length : await countRows(ctx, holders);
  return toPage(
    rows.map(
      ({ noun, record_id, names, deleted_at, units, reserved, value }): Row => ({
        id: `${noun}-${record_id}`,
        noun,
        record_id,
        title: resolveText(names, ctx.locale),
        deleted_at: deleted_at?.toISOString() ?? null,
        units,
        reserved,
        value: roundTo2(value),
      }),
    ),
    total,
    input,
  );
}
