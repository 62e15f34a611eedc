import { toMinor } from '@dukkan/commerce';
import type { stockCount } from '@dukkan/contract';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import { recordAudit } from '../../../core/audit.ts';
import { type Ctx, getActorId } from '../../../core/ctx.ts';
import { runStatement, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import type { RecordVersion } from '../../../core/record/define-record.ts';
import type { Tables } from '../../../generated/tables.ts';
import { formatQuantity, lockLevels, toItemBranchKey } from '../ledger/ledger.ts';
import { mergeRowsLeftOut, toAuditedRows } from '../rows-left-out.ts';
import { checkCanChangeBranchStock, checkWholeQuantities, loadProductIdsByItem } from '../stock-item.ts';
import { type LockedStockCount, lockDraftCount, type Show, show } from './list-counts.ts';

type Save = z.output<typeof stockCount.save.input>;
type NewLine = Pick<
  Selectable<Tables['stock_count_line']>,
  'item_id' | 'product_id' | 'snapshot' | 'counted'
>;

/**
 * Stores counted quantities with the system's quantity at that moment, so that later sales are not counted twice.
 * Counting an item again replaces that moment.
 */
async function writeLines(
  ctx: Ctx,
  { id, branch_id }: Pick<LockedStockCount, 'id' | 'branch_id'>,
  items: NonNullable<Save['items']>,
): Promise<void> {
  const products = await loadProductIdsByItem(
    ctx,
    items.map(({ item_id }) => item_id),
  );
  await checkWholeQuantities(
    ctx,
    items.map(({ item_id, counted }, n) => ({
      item_id,
      quantity: toMinor(counted ?? 0, 3),
      at: `items.${n}.counted`,
    })),
  );
  const places = items.map(({ item_id }) => ({ item_id, branch_id, product_id: products.get(item_id) ?? 0 }));
  const levels = await lockLevels(ctx, places);
  const gone = items
    .filter(({ counted, add }) => counted === null && add === undefined)
    .map(({ item_id }) => item_id);
  await ctx.db.stock_count_line.deleteMany({ where: { count_id: id, item_id: { in: gone } } });
  const rows = items.flatMap(({ item_id, counted, add }) => {
    if (gone.includes(item_id)) return [];
    const level = levels.get(toItemBranchKey({ item_id, branch_id }));
    const snapshot = formatQuantity(level ? level.on_hand - level.deficit : 0n);
    // neither a count nor a scan: the line still has to be counted
    const figure = counted === undefined && add === undefined ? null : (counted ?? 0) + (add ?? 0);
    return [{ item_id, product_id: products.get(item_id) ?? 0, snapshot, counted: figure }];
  });
  await runStatement(
    ctx,
    tables
      .insertInto('stock_count_line')
      .columns(['count_id', 'product_id', 'item_id', 'snapshot', 'counted', 'counted_at'])
      .expression(
        tables
          .selectFrom(
            sql<NewLine>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'x'>(
              sql`x(item_id int, product_id int, snapshot numeric, counted numeric)`,
            ),
          )
          .select([
            sql<number>`${id}::int`.as('count_id'),
            'x.product_id',
            'x.item_id',
            'x.snapshot',
            'x.counted',
            sql<Date | null>`CASE WHEN x.counted IS NOT NULL THEN ${ctx.now}::timestamptz END`.as(
              'counted_at',
            ),
          ]),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['count_id', 'item_id'])
          .doUpdateSet(({ ref }) => ({
            counted: ref('excluded.counted'),
            snapshot: ref('excluded.snapshot'),
            counted_at: ref('excluded.counted_at'),
          }))
          .where('excluded.counted', 'is not', null),
      ),
  );
}

/** Adds the scanned quantity to the quantity counted before. */
async function withCounted(
  ctx: Ctx,
  id: number,
  items: NonNullable<Save['items']>,
): Promise<NonNullable<Save['items']>> {
  const before = await ctx.db.stock_count_line.findMany({
    where: { count_id: id, item_id: { in: items.map(({ item_id }) => item_id) } },
    select: { item_id: true, counted: true },
  });
  const known = new Map(before.map(({ item_id, counted }) => [item_id, Number(counted ?? 0)]));
  return items.map((item) =>
    item.add === undefined
      ? item
      : { item_id: item.item_id, counted: (known.get(item.item_id) ?? 0) + item.add },
  );
}

/**
 * Starts a stock-take of a branch, or stores counts in one that is not posted yet.
 * @throws record.missing, record.stale, count.posted, reference.missing, branch.forbidden
 */
export async function save(ctx: Ctx, input: Save): Promise<Show> {
  return ctx.tx(async (ctx) => {
    const items = input.items ?? [];
    const only = input.brief ? { only: items.map(({ item_id }) => item_id) } : {};
    const twice = new Set(items.map(({ item_id }) => item_id)).size < items.length;
    if (twice) failField('items', 'distinct');
    if (input.id === undefined) {
      const branch_id = input.branch_id ?? failField('branch_id', 'required');
      await checkCanChangeBranchStock(ctx, branch_id, 'branch_id');
      const rows_left_out = mergeRowsLeftOut(input.rows_left_out, []);
      const made = await ctx.db.stock_count.create({
        data: {
          branch_id,
          notes: input.notes ?? null,
          rows_left_out: [...rows_left_out],
          account_id: getActorId(ctx),
          created_at: ctx.now,
        },
        select: { id: true, branch_id: true, status: true, version: true, notes: true },
      });
      if (items.length > 0) await writeLines(ctx, made, await withCounted(ctx, made.id, items));
      const after = { branch_id, notes: made.notes, lines: items.length, ...toAuditedRows(rows_left_out) };
      await recordAudit(ctx, {
        noun: 'stock-count',
        id: made.id,
        action: 'create',
        before: null,
        after,
        branch_id,
        version: 1,
      });
      return show(ctx, { id: made.id, ...only });
    }
    const draft = await lockDraftCount(ctx, input.id, input.version);
    if (items.length > 0) await writeLines(ctx, draft, await withCounted(ctx, draft.id, items));
    const notes = input.notes === undefined ? draft.notes : input.notes;
    const rows_left_out = mergeRowsLeftOut(input.rows_left_out, draft.rows_left_out);
    const { version } = await ctx.db.stock_count.update({
      where: { id: draft.id },
      data: { notes, rows_left_out: [...rows_left_out], version: { increment: 1 } },
      select: { version: true },
    });
    await recordAudit(ctx, {
      noun: 'stock-count',
      id: draft.id,
      action: 'update',
      before: { notes: draft.notes, counted: null, ...toAuditedRows(draft.rows_left_out) },
      after: {
        notes,
        ...toAuditedRows(rows_left_out),
        counted: items.map(({ item_id, counted, add }) => ({
          item_id,
          counted: counted ?? null,
          add: add ?? null,
        })),
      },
      branch_id: draft.branch_id,
      version,
    });
    return show(ctx, { id: draft.id, ...only });
  });
}

/** Discards a draft stock-take. @throws count.posted */
export async function remove(ctx: Ctx, { id, version }: RecordVersion) {
  return ctx.tx(async (ctx) => {
    const draft = await lockDraftCount(ctx, id, version);
    await ctx.db.stock_count.update({
      where: { id },
      data: { deleted_at: ctx.now, version: { increment: 1 } },
    });
    await recordAudit(ctx, {
      noun: 'stock-count',
      id,
      action: 'delete',
      before: { notes: draft.notes },
      after: null,
      branch_id: draft.branch_id,
      version: draft.version + 1,
    });
    return { deleted: 1 as const };
  });
}
