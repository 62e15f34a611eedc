import { expect, it } from 'vitest';
import type { PriceEdit, SheetEdits } from './sheet-edits.ts';
import { comparePrices } from './stale.tsx';

const edit = (item_id: number, price: number): PriceEdit => ({ item_id, product_id: item_id * 10, price });
const edits = (items: PriceEdit[], deleted_items: number[] = []): SheetEdits => ({ items, deleted_items });
/** Returns an item as stored now; without a price it has no row in the list. */
const now = (item_id: number, price: number | null) => ({
  item_id,
  product_id: item_id * 10,
  product_title: `Item ${item_id}`,
  barcode: null,
  base_price: 10,
  tax: 0,
  row: price === null ? null : { id: item_id + 100, price, status: 1 },
});
const compare = (mine: SheetEdits, theirs: ReturnType<typeof now>[], before: [number, number | null][]) =>
  comparePrices(mine, theirs, new Map(before));

it.each([
  ['only I changed it', 7, 8, 8],
  ['both changed it alike', 7, 7, 8],
  ['only I added it', 7, null, null],
] as const)('a price is no conflict when %s', (_, mine, theirs, before) => {
  expect(compare(edits([edit(1, mine)]), [now(1, theirs)], [[1, before]]).conflicts).toEqual([]);
});

it.each([
  ['both changed it', 7, 6, 8],
  ['both added it', 7, 6, null],
  ['I changed it and they took it out', 7, null, 8],
] as const)('a price is a conflict when %s', (_, mine, theirs, before) => {
  const { conflicts } = compare(edits([edit(1, mine)]), [now(1, theirs)], [[1, before]]);
  expect(conflicts).toEqual([{ item_id: 1, title: 'Item 1', mine, theirs }]);
});

it('removing a row is a conflict when another user changed its price', () => {
  const mine = edits([], [101, 102]);
  const { conflicts, goingRows } = compare(
    mine,
    [now(1, 6), now(2, 8)],
    [
      [1, 8],
      [2, 8],
    ],
  );
  expect(conflicts).toEqual([{ item_id: 1, title: 'Item 1', mine: null, theirs: 6 }]);
  expect([...goingRows]).toEqual([
    [1, 101],
    [2, 102],
  ]);
});

it('a row that both users removed is no conflict', () => {
  const { conflicts, goingRows } = compare(edits([], [101]), [], [[1, 8]]);
  expect(conflicts).toEqual([]);
  expect(goingRows.size).toBe(0);
});
