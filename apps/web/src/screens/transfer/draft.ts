import { formatTypedNumber, parseTypedNumber, QUANTITY_SCALE } from '../../lib/form/parse-typed-number.ts';
import type { FoundItem } from '../../shared/item-finder.tsx';

/** A line of the editor: an item, and how many of it are to move as typed. */
export type Line = Pick<FoundItem, 'item_id' | 'title' | 'barcode'> & { readonly text: string };

/** The save takes so many lines. */
export const LINES_MAX = 500;

/** The quantity that is typed; null where it is none above 0. */
export function parseQuantity(text: string): number | null {
  const { value } = parseTypedNumber(text, QUANTITY_SCALE);
  return value !== null && value > 0 ? value : null;
}

const added = (text: string, more: number): string =>
  formatTypedNumber(Math.round(((parseQuantity(text) ?? 0) + more) * 1_000) / 1_000);

/** One more of an item: on its line, which comes to the top, or on a new one. */
export function addTransferItem(lines: readonly Line[], item: Omit<Line, 'text'>, quantity = 1): Line[] {
  const { item_id, title, barcode } = item;
  const before = lines.find((line) => line.item_id === item_id);
  const rest = lines.filter((line) => line !== before);
  return [{ item_id, title, barcode, text: added(before?.text ?? '', quantity) }, ...rest];
}

/** An item that runs out in a branch, as the stock list and its explanation tell it. */
export type LowStockItem = Omit<Line, 'text'> & {
  readonly pace: number;
  readonly available: number;
  /** What the other branch could give. */
  readonly free: number;
};

/** So many days are to be covered by what is moved. */
const COVERED_DAYS = 14;

/** How many units would cover two weeks there, as far as there are so many; whole units, none where none is lacking. */
export const suggestQuantity = ({ pace, available, free }: LowStockItem): number =>
  Math.max(0, Math.min(Math.ceil(pace * COVERED_DAYS - available), Math.floor(free)));
