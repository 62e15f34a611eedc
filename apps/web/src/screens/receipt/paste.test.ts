// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { cleanNumberText, parsePastedTable } from '../../shared/pasted-table.ts';
import { guessPastedColumns, readPastedLines } from './paste.ts';

const read = (text: string) => {
  const table = parsePastedTable(text);
  const guess = guessPastedColumns(table);
  return { mapping: guess.mapping, hasHeader: guess.hasHeader, lines: readPastedLines(table, guess) };
};

describe('cells pasted from a spreadsheet', () => {
  it('pasted columns are recognised by their headers in any order and language', () => {
    const { mapping, lines } = read(
      'Expiry\tQty\tBarcode\tPrice before discount\tCost\tName\n31/12/2027\t12\t6291041500213\t4.50\t4.00\tRice',
    );
    expect(mapping).toEqual(['expire', 'quantity', 'barcode', 'before', 'cost', null]);
    expect(lines).toEqual([
      {
        barcode: '6291041500213',
        quantity: '12',
        before: '4.50',
        cost: '4.00',
        off: '',
        expire: '2027-12-31',
      },
    ]);
    expect(read('الباركود\tالكمية\tالتكلفة\n6291041500213\t٣\t٢٫٥').lines).toMatchObject([
      { barcode: '6291041500213', quantity: '3', cost: '2.5' },
    ]);
    expect(read('Strichcode;Menge;Preis\n4006381333931;5;1,25').lines).toMatchObject([
      { barcode: '4006381333931', quantity: '5', cost: '1.25' },
    ]);
  });

  it('pasted columns without headers are recognised by their values', () => {
    const { mapping, hasHeader } = read(
      '6291041500213\t12\t4.00\t4.50\t2027-12-31\n4006381333931\t6\t2.00\t2.10\t2027-01-31',
    );
    expect(hasHeader).toBe(false);
    expect(mapping).toEqual(['barcode', 'quantity', 'cost', 'before', 'expire']);
  });

  it('every pasted row with a barcode is kept, whatever else it contains', () => {
    const { lines } = read('barcode\tqty\tcost\n6291041500213\ta dozen\tfree\n\t3\t1\nABC-1\t2\t1');
    expect(lines).toMatchObject([
      { barcode: '6291041500213', quantity: 'a dozen', cost: 'free' },
      { barcode: 'ABC-1', quantity: '2', cost: '1' },
    ]);
  });

  it('pasted cells may be quoted and contain separators and line breaks', () => {
    expect(parsePastedTable('a,"b, ""c""\nd",e\r\n1,2').rows).toEqual([
      ['a', 'b, "c"\nd', 'e'],
      ['1', '2', ''],
    ]);
  });

  it.each([
    ['1,234.50', '1234.50'],
    ['1.234,50 €', '1234.50'],
    ['1,234', '1234'],
    ['12,5', '12.5'],
    ['QAR 4.25', '4.25'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['n/a', ''],
  ])('the pasted text %s is the number %s', (cell, number) => expect(cleanNumberText(cell)).toBe(number));
});
