import { toItemTitle } from '@dukkan/commerce';
import type { Product } from './default-values.ts';
import type { ProductLabel } from './label.tsx';

/** One item of a product that can get labels. */
export type LabelLine = ProductLabel & { title: string; product_id: number };

/** A line for every item of the products; an item's own price goes before the product's. */
export const buildLabelLines = (products: readonly Product[]): LabelLine[] =>
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

/** The labels in the order they are printed, each as often as asked for; an item without bars only where wanted. */
export const buildLabels = (
  lines: readonly LabelLine[],
  copies: (key: string) => number,
  withoutBarcode: boolean,
): ProductLabel[] =>
  lines
    .filter((line) => line.barcode !== null || withoutBarcode)
    .flatMap((line) => Array.from({ length: copies(line.key) }, () => line));

/** The ids in an address, each once and no more than `max`. */
export const parseIds = (text: string, max: number): number[] =>
  [
    ...new Set(
      text
        .split(',')
        .filter((part) => /^[1-9]\d{0,9}$/.test(part))
        .map(Number),
    ),
  ].slice(0, max);
