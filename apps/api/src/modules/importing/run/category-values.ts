import { sql } from 'kysely';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import type { Texts } from '../../../core/list/localized-columns.ts';

/** Locks the categories that are not deleted, in the order of their ids, and returns their titles and versions. */
export const lockCategoryTitles = (ctx: Ctx, ids: readonly number[]) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('category')
      .select(['id', 'titles', 'version'])
      .where('id', '=', anyIdSql(ids))
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  );

/** A change of a category's titles; `version` is the one after it. */
type TitleChange = {
  readonly id: number;
  readonly before: Texts;
  readonly after: Texts;
  readonly version: number;
};

/** Writes the titles of categories that the caller has locked, increments their versions and records the changes. */
export async function updateCategoryTitles(ctx: Ctx, changes: readonly TitleChange[]): Promise<void> {
  if (changes.length === 0) return;
  const titles = changes.map(({ id, after }) => ({ id, titles: after }));
  await runStatement(
    ctx,
    tables
      .updateTable('category as c')
      .from(
        sql<{ id: number; titles: string }>`jsonb_to_recordset(${JSON.stringify(titles)}::jsonb)`.as<'r'>(
          sql`r(id int, titles jsonb)`,
        ),
      )
      .set(({ eb, ref }) => ({
        titles: ref('r.titles'),
        version: eb('c.version', '+', 1),
        updated_at: ctx.now,
      }))
      .whereRef('c.id', '=', 'r.id'),
  );
  await recordAudits(
    ctx,
    changes.map(({ id, before, after, version }) => ({
      noun: 'category' as const,
      id,
      action: 'update',
      before: { titles: before },
      after: { titles: after },
      version,
    })),
  );
}
