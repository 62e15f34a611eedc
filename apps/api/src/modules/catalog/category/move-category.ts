import { type api, fail, ROOT_CATEGORY } from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion } from '../../../core/access.ts';
import { recordAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, runStatement, tables } from '../../../core/db/tables.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { auditView, type CategoryRow, selectCategoriesSql, showView } from './category.view.ts';

type Move = z.output<typeof api.category.move.input>;

const ORD_MAX = 2_147_483_647;

/**
 * Makes changes of the tree run one after the other across processes. Call it before locking any row.
 */
export async function lockCategoryTree(ctx: Ctx): Promise<void> {
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('category_tree'))`;
}

/** Finds a category by id, even if it is deleted. */
export async function findCategory(ctx: Ctx, id: number): Promise<CategoryRow | undefined> {
  const [row] = await ctx.db.$queryRaw<CategoryRow[]>`${selectCategoriesSql(ctx)} WHERE c.id = ${id}`;
  return row;
}

/** Finds and locks a category until the transaction ends, even if it is deleted. */
export async function lockCategory(ctx: Ctx, id: number): Promise<CategoryRow | undefined> {
  await runStatement(ctx, tables.selectFrom('category').select('id').where('id', '=', id).forUpdate());
  return findCategory(ctx, id);
}

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
  const above = await ctx.db.$queryRaw<{ id: number }[]>`
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM category WHERE id = ${parent_id}
      UNION
      SELECT c.id, c.parent_id FROM up JOIN category c ON c.id = up.parent_id
    ) SELECT id FROM up`;
  if (above.some((one) => one.id === id)) fail('category.cycle', undefined, field);
}

type Place = { readonly id: number; readonly ord: number };

/** Computes new order numbers for siblings, changing as few as possible. @returns id → ord */
function numbered(siblings: readonly Place[], moved: number): Map<number, number> {
  const ords = new Map<number, number>();
  let last = -1;
  for (const { id, ord } of siblings) {
    last = id === moved ? last + 1 : Math.max(ord, last + 1);
    ords.set(id, last);
  }
  return last <= ORD_MAX ? ords : new Map(siblings.map(({ id }, index) => [id, index]));
}

/** Loads the existing children of a category, in their order; locked by ascending id against deadlocks. */
async function siblingsIn(ctx: Ctx, parent_id: number, but: number): Promise<Place[]> {
  const rows = await ctx.db.$queryRaw<Place[]>`
    SELECT id, ord FROM category
     WHERE parent_id = ${parent_id} AND deleted_at IS NULL AND id <> ${but} ORDER BY id FOR UPDATE`;
  return rows.toSorted((a, b) => a.ord - b.ord || a.id - b.id);
}

/** Writes the new order numbers of siblings, each with its own audit row. */
async function renumber(ctx: Ctx, before: readonly Place[], ords: ReadonlyMap<number, number>) {
  const changed = before.flatMap(({ id, ord }) => {
    const next = ords.get(id) ?? ord;
    return next === ord ? [] : [{ id, from: ord, to: next }];
  });
  if (changed.length === 0) return;
  const rows = await ctx.db.$queryRaw<{ id: number; version: number }[]>`
    UPDATE category c SET ord = n.ord, version = c.version + 1, updated_at = ${ctx.now}
      FROM unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ to }) => to)}::int[]) AS n(id, ord)
     WHERE c.id = n.id RETURNING c.id, c.version`;
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
    const siblings = await siblingsIn(ctx, parent_id, id);
    const at = before_id == null ? siblings.length : siblings.findIndex((one) => one.id === before_id);
    if (at < 0) fail('reference.missing', { field: 'before_id' }, 'before_id');
    const ords = numbered(siblings.toSpliced(at, 0, { id, ord: before.ord }), id);
    const ord = ords.get(id) ?? before.ord;
    const data = { parent_id, ord, version: { increment: 1 }, updated_at: ctx.now };
    await ctx.db.category.update({ where: { id }, data, select: { id: true } });
    await renumber(ctx, siblings, ords);
    const row = requireNotDeleted(await findCategory(ctx, id));
    const change = { before: auditView(before), after: auditView(row), version: row.version };
    await recordAudit(ctx, { noun: 'category', id, action: 'move', ...change });
    return showView(ctx, row);
  });
