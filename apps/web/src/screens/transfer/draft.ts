import { formatTypedNumber, parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import type { FoundItem } from '../../shared/item-finder.tsx';

/** A line of the editor: an item, and its quantity as typed. */
export type TransferDraftLine = Pick<FoundItem, 'item_id' | 'title' | 'barcode'> & { readonly text: string };

/** The most lines that the server saves at once. */
export const TRANSFER_LINES_MAX = 500;

/** Returns the typed quantity; null unless it is above 0. */
export function parseTransferQuantity(text: string): number | null {
  const { value } = parseTypedNumber(text, QUANTITY_SCALE);
  return value !== null && value > 0 ? value : null;
}

const addToQuantity = (text: string, more: number): string =>
  formatTypedNumber(Math.round(((parseTransferQuantity(text) ?? 0) + more) * 1_000) / 1_000);

/** Adds an item: raises the quantity of its existing line and moves that line to the top, or adds a new line. */
export function addTransferItem(
  lines: readonly TransferDraftLine[],
  item: Omit<TransferDraftLine, 'text'>,
  quantity = 1,
): TransferDraftLine[] {
  const { item_id, title, barcode } = item;
  const before = lines.find((line) => line.item_id === item_id);
  const rest = lines.filter((line) => line !== before);
  return [{ item_id, title, barcode, text: addToQuantity(before?.text ?? '', quantity) }, ...rest];
}

/** An item that runs low in a branch, from the stock list and its explanation. */
export type LowStockItem = Omit<TransferDraftLine, 'text'> & {
  readonly pace: number;
  readonly available: number;
  /** The units that the other branch can give. */
  readonly free: number;
};

/** The number of days that the transferred units should last. */
const COVERED_DAYS = 14;

/**
 * Returns how many whole units the branch needs to last two weeks, at most what the other branch can give; 0 if it
 * needs none.
 */
export const suggestQuantity = ({ pace, available, free }: LowStockItem): number =>
  Math.max(0, Math.min(Math.ceil(pace * COVERED_DAYS - available), Math.floor(free)));
