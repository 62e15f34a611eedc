import type { Localized } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { runStatement } from '../../../core/db/tables.ts';

/** Writes the titles of categories that the caller has locked, and increments their versions. */
export async function updateCategoryTitles(
  ctx: Ctx,
  categories: readonly { readonly id: number; readonly titles: Localized }[],
): Promise<void> {
  if (categories.length === 0) return;
  await runStatement(
    ctx,
    sql`UPDATE category c SET titles = r.titles, version = c.version + 1, updated_at = ${ctx.now}
          FROM jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) AS r(id int, titles jsonb)
         WHERE c.id = r.id`,
  );
}
