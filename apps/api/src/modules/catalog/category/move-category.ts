import { type api, fail, ROOT_CATEGORY } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { checkVersion } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, lockRow, runStatement, tables } from '../../../core/db/tables.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { auditView, type CategoryRow, readCategories, showView } from './category.view.ts';

type Move = z.output<typeof api.category.move.input>;

const ORD_MAX = 2_147_483_647;

/**
 * Makes changes of the tree run one after the other across processes. Call it before locking any row.
 */
export async function lockCategoryTree(ctx: Ctx): Promise<void> {
  await runStatement(ctx, sql`SELECT pg_advisory_xact_lock(hashtext('category_tree'))`);
}

/** Finds a category by id, even if it is deleted. */
export const findCategory = (ctx: Ctx, id: number): Promise<CategoryRow | undefined> =>
  fetchRow(ctx, readCategories(ctx).where('c.id', '=', id));

/** Finds and locks a category until the transaction ends, even if it is deleted. */
async function lockCategory(ctx: Ctx, id: number): Promise<CategoryRow | undefined> {
  await lockRow(ctx, 'category', id);
  return findCategory(ctx, id);
}

/** Selects the ids of a category and all its ancestors. */
const readIdsAbove = (id: number) =>
  tables
    .withRecursive('up(id, parent_id)', (db) =>
      db
        .selectFrom('category')
        .select(['id', 'parent_id'])
        .where('id', '=', id)
        .union(
          db
            .selectFrom('up')
            .innerJoin('category as c', 'c.id', 'up.parent_id')
            .select(['c.id', 'c.parent_id']),
        ),
    )
    .selectFrom('up')
    .select('up.id');

/**
 * Locks the parent, so that it cannot be deleted, and refuses a parent that is a descendant of `id`.
 * @param id the category to be placed there; null for a new one
 * @throws reference.missing, category.cycle
 */
export async function lockAndCheckParent(ctx: Ctx, id: number | null, parent_id: number): Promise<void> {
  const field = 'parent_id';
  const parent = tables
    .selectFrom('category')
    .select('id')
    .where('id', '=', parent_id)
    .where('deleted_at', 'is', null);
  if (!(await fetchRow(ctx, parent.forShare()))) fail('reference.missing', { field }, field);
  if (id === null) return;
  const above = await fetchRows(ctx, readIdsAbove(parent_id));
  if (above.some((category) => category.id === id)) fail('category.cycle', undefined, field);
}

type Place = { readonly id: number; readonly ord: number };

/** Computes new order numbers for siblings, changing as few as possible. @returns id → ord */
function numberSiblings(siblings: readonly Place[], moved: number): Map<number, number> {
  const ords = new Map<number, number>();
  let last = -1;
  for (const { id, ord } of siblings) {
    last = id === moved ? last + 1 : Math.max(ord, last + 1);
    ords.set(id, last);
  }
  return last <= ORD_MAX ? ords : new Map(siblings.map(({ id }, index) => [id, index]));
}

/** Loads the existing children of a category, in their order; locked by ascending id against deadlocks. */
async function lockSiblings(ctx: Ctx, parent_id: number, but: number): Promise<Place[]> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('category')
      .select(['id', 'ord'])
      .where('parent_id', '=', parent_id)
      .where('deleted_at', 'is', null)
      .where('id', '<>', but)
      .orderBy('id')
      .forUpdate(),
  );
  return rows.toSorted((a, b) => a.ord - b.ord || a.id - b.id);
}

/** Writes the new order numbers of siblings, each with its own audit row. */
async function renumberSiblings(ctx: Ctx, before: readonly Place[], ords: ReadonlyMap<number, number>) {
  const changed = before.flatMap(({ id, ord }) => {
    const next = ords.get(id) ?? ord;
    return next === ord ? [] : [{ id, from: ord, to: next }];
  });
  if (changed.length === 0) return;
  const ids = changed.map(({ id }) => id);
  const numbers = changed.map(({ to }) => to);
  const rows = await fetchRows(
    ctx,
    tables
      .updateTable('category as c')
      .from(sql<Place>`unnest(${ids}::int[], ${numbers}::int[])`.as<'n'>(sql`n(id, ord)`))
      .set((eb) => ({
        ord: eb.ref('n.ord'),
        version: eb('c.version', '+', 1),
        updated_at: ctx.now,
      }))
      .whereRef('c.id', '=', 'n.id')
      .returning(['c.id', 'c.version']),
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  for (const { id, from, to } of changed)
    await recordAudit(ctx, {
      noun: 'category',
      id,
      action: 'update',
      before: { ord: from },
      after: { ord: to },
      version: versions.get(id) ?? 0,
    });
}

/**
 * Moves a category below another one, before one of its children or last, and renumbers the siblings if needed.
 * @throws category.root, category.cycle, reference.missing, record.missing, record.stale
 */
export const moveCategory = (ctx: Ctx, { id, version, parent_id, before_id }: Move) =>
  ctx.tx(async (ctx) => {
    await lockCategoryTree(ctx);
    const before = requireNotDeleted(await lockCategory(ctx, id));
    if (id === ROOT_CATEGORY) fail('category.root');
    checkVersion(before.version, version);
    await lockAndCheckParent(ctx, id, parent_id);
    const siblings = await lockSiblings(ctx, parent_id, id);
    const at = before_id == null ? siblings.length : siblings.findIndex((one) => one.id === before_id);
    if (at < 0) fail('reference.missing', { field: 'before_id' }, 'before_id');
    const ords = numberSiblings(siblings.toSpliced(at, 0, { id, ord: before.ord }), id);
    const ord = ords.get(id) ?? before.ord;
    const data = { parent_id, ord, version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.category.update({ where: { id }, data, select: { id: true } });
    await renumberSiblings(ctx, siblings, ords);
    const row = requireNotDeleted(await findCategory(ctx, id));
    const change = { before: auditView(before), after: auditView(row), version: row.version };
    await recordAudit(ctx, { noun: 'category', id, action: 'move', ...change });
    return showView(ctx, row);
  });
