import { type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { requireNotDeleted } from '../../../core/soft-delete.ts';
import { changePriceList, lockPriceListRow, requireChangeableList } from './price-list.service.ts';
import { auditView } from './price-list.view.ts';

type Save = z.output<typeof api.priceList.save.input>;
type Undo = z.output<typeof api.priceList.undo.input>;
type Price = { readonly item_id: number; readonly price: number; readonly status: number };
type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

const asPrices = (side: unknown): Price[] => (Array.isArray(side) ? (side as Price[]) : []);

/** Finds a change of a list in its history; without one, the latest. @throws record.missing */
async function findChange(ctx: Ctx, { id, entry_id }: Undo): Promise<Changes> {
  const entries = tables
    .selectFrom('audit_log')
    .select('changes')
    .where('noun', '=', 'price-list')
    .where('record_id', '=', String(id))
    .where('action', '=', 'update')
    .orderBy('id', 'desc')
    .limit(1);
  const entry = await fetchRow(
    ctx,
    entry_id === undefined ? entries : entries.where('id', '=', sql.val(entry_id)),
  );
  return requireFound(entry).changes as Changes;
}

/** The prices of a list as they were before a change; refused where one of them has changed since. */
async function undoPrices(ctx: Ctx, id: number, change: Changes[string] | undefined) {
  const [from, to] = [asPrices(change?.from), asPrices(change?.to)];
  const items_ids = [...new Set([...from, ...to].map(({ item_id }) => item_id))];
  if (items_ids.length === 0) return {};
  const [rows, items] = await Promise.all([
    ctx.db.price_list_item.findMany({ where: { price_list_id: id, item_id: { in: items_ids } } }),
    ctx.db.product_item.findMany({
      where: { id: { in: items_ids } },
      select: { id: true, product_id: true },
    }),
  ]);
  const current = new Map(rows.map((row) => [row.item_id, row]));
  const products = new Map(items.map((item) => [item.id, item.product_id]));
  const changed = new Map(to.map((price) => [price.item_id, price]));
  for (const item_id of items_ids) {
    const [now, then] = [current.get(item_id), changed.get(item_id)];
    const isSame = now?.status === then?.status && (now && Number(now.price)) === then?.price;
    if (!isSame) fail('pricelist.changed_since');
  }
  const before = new Set(from.map(({ item_id }) => item_id));
  return {
    items: from.map(({ item_id, price, status }) => ({
      product_id: products.get(item_id) ?? 0,
      item_id,
      price,
      status: status === 1 ? (1 as const) : (0 as const),
    })),
    deleted_items: rows.filter(({ item_id }) => !before.has(item_id)).map((row) => row.id),
  };
}

/**
 * Undoes a change of a price list, if nothing that it changed has changed since. The undoing is a change like any other,
 * so the latest change is only undone in the version that it made: a repeat would undo the undoing.
 * Rule: docs/rules/prices.md#change-of-a-list
 * @throws record.missing, branch.forbidden, pricelist.changed_since, request.invalid on version
 */
export const undoPriceListChange = (ctx: Ctx, input: Undo) =>
  ctx.tx(async (ctx) => {
    const { id, entry_id, version } = input;
    if (entry_id === undefined && version === undefined) failField('version', 'required');
    const row = requireChangeableList(ctx, requireNotDeleted(await lockPriceListRow(ctx, id)));
    if (version !== undefined && version !== row.version) fail('pricelist.changed_since');
    const { items, ...fields } = await findChange(ctx, input);
    const stands: Readonly<Record<string, unknown>> = auditView(row);
    const isSame = ([field, { to }]: [string, Changes[string]]) =>
      JSON.stringify(stands[field]) === JSON.stringify(to);
    if (!Object.entries(fields).every(isSame)) fail('pricelist.changed_since');
    const before = Object.fromEntries(Object.entries(fields).map(([field, { from }]) => [field, from]));
    const prices = await undoPrices(ctx, id, items);
    return changePriceList(ctx, id, { ...(before as Partial<Save>), ...prices, id, force: true });
  });
