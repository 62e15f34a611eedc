import { isSameCode, toItemTitle } from '@dukkan/commerce';
import { api } from '../../lib/server/api.ts';
import { CallFailure } from '../../lib/server/call.ts';
import { currentBranch } from '../../lib/server/current-branch.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { readOnce } from '../../lib/server/use-read-write.ts';
import { formatTypedValue } from './amounts.ts';
import { createLine, type LineItemFacts, type ReceiptDraftLine } from './line.ts';
import type { UnmatchedRow } from './sheet-lines.ts';

type Product = Pick<RowOf<typeof api.product.show>, 'title' | 'items'> & {
  /** Only present for users who may see costs. */
  readonly quantities?: RowOf<typeof api.product.show>['quantities'];
};

/** An item that was found, with its last cost. */
export type ItemWithLastCost = { readonly facts: LineItemFacts; readonly cost: string };

/** Returns the item of a product by its id. */
export function findItemInProduct(
  { title, items, quantities = [] }: Product,
  item_id: number,
): ItemWithLastCost | null {
  const item = items.find((one) => one.item_id === item_id);
  if (!item) return null;
  const last = quantities
    .filter((batch) => batch.item_id === item_id && batch.reciept_id !== null)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  const facts = {
    item_id,
    title: toItemTitle(title, item.option),
    barcode: item.barcode,
    pack: item.pack_quantity,
  };
  return { facts, cost: last ? formatTypedValue(last.cost_value) : '' };
}

/** Returns the item with a barcode; null for an unknown barcode. @throws CallFailure when the request fails */
export async function findByBarcode(barcode: string): Promise<ItemWithLastCost | null> {
  try {
    const { results } = await readOnce(api.product.barcode, { barcode }, currentBranch());
    const item = results.items.find((one) => isSameCode(one.barcode, barcode));
    return item ? findItemInProduct(results, item.item_id) : null;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return null;
    throw error;
  }
}

/** The number of barcodes that are looked up at the same time. */
const LANES = 4;

export type PastedResult = {
  readonly lines: readonly ReceiptDraftLine[];
  readonly unknown: readonly UnmatchedRow[];
};

/** Converts pasted rows to lines, in order, and returns rows with an unknown barcode separately. @throws CallFailure */
export async function lookUpPastedLines(
  rows: readonly UnmatchedRow[],
  branch_id: number | null,
  onStep: (done: number) => void,
): Promise<PastedResult> {
  // rows without a barcode are not looked up
  const codes = [...new Set(rows.flatMap(({ barcode }) => barcode || []))];
  const itemsByCode = new Map<string, ItemWithLastCost | null>();
  const waiting = [...codes];
  const lane = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      itemsByCode.set(code, await findByBarcode(code));
      onStep(itemsByCode.size);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const lines: ReceiptDraftLine[] = [];
  const unknown: UnmatchedRow[] = [];
  for (const row of rows) {
    const item = itemsByCode.get(row.barcode);
    if (item) lines.push(createLine(item.facts, branch_id, withLastCost(row, item.cost)));
    else unknown.push(row);
  }
  return { lines, unknown };
}

/** Fills in the item's last cost when the supplier's list has no price. */
export const withLastCost = <T extends { before: string; cost: string }>(cells: T, cost: string): T =>
  cells.cost === '' && cells.before === '' ? { ...cells, cost } : cells;
