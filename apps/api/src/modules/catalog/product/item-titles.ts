import { resolveText } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';

/** Loads the titles of items in the caller's language, also of deleted ones. */
export async function loadItemTitles(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select(['i.id', sql<Texts>`item_titles(p.titles, i.option)`.as('titles')])
      .where('i.id', '=', anyIdSql([...ids])),
  );
  return new Map(rows.map(({ id, titles }) => [id, resolveText(titles, ctx.locale)]));
}
