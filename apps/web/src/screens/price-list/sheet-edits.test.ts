// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyPriceEdits,
  mergeSheetRow,
  NO_EDITS,
  type PriceSheetItem,
  readPastedPriceColumn,
  readPastedPrices,
  removeSheetRow,
  undoRowRemoval,
} from './sheet-edits.ts';

const item = (item_id: number): PriceSheetItem => ({
  item_id,
  product_id: item_id * 10,
  product_title: `Item ${item_id}`,
  barcode: null,
  base_price: 10,
  tax: 0,
});
const stored = { id: 7, price: 4, status: 1 };

describe('prices pasted from a spreadsheet', () => {
  it.each([
    ['tabs', '6291041500213\t4.50\n6291041500220\t3'],
    ['the price in front', '4.50\t6291041500213\n3\t6291041500220'],
    ['a heading', 'Barcode\tPrice\n6291041500213\t4.50\n6291041500220\t3'],
    ['semicolons and German decimals', '6291041500213;4,50\n6291041500220;3,00'],
    ['Arabic digits', '٦٢٩١٠٤١٥٠٠٢١٣\t٤٫٥٠\n٦٢٩١٠٤١٥٠٠٢٢٠\t٣'],
    ['a currency beside the price', '6291041500213\tQAR 4.50\n6291041500220\t3.00 QAR'],
    [
      'a code that stands twice, of which the last price counts',
      '6291041500213\t9\n6291041500213\t4.50\n6291041500220\t3',
    ],
  ])('pasted prices are read with %s', (_, text) => {
    expect(readPastedPrices(text)).toEqual([
      { code: '6291041500213', price: 4.5 },
      { code: '6291041500220', price: 3 },
    ]);
  });

  it('a pasted text that is no price stays in its cell as it was', () => {
    expect(readPastedPrices('6291041500213\tcheap\n6291041500220\t')).toEqual([
      { code: '6291041500213', price: 'cheap' },
      { code: '6291041500220', price: '' },
    ]);
  });

  it('a pasted single column is read as prices', () => {
    expect(readPastedPriceColumn('4.50\n3,25\nabc')).toEqual([4.5, 3.25, 'abc']);
    expect(readPastedPriceColumn('1\t2')).toBeNull();
  });
});

describe('unsaved prices', () => {
  it('a changed price is stored once and dropped when the stored price is typed again', () => {
    const once = applyPriceEdits(NO_EDITS, [{ item: item(1), stored, price: 5 }]);
    expect(once.items).toEqual([{ item_id: 1, product_id: 10, price: 5, status: 1 }]);
    const twice = applyPriceEdits(once, [{ item: item(1), stored, price: 6 }]);
    expect(twice.items).toHaveLength(1);
    expect(applyPriceEdits(twice, [{ item: item(1), stored, price: 4 }])).toEqual(NO_EDITS);
  });

  it('a disabled price stays disabled while its amount changes', () => {
    const off = { ...stored, status: 0 };
    expect(applyPriceEdits(NO_EDITS, [{ item: item(1), stored: off, price: 5 }]).items[0]).toMatchObject({
      status: 0,
    });
  });

  it('removing a stored row sends its id, and removing a new one sends nothing', () => {
    const edits = applyPriceEdits(NO_EDITS, [
      { item: item(1), stored, price: 5 },
      { item: item(2), stored: null, price: 3 },
    ]);
    const gone = removeSheetRow(removeSheetRow(edits, 1, stored), 2, null);
    expect(gone).toEqual({ items: [], deleted_items: [7] });
    expect(mergeSheetRow(new Map([[1, { item: item(1), stored }]]), gone, 1)).toMatchObject({
      isDeleted: true,
    });
    expect(undoRowRemoval(gone, 7)).toEqual(NO_EDITS);
    expect(applyPriceEdits(gone, [{ item: item(1), stored, price: 8 }]).deleted_items).toEqual([]);
  });

  it('unsaved prices name each item once after any sequence of edits and removals', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      price: fc.option(fc.integer({ min: 0, max: 9 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let edits = NO_EDITS;
        const storedOf = (id: number) => (id % 2 === 0 ? { id: id + 100, price: 4, status: 1 } : null);
        for (const { id, price } of steps)
          edits =
            price === null
              ? removeSheetRow(edits, id, storedOf(id))
              : applyPriceEdits(edits, [{ item: item(id), stored: storedOf(id), price }]);
        const names = edits.items.map(({ item_id }) => item_id);
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(edits.deleted_items).size).toBe(edits.deleted_items.length);
        // a removed row has no edit, and a price equal to the stored one is no edit
        for (const { item_id, price } of edits.items) {
          const row = storedOf(item_id);
          if (!row) continue;
          expect(edits.deleted_items).not.toContain(row.id);
          expect(price).not.toBe(row.price);
        }
      }),
    );
  });
});
