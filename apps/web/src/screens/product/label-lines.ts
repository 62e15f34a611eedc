import { toItemTitle } from '@dukkan/commerce';
import type { EditedProduct } from './default-values.ts';
import type { ProductLabel } from './label.tsx';

/** An item for which labels can be printed. */
export type LabelLine = ProductLabel & { title: string; product_id: number };

/** Returns a line for every item of the products; an item's own price is used before the product's. */
export const buildLabelLines = (products: readonly EditedProduct[]): LabelLine[] =>
  products.flatMap((product) =>
    product.items.map((item) => ({
      key: String(item.item_id),
      product_id: product.id,
      title: toItemTitle(product.title, item.option),
      titles: {
        ar: toItemTitle(product.titles.ar, item.option),
        en: toItemTitle(product.titles.en, item.option),
        de: toItemTitle(product.titles.de, item.option),
      },
      price: item.price ?? product.price,
      barcode: item.barcode,
    })),
  );

/** Returns the labels in print order, each as often as requested; items without a barcode only if selected. */
export const buildLabels = (
  lines: readonly LabelLine[],
  copies: (key: string) => number,
  withoutBarcode: boolean,
): ProductLabel[] =>
  lines
    .filter((line) => line.barcode !== null || withoutBarcode)
    .flatMap((line) => Array.from({ length: copies(line.key) }, () => line));

/** Returns the ids in a URL, each once, at most `max`. */
export const parseProductIds = (text: string, max: number): number[] =>
  [
    ...new Set(
      text
        .split(',')
        .filter((part) => /^[1-9]\d{0,9}$/.test(part))
        .map(Number),
    ),
  ].slice(0, max);
