import { describe, expect, it } from 'vitest';
import { parseCategoryCell } from './category-cell.ts';
import { createDecimalMarks } from './decimal-marks.ts';
import { detectDecimalMark, parseNumber, parsePrice } from './parse-number.ts';
import { createRowParser } from './parse-row.ts';

describe('imported amounts', () => {
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
  ])('the imported amount %s is %s', (text, expected) => expect(parseNumber(text, 2)).toBe(expected));

  it.each(['', 'abc', '1,2,3', '1.2.3', '12,34.5', '1.23,4,5', '--1', '1e5', '12 %', '.', ',5'])(
    'the imported amount %s is unreadable',
    (text) => expect(parseNumber(text, 2)).toBeNull(),
  );

  it('an imported amount with three decimals is not guessed when it may mean thousands', () => {
    expect(parseNumber('1,234', 3)).toBeNull();
    expect(parseNumber('1,5', 3)).toBe('1.5');
    expect(parseNumber('1.234', 3)).toBe('1.234');
  });
});

describe('imported prices', () => {
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
  ])('a price written %s in a shop that sells in riyals is read as %s', (text, expected) =>
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
  ])('a price written %s shows the decimal mark %s', (text, mark) =>
    expect(detectDecimalMark(text, 'QAR')).toBe(mark),
  );

  it('an ambiguous price is read with the decimal mark of its column', () => {
    expect(parsePrice('1.234', 2, 'QAR', ',')).toBe('1234');
    expect(parsePrice('1.234', 3, 'QAR', '.')).toBe('1.234');
    expect(parsePrice('1,234', 3, 'QAR', ',')).toBe('1.234');
    expect(parsePrice('1,234', 3, 'QAR', '.')).toBe('1234');
    expect(parsePrice('12.50', 2, 'QAR', ',')).toBe('12.50');
  });
});

describe('import rows', () => {
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

  it('an import row needs a barcode with all its digits', () => {
    expect(row('4.006381333931E+12', 'x').barcode).toBe('4006381333931');
    expect(code('4.00638E+12', 'x')).toBe('import.row_code_damaged');
    expect(code('1.234567890123456E+15', 'x')).toBe('import.row_code_damaged');
    expect(row('٤٠٠٦٣٨١٣٣٣٩٣١', 'x').barcode).toBe('4006381333931');
    expect(row('4006381333932', 'x')).toMatchObject({ barcode: '4006381333932', reasons: [] });
    expect(row('85123A', 'x').reasons).toEqual([]);
  });

  it('an import row with a price of 0 has no price unless 0 was set to mean free', () => {
    expect(row('1', 'x', '', '0').wanted).toEqual({ names: { en: 'x' } });
    const free = createRowParser({
      ...{ mapping: { barcode: 'A', price: 'B' }, scale: 2, images: null, kind: 'product' },
      ...{ currency: 'QAR', free: true },
    });
    expect(free({ row: 2, cells: ['1', '0'] }).wanted).toEqual({ price: 0, free: 1 });
    expect(free({ row: 2, cells: ['1', ''] }).wanted).toEqual({});
  });

  it('an import row takes a picture from the zip by its file name and never downloads one', () => {
    expect(row('1', 'x', 'C:\\photos\\Milk.JPG').wanted.image).toBe('milk.jpg');
    expect(row('1', 'x', '../../etc/milk.jpg').wanted.image).toBe('milk.jpg');
    expect(row('1', 'x', '/etc/passwd').notices[0]?.code).toBe('import.row_image_missing');
    expect(code('1', 'x', '/etc/passwd')).toBeUndefined();
    expect(row('1', 'x', 'https://example.test/a/Milk.jpg?v=2#top').wanted.image).toBe('milk.jpg');
    for (const address of [
      'https://example.test/tea.jpg',
      'ftp://x/tea.jpg?n=/milk.jpg',
      'HTTP://x',
      'file:///',
    ])
      expect(row('1', 'x', address)).toMatchObject({
        reasons: [],
        notices: [{ field: 'image_path', code: 'import.row_image_address', params: { address } }],
      });
  });

  it('control characters are removed from an import row, NUL included', () => {
    expect(row('1', 'Fresh\u0007 \r\n  milk').wanted.names?.en).toBe('Fresh milk');
    expect(code('1', 'Fresh\0milk')).toBe('well_formed');
    // cells are joined by NUL, so that one inside of a cell would make two of it
    expect(row('1', 'Fresh\0milk').cells).toBe('1\0Freshmilk');
  });
});

