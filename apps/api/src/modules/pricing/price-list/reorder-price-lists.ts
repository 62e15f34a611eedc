import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { recordAudits } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, runStatement, tables } from '../../../core/db/tables.ts';
import { canSeeAllListBranches } from './price-list.view.ts';

type Order = z.output<typeof api.priceList.order.input>;

type Stored = {
  readonly id: number;
  readonly ord: number;
  readonly version: number;
  readonly branches: number[];
};

/**
 * Computes order numbers after the given lists were reordered among each other; other lists keep their position.
 * Numbers change only where two would be equal, so that few lists change.
 * @param stands all lists in their current order
 * @returns new number by list id, changed lists only
 */
function computeOrderNumbers(stands: readonly Stored[], ids: readonly number[]): ReadonlyMap<number, number> {
  const byId = new Map(stands.map((list) => [list.id, list]));
  const named = new Set(ids);
  const queue = ids.flatMap((id) => byId.get(id) ?? []);
  const after = stands.map((list) => (named.has(list.id) ? (queue.shift() ?? list) : list));
  const slots = stands.map(({ ord }) => ord);
  const changes = new Map<number, number>();
  let last = -1;
  after.forEach((list, at) => {
    last = Math.max(slots[at] ?? 0, last + 1);
    if (list.ord !== last) changes.set(list.id, last);
  });
  return changes;
}

/**
 * Reorders price lists among each other; when several have a price, the first one wins.
 * Rule: docs/rules/prices.md#which-list
 * @throws reference.missing for a deleted list; branch.forbidden when a list that the caller may not see would have to
 * move
 */
export const reorderPriceLists = (ctx: Ctx, { ids }: Order) =>
  ctx.tx(async (ctx) => {
    const living = tables.selectFrom('price_list as l').where('l.deleted_at', 'is', null);
    await fetchRows(ctx, living.select('l.id').orderBy('l.id').forUpdate());
    const stands = await fetchRows(
      ctx,
      living
        .select((eb) => [
          'l.id',
          'l.ord',
          'l.version',
          sql<number[]>`array(${eb
            .selectFrom('price_list_branch as b')
            .innerJoin('branch as n', 'n.id', 'b.branch_id')
            .select('b.branch_id')
            .whereRef('b.price_list_id', '=', 'l.id')
            .where('n.deleted_at', 'is', null)})`.as('branches'),
        ])
        .orderBy('l.ord')
        .orderBy('l.id', 'desc'),
    );
    const known = new Set(stands.map(({ id }) => id));
    const missing = ids.findIndex((id) => !known.has(id));
    if (missing >= 0) fail('reference.missing', { field: 'ids' }, `ids.${missing}`);
    const changes = computeOrderNumbers(stands, ids);
    const moved = stands.filter(({ id }) => changes.has(id));
    if (moved.some(({ branches }) => !canSeeAllListBranches(ctx, branches))) fail('branch.forbidden');
    await runStatement(
      ctx,
      tables
        .updateTable('price_list as l')
        .from(
          sql<{
            id: number;
            ord: number;
          }>`unnest(${[...changes.keys()]}::int[], ${[...changes.values()]}::int[])`.as<'t'>(sql`t(id, ord)`),
        )
        .set(({ eb, ref }) => ({ ord: ref('t.ord'), version: eb('l.version', '+', 1), updated_at: ctx.now }))
        .whereRef('l.id', '=', 't.id'),
    );
    await recordAudits(
      ctx,
      moved.map(({ id, ord, version }) => ({
        noun: 'price-list' as const,
        id,
        action: 'update' as const,
        before: { ord },
        after: { ord: changes.get(id) ?? ord },
        branch_id: null,
        version: version + 1,
      })),
    );
    return { ids };
  });
