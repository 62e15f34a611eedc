import { describe, expect, it } from 'vitest';
import { drawBarcodeSvg } from './barcode-svg.ts';
import type { EditedProduct } from './default-values.ts';
import { buildLabelLines, buildLabels, parseProductIds } from './label-lines.ts';
import { LABEL_SIZES, type LabelSize, PAPER, splitLabelPages } from './label-sizes.ts';
import { detectSymbology, isTooNarrowToScan } from './symbology.ts';

describe('the bars of a barcode', () => {
  it.each([
    ['6291041500213', 'ean13'],
    ['40170725', 'ean8'],
    ['036000291452', 'upca'],
    ['16291041500210', 'code128'],
    ['85123A', 'code128'],
    // a number of GS1 length with a wrong check digit is no GS1 number
    ['6291041500214', 'code128'],
  ])('the code %s has the bars %s', (code, kind) => expect(detectSymbology(code)).toBe(kind));

  it.each(['6291041500213', '40170725', '036000291452', '85123A', 'a b/c'])(
    'the code %s can be drawn',
    (code) => {
      const svg = drawBarcodeSvg(code, detectSymbology(code), 3);
      expect(svg.tagName).toBe('svg');
      const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
      // as wide as its box, whatever the code's length
      expect(width / height).toBeGreaterThan(2);
      expect(width / height).toBeLessThan(4);
      expect(svg.querySelectorAll('path').length).toBeGreaterThan(0);
    },
  );
});

it('a code is refused for a label on which its bars would be too thin', () => {
  expect(isTooNarrowToScan('6291041500213', 38.1)).toBe(false);
  expect(isTooNarrowToScan('LONG-CODE-WITH-SOME-48-SIGNS-OF-A-VENDOR-123456', 58)).toBe(true);
});

describe('printed labels', () => {
  const product = (id: number, items: [string | null, number | null][]) =>
    ({
      id,
      title: `Product ${id}`,
      titles: { ar: '', en: `Product ${id}`, de: '' },
      price: 12,
      items: items.map(([barcode, price], at) => ({ item_id: id * 10 + at, barcode, price })),
    }) as unknown as EditedProduct;
  const lines = buildLabelLines([
    product(1, [
      ['40170725', null],
      ['85123A', 9],
    ]),
    product(2, [[null, null]]),
  ]);

  it("a label is printed for every item with the item's own price", () => {
    expect(lines.map(({ key, price }) => [key, price])).toEqual([
      ['10', 12],
      ['11', 9],
      ['20', 12],
    ]);
  });

  it('the selected number of labels is printed, and items without a barcode only on request', () => {
    const copies = (key: string) => (key === '11' ? 3 : 1);
    expect(buildLabels(lines, copies, false).map(({ key }) => key)).toEqual(['10', '11', '11', '11']);
    expect(buildLabels(lines, copies, true)).toHaveLength(5);
  });

  it('labels are printed for the products named in the address', () => {
    expect(parseProductIds('3,1,3,x,-2,0,1e3,9', 10)).toEqual([3, 1, 9]);
    expect(parseProductIds('1,2,3', 2)).toEqual([1, 2]);
    expect(parseProductIds('', 5)).toEqual([]);
  });
});

describe('label paper', () => {
  const sized = (key: string) => LABEL_SIZES.find((size) => size.key === key) as LabelSize;

  it('every label sheet holds its number of labels', () => {
    for (const { width, height, sheet } of LABEL_SIZES) {
      if (!sheet) continue;
      const across = sheet.columns * width + (sheet.columns - 1) * sheet.gap + 2 * sheet.side;
      expect(across).toBeCloseTo(PAPER.width, 3);
      expect(sheet.rows * height + 2 * sheet.top).toBeCloseTo(PAPER.height, 3);
    }
  });

  it('a roll has one page for each label, and a sheet continues where the last print ended', () => {
    expect(splitLabelPages(['a', 'b'], sized('50x30'), 7)).toEqual([['a'], ['b']]);
    const many = Array.from({ length: 65 }, (_, at) => at);
    expect(splitLabelPages(many, sized('a4_65'), 0).map((page) => page.length)).toEqual([65]);
    const [first, second] = splitLabelPages(many, sized('a4_65'), 3);
    expect(first?.slice(0, 5)).toEqual([null, null, null, 0, 1]);
    expect(second).toEqual([62, 63, 64]);
  });
});
