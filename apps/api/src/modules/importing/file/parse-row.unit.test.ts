import { describe, expect, it } from 'vitest';
import { detectDecimalMark, parseNumber, parsePrice } from './parse-number.ts';
import { createRowParser, parseCategoryCell } from './parse-row.ts';

describe('an amount', () => {
  it.each([
    ['12,50', '12.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1,234', '1234'],
    ['1.234.567', '1234567'],
    ['١٢٫٥', '12.5'],
    ['١٬٢٣٤٫٥٠', '1234.50'],
    ['۱۲', '12'],
    ["1'234.5", '1234.5'],
    ['1 234,5', '1234.5'],
    ['-3', '-3'],
    ['\u22123,5', '-3.5'],
    ['0,125', '0.125'],
    ['1.234', '1.234'],
  ])('%s is %s', (text, expected) => expect(parseNumber(text, 2)).toBe(expected));

  it.each(['', 'abc', '1,2,3', '1.2.3', '12,34.5', '1.23,4,5', '--1', '1e5', '12 %', '.', ',5'])(
    '%s is none',
    (text) => expect(parseNumber(text, 2)).toBeNull(),
  );

  it('of three decimals is not guessed where it may be thousands', () => {
    expect(parseNumber('1,234', 3)).toBeNull();
    expect(parseNumber('1,5', 3)).toBe('1.5');
    expect(parseNumber('1.234', 3)).toBe('1.234');
  });
});

describe('a price', () => {
  it.each([
    ['QAR 12.50', '12.50'],
    ['12.50 QR', '12.50'],
    ['ر.ق.\u200f ١٢٫٥', '12.5'],
    ['€ 3', '3'],
    ['1,234.50 qar', '1234.50'],
    ['-QAR 3', null],
    ['USD 5', null],
    ['SR 5', null],
    ['5 apples', null],
    ['QAR', null],
  ])('written %s in a shop that sells in riyals is read as %s', (text, expected) =>
    expect(parsePrice(text, 2, 'QAR', null)).toBe(expected),
  );

  it.each([
    ['12,50', ','],
    ['12.50', '.'],
    ['1.234,5', ','],
    ['1,234.5', '.'],
    ['1.234.567', ','],
    ['1,234,567', '.'],
    ['1.234', null],
    ['1,234', null],
    ['12', null],
    ['cheap', null],
  ])('written %s shows the decimal mark %s', (text, mark) =>
    expect(detectDecimalMark(text, 'QAR')).toBe(mark),
  );

  it('that may be read either way is read as the rest of its column is', () => {
    expect(parsePrice('1.234', 2, 'QAR', ',')).toBe('1234');
    expect(parsePrice('1.234', 3, 'QAR', '.')).toBe('1.234');
    expect(parsePrice('1,234', 3, 'QAR', ',')).toBe('1.234');
    expect(parsePrice('1,234', 3, 'QAR', '.')).toBe('1234');
    expect(parsePrice('12.50', 2, 'QAR', ',')).toBe('12.50');
  });
});

describe('a row', () => {
  const read = createRowParser({
    mapping: { barcode: 'A', 'names.en': 'B', image_path: 'C', price: 'D' },
    scale: 2,
    images: new Set(['milk.jpg']),
    kind: 'product',
    currency: 'QAR',
    free: false,
  });
  const row = (...cells: string[]) => read({ row: 2, cells });
  const code = (...cells: string[]) => row(...cells).reasons[0]?.code;

  it('has a barcode whose digits are all there', () => {
    expect(row('4.006381333931E+12', 'x').barcode).toBe('4006381333931');
    expect(code('4.00638E+12', 'x')).toBe('import.row_code_damaged');
    expect(code('1.234567890123456E+15', 'x')).toBe('import.row_code_damaged');
    expect(row('٤٠٠٦٣٨١٣٣٣٩٣١', 'x').barcode).toBe('4006381333931');
    expect(row('4006381333932', 'x')).toMatchObject({ barcode: '4006381333932', reasons: [] });
    expect(row('85123A', 'x').reasons).toEqual([]);
  });

  it('whose price is 0 has no price, unless 0 was said to mean free', () => {
    expect(row('1', 'x', '', '0').wanted).toEqual({ names: { en: 'x' } });
    const free = createRowParser({
      ...{ mapping: { barcode: 'A', price: 'B' }, scale: 2, images: null, kind: 'product' },
      ...{ currency: 'QAR', free: true },
    });
    expect(free({ row: 2, cells: ['1', '0'] }).wanted).toEqual({ price: 0, free: 1 });
    expect(free({ row: 2, cells: ['1', ''] }).wanted).toEqual({});
  });

  it('takes a picture from the zip by its name alone, and never fetches one', () => {
    expect(row('1', 'x', 'C:\\photos\\Milk.JPG').wanted.image).toBe('milk.jpg');
    expect(row('1', 'x', '../../etc/milk.jpg').wanted.image).toBe('milk.jpg');
    expect(code('1', 'x', '/etc/passwd')).toBe('import.row_image_missing');
    const far = row('1', 'x', 'https://example.test/milk.jpg');
    expect([far.wanted.image, far.reasons]).toEqual([undefined, []]);
  });

  it('has its control characters cleaned, but no NUL', () => {
    expect(row('1', 'Fresh\u0007 \r\n  milk').wanted.names?.en).toBe('Fresh milk');
    expect(code('1', 'Fresh\0milk')).toBe('well_formed');
    expect(row('1', 'Fresh\0milk').cells).toBe('["1","Freshmilk"]');
  });
});

describe('a category', () => {
  it('is a path of titles or an id', () => {
    expect(parseCategoryCell('Food > Cold drinks/juices')).toEqual(['Food', 'Cold drinks/juices']);
    expect(parseCategoryCell('Food / Drinks')).toEqual(['Food', 'Drinks']);
    expect(parseCategoryCell('غذاء›ألبان')).toEqual(['غذاء', 'ألبان']);
    expect(parseCategoryCell('17')).toBe(17);
    expect(parseCategoryCell('Food > ')).toBeNull();
    expect(parseCategoryCell('x'.repeat(201))).toBeNull();
  });
});