describe('the decimal mark of a column', () => {
  const markOf = (...cells: string[]) => {
    const marks = createDecimalMarks('QAR');
    for (const cell of cells) marks.read(['Tea, black', cell]);
    return [marks.markOf(0), marks.markOf(1)];
  };

  it('the decimal mark of a column is taken from its unambiguous cells', () => {
    expect(markOf('1.234', '12,50', '7')).toEqual([null, ',']);
    expect(markOf('1,234', '12.5', 'QAR 3.25')).toEqual([null, '.']);
    expect(markOf('1.234.567')).toEqual([null, ',']);
    expect(markOf('1.234', '5')).toEqual([null, null]);
  });

  it('a column with both decimal marks has none, and cells in another currency are ignored', () => {
    expect(markOf('12,50', '12.50', '3,25')).toEqual([null, null]);
    expect(markOf('USD 12,50', '3.25')).toEqual([null, '.']);
  });
});

describe('category cells', () => {
  it('a category cell is a path of titles or an id', () => {
    expect(parseCategoryCell('Food > Cold drinks/juices')).toEqual([['Food', 'Cold drinks/juices']]);
    expect(parseCategoryCell('Food / Drinks')).toEqual([['Food', 'Drinks']]);
    expect(parseCategoryCell('غذاء›ألبان')).toEqual([['غذاء', 'ألبان']]);
    expect(parseCategoryCell('17')).toEqual([17]);
    expect(parseCategoryCell('x'.repeat(201))).toBeNull();
  });

  it('a category cell may have several categories separated by commas; an empty last part is ignored, and a dash or 0 means none', () => {
    expect(parseCategoryCell('Kitchen > Mugs, Gifts > For hikers')).toEqual([
      ['Kitchen', 'Mugs'],
      ['Gifts', 'For hikers'],
    ]);
    expect(parseCategoryCell('ملابس، هدايا')).toEqual([['ملابس'], ['هدايا']]);
    expect(parseCategoryCell('Clothing > Hats >')).toEqual([['Clothing', 'Hats']]);
    expect(parseCategoryCell('Food > ')).toEqual([['Food']]);
    expect(parseCategoryCell('0')).toEqual([]);
    expect(parseCategoryCell('-')).toEqual([]);
    expect(parseCategoryCell(Array.from({ length: 12 }, (_, at) => `L${at}`).join(' > '))).toBeNull();
  });

  it('category titles may contain commas when each cell has one category', () => {
    const text = 'Apparel > Handbags, Wallets & Cases > Handbags';
    expect(parseCategoryCell(text, true)).toEqual([['Apparel', 'Handbags, Wallets & Cases', 'Handbags']]);
    expect(parseCategoryCell(text)).toHaveLength(2);
  });
});

