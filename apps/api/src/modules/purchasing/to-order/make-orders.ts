import { type Localized, resolveText } from '@dukkan/commerce';
import { type api, Failure, fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import * as z from 'zod';
import { canSeeBranch } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { lockName } from '../../../core/lock/lock-name.ts';
import { save } from '../receipt/save-receipt.ts';
import { unitsOnTheWay } from './needs-sql.ts';

type Input = z.output<typeof api.receipt.makeOrders.input>;
type Line = Input['items'][number];
type Answer = z.output<typeof api.receipt.makeOrders.output>;

const toNeedKey = ({ item_id, branch_id }: { item_id: number; branch_id: number }) =>
  `${item_id}-${branch_id}`;

/** Reads what is on the way to these items and branches, and what they cost last. */
const readPlaces = (places: string) =>
  tables
    .selectFrom(
      sql<{ item_id: number; branch_id: number }>`jsonb_to_recordset(${places}::jsonb)`.as<'u'>(
        sql`u(item_id int, branch_id int)`,
      ),
    )
    .innerJoin('product_item as i', 'i.id', 'u.item_id')
    .innerJoin('product as p', 'p.id', 'i.product_id')
    .innerJoin('branch as b', 'b.id', 'u.branch_id')
    .leftJoin('stock_level as l', (join) =>
      join.onRef('l.item_id', '=', 'u.item_id').onRef('l.branch_id', '=', 'u.branch_id'),
    )
    .leftJoin(unitsOnTheWay.as('w'), (join) =>
      join.onRef('w.item_id', '=', 'u.item_id').onRef('w.branch_id', '=', 'u.branch_id'),
    )
    .select(({ ref }) => [
      'u.item_id',
      'u.branch_id',
      sql<number>`coalesce(${ref('w.quantity')}, 0)::float8`.as('on_the_way'),
      sql<number>`coalesce(${ref('l.last_cost')}, 0)::float8`.as('cost'),
      sql<Localized>`item_titles(${ref('p.titles')}, ${ref('i.option')})`.as('titles'),
      ref('b.names').$castTo<Localized>().as('branch_names'),
    ]);

type PlaceRow = InferResult<ReturnType<typeof readPlaces>>[number];

async function loadPlaces(ctx: Ctx, lines: readonly Line[]): Promise<Map<string, PlaceRow>> {
  const places = JSON.stringify(lines.map(({ item_id, branch_id }) => ({ item_id, branch_id })));
  return new Map((await fetchRows(ctx, readPlaces(places))).map((row) => [toNeedKey(row), row]));
}

/**
 * Refuses lines of which something was ordered or arrived since their suggestion was read, so that two people do not order
 * twice. @throws receipt.ordered_meanwhile
 */
function checkUnchanged(ctx: Ctx, lines: readonly Line[], places: ReadonlyMap<string, PlaceRow>): void {
  for (const [index, line] of lines.entries()) {
    const place = places.get(toNeedKey(line));
    if (!place || place.on_the_way === line.on_the_way) continue;
    fail(
      'receipt.ordered_meanwhile',
      {
        title: resolveText(place.titles, ctx.locale),
        branch: resolveText(place.branch_names, ctx.locale),
        quantity: place.on_the_way,
      },
      `items.${index}`,
    );
  }
}

/** Refuses foreign branches before anything is told about what is on the way to them. */
function checkOwnBranches(ctx: Ctx, lines: readonly Line[]): void {
  const foreign = lines.findIndex(({ branch_id }) => !canSeeBranch(ctx, branch_id));
  if (foreign >= 0) fail('branch.forbidden', undefined, `items.${foreign}.branch_id`);
}

function refuseTwice(lines: readonly Line[]): void {
  const keys = lines.map(toNeedKey);
  const second = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (second >= 0) failField(`items.${second}.item_id`, 'distinct');
}

/** Names the request's own line in what the receipt of one supplier refuses. */
async function withOwnFields<T>(indexes: readonly number[], run: () => Promise<T>): Promise<T> {
  const toOwn = (path: string): string =>
    path === 'supplier_id'
      ? `items.${indexes[0]}.supplier_id`
      : path.replace(/^items\.(\d+)/, (_, index: string) => `items.${indexes[Number(index)]}`);
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure && error.field !== null)
      throw new Failure(error.code, error.params, toOwn(error.field));
    if (!(error instanceof z.ZodError)) throw error;
    throw new z.ZodError(
      error.issues.map((issue) => ({ ...issue, path: toOwn(issue.path.join('.')).split('.') })),
    );
  }
}

/**
 * Creates one receipt for each supplier, sent and not accepted, at the costs of the last purchase. All or none are created.
 * @throws receipt.ordered_meanwhile, and what saving a receipt refuses
 * Rule: docs/rules/stock.md#to-order
 */
export const makeOrders = (ctx: Ctx, { items: lines }: Input): Promise<Answer> =>
  ctx.tx(async (ctx) => {
    checkOwnBranches(ctx, lines);
    refuseTwice(lines);
    // two people who order at the same time see each other's receipts
    await lockName(ctx, 'to-order');
    const places = await loadPlaces(ctx, lines);
    checkUnchanged(ctx, lines, places);
    const bySupplier = Map.groupBy(lines, ({ supplier_id }) => supplier_id);
    const receipts: Answer['receipts'] = [];
    for (const [supplier_id, own] of bySupplier) {
      const items = own.map((line) => ({
        item_id: line.item_id,
        branch_id: line.branch_id,
        quantity: line.quantity,
        cost_value: places.get(toNeedKey(line))?.cost ?? 0,
      }));
      const saved = await withOwnFields(
        own.map((line) => lines.indexOf(line)),
        () => save(ctx, { supplier_id, items }),
      );
      const { id, supplier_name, supplier_email: email, lines_count, quantity } = saved;
      receipts.push({ id, supplier_id, supplier_name, email, lines_count, quantity });
    }
    return { receipts };
  });