describe('faults that do not refuse a row', () => {
  const read = createRowParser({
    mapping: {
      ...{ barcode: 'A', barcode_2: 'B', 'names.en': 'C', 'descriptions.en': 'D', price: 'E' },
      ...{ sale_price: 'F', compare_at: 'G', quantity: 'H', status: 'I', category: 'J', size: 'K' },
    },
    scale: 2,
    images: null,
    kind: 'product',
    currency: 'QAR',
    free: false,
  });
  const row = (cells: Record<string, string>) =>
    read({ row: 2, cells: [...'ABCDEFGHIJK'].map((key) => cells[key] ?? '') });
  const left = (cells: Record<string, string>) => row(cells).notices.map(({ code }) => code);

  it('a faulty optional cell is left out of an import row with its reason', () => {
    expect(left({ C: 'x', H: '-3' })).toEqual(['import.row_quantity_negative']);
    expect(left({ C: 'x', H: 'many' })).toEqual(['import.row_not_a_number']);
    expect(left({ C: 'x', I: 'perhaps' })).toEqual(['import.row_status']);
    expect(left({ C: 'x', J: 'x'.repeat(201) })).toEqual(['import.row_category']);
    expect(left({ C: 'x', D: 'x'.repeat(20_001) })).toEqual(['max_characters']);
    expect(row({ C: 'x', H: '-3', I: 'perhaps' })).toMatchObject({
      reasons: [],
      wanted: { names: { en: 'x' } },
    });
  });

  it('an imported price with more decimals than the currency is rounded half up', () => {
    expect(row({ C: 'x', E: '27.8888888888889' }).wanted.price).toBe(27.89);
    expect(row({ C: 'x', E: '344.1375' }).wanted.price).toBe(344.14);
    expect(row({ C: 'x', E: '1.005' }).wanted.price).toBe(1.01);
    expect(row({ C: 'x', E: '2.50' }).notices).toEqual([]);
    expect(left({ C: 'x', E: '1.005' })).toEqual(['import.row_price_rounded']);
  });

  it('a row priced at the till is imported without a price', () => {
    for (const E of ['variable', '-', 'متغير'])
      expect(row({ C: 'x', E })).toMatchObject({ reasons: [], notices: [] });
    for (const E of ['$95.00', '95 QAR incl.', '95 QAR']) expect(row({ C: 'x', E }).wanted.price).toBe(95);
    expect(row({ C: 'x', E: '1.250,50' }).wanted.price).toBe(1250.5);
    expect(row({ C: 'x', E: '١٢٫٥' }).wanted.price).toBe(12.5);
  });

  it('an import row takes the first filled code column, without the apostrophe that protects its digits', () => {
    expect(row({ A: "'77100200300", C: 'x' }).barcode).toBe('77100200300');
    expect(row({ A: '', B: 'K1001', C: 'x' }).barcode).toBe('K1001');
    expect(row({ A: '-', B: 'K1001', C: 'x' }).barcode).toBe('K1001');
    expect(row({ C: 'x' })).toMatchObject({ barcode: null, reasons: [] });
  });

  it('an import row sells at the sale price and uses the regular price as the price before', () => {
    expect(row({ C: 'x', E: '120', F: '99' }).wanted).toMatchObject({ price: 99, compare_at: 120 });
    expect(row({ C: 'x', E: '48', F: '' }).wanted).toEqual({ names: { en: 'x' }, price: 48 });
    expect(row({ C: 'x', E: '48', F: '50' }).wanted).toEqual({ names: { en: 'x' }, price: 48 });
    expect(row({ C: 'x', E: '48', G: '40' }).wanted.compare_at).toBeUndefined();
  });

  it('an import row recognises drafts and products that are not for sale', () => {
    const status = (I: string) => row({ C: 'x', I }).wanted.status;
    expect(['active', 'TRUE', 'Published', 'نشط', 'Ja'].map(status)).toEqual([1, 1, 1, 1, 1]);
    expect(['draft', '0', '-1', 'Archived', 'مسودة', 'Entwurf'].map(status)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('an HTML description is imported as text without scripts', () => {
    const text = (D: string) => row({ C: 'x', D }).wanted.descriptions?.en;
    expect(text('<p>Loose leaf&nbsp;&ndash; cold.</p><ul><li>No caffeine</li><li>20 cups</li></ul>')).toBe(
      'Loose leaf – cold.\n• No caffeine\n• 20 cups',
    );
    expect(text('<b>Bold</b><script>alert("<p>")</script> &amp; more')).toBe('Bold & more');
    expect(text('5 < 6 and 7 > 3')).toBe('5 < 6 and 7 > 3');
    expect(text('Cut <br>here<!-- not this -->!')).toBe('Cut\nhere!');
  });

  it.each(['Total', 'GRAND TOTAL:', 'Summe', 'الإجمالي', 'المجموع'])(
    'the row named %s without a code is a sum and is refused',
    (name) => {
      expect(row({ C: name, E: '4321' }).reasons.map(({ code }) => code)).toEqual(['import.row_total']);
      expect(row({ A: 'TO-1', C: name, E: '43' }).reasons).toEqual([]);
      expect(row({ C: `${name} care`, E: '43' }).reasons).toEqual([]);
    },
  );

  it('a size from its own column is added to the product name', () => {
    expect(row({ C: 'Ginger syrup', K: '450 ml' }).wanted.names?.en).toBe('Ginger syrup 450 ml');
    expect(row({ C: 'Bag', K: 'Default Title' }).wanted.names?.en).toBe('Bag');
  });
});

describe('brand, cost and options of a row', () => {
  const read = createRowParser({
    mapping: {
      ...{ barcode: 'A', 'names.en': 'B', group: 'C', size: 'D', option: 'E', option_2: 'F', brand: 'G' },
      ...{ cost: 'H', category: 'I', 'category.ar': 'J', 'category.de': 'K' },
    },
    scale: 2,
    images: null,
    kind: 'product',
    currency: 'QAR',
    free: false,
  });
  const row = (cells: Record<string, string>) =>
    read({ row: 2, cells: [...'ABCDEFGHIJK'].map((key) => cells[key] ?? '') });
  const left = (cells: Record<string, string>) =>
    row({ B: 'x', ...cells }).notices.map(({ field, code }) => [field, code]);

  it('brand names are imported as one line and costs as amounts in the currency', () => {
    expect(row({ B: 'x', G: ' Own\n brand ', H: 'QAR 4.125' }).wanted).toMatchObject({
      brand: 'Own brand',
      cost: 4.13,
    });
    expect(row({ B: 'x', H: '0' }).wanted.cost).toBe(0);
  });

  it('unreadable brands, costs and options are left out with a notice', () => {
    expect(left({ G: 'x'.repeat(201) })).toEqual([['brand', 'max_characters']]);
    expect(left({ H: 'cheap' })).toEqual([['cost', 'import.row_not_a_number']]);
    expect(left({ H: '-2' })).toEqual([['cost', 'positive']]);
    expect(left({ C: 'x', E: 'x'.repeat(81) })).toEqual([['option', 'max_characters']]);
  });

  it('option columns are joined to one option, together with the size when rows are grouped', () => {
    const option = (cells: Record<string, string>) => row({ B: 'Shirt', ...cells }).wanted.option;
    expect(option({ C: 'shirt', D: 'M', E: 'Red', F: 'Long' })).toBe('M / Red / Long');
    expect(option({ C: 'shirt', E: 'Default Title' })).toBeUndefined();
    expect(option({ D: 'M', E: 'Red' })).toBe('Red');
    expect(row({ B: 'Shirt', D: 'M', E: 'Red' }).wanted.names?.en).toBe('Shirt M');
  });

  it('a grouped row with an option is an item of its product, and one without is a picture row', () => {
    expect(row({ C: 'shirt', E: 'M' }).isBare).toBe(false);
    expect(row({ C: 'shirt', G: 'Own' }).isBare).toBe(true);
  });

  it('category titles in other languages are imported when their columns have equally many parts', () => {
    expect(row({ I: 'Drinks > Tea, Gifts', J: 'مشروبات > شاي، هدايا' }).wanted.categories).toEqual([
      [
        { title: 'Drinks', titles: { ar: 'مشروبات' } },
        { title: 'Tea', titles: { ar: 'شاي' } },
      ],
      [{ title: 'Gifts', titles: { ar: 'هدايا' } }],
    ]);
    expect(row({ I: 'Drinks > Tea', J: 'شاي', K: 'Getränke > Tee' }).wanted.categories).toEqual([
      [
        { title: 'Drinks', titles: { de: 'Getränke' } },
        { title: 'Tea', titles: { de: 'Tee' } },
      ],
    ]);
    expect(row({ J: 'شاي', K: 'Tee' }).wanted.categories).toEqual([
      [{ title: 'Tee', titles: { ar: 'شاي', de: 'Tee' } }],
    ]);
    expect(row({ I: '17', J: 'شاي' }).wanted.categories).toEqual([17]);
  });
});
