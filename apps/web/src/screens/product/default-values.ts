import type { api } from '@dukkan/contract';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';
import type { PictureEntry } from './picture-uploads.ts';

export type EditedProduct = RowOf<typeof api.product.show>;
type ProductInput = InputOf<typeof api.product.save>;

/** The start of a new product: a scanned barcode, or another product to copy. */
export type ProductTemplate = { barcode?: string; like?: EditedProduct; images?: PictureEntry[] };

/**
 * Returns the name under which a new product's draft is stored; each copied product and each scanned barcode has its
 * own.
 */
export const toDraftName = ({ like, barcode }: ProductTemplate = {}): string =>
  like ? `copy.${like.id}` : barcode ? `new.${barcode}` : 'new';

const none = { ar: '', en: '', de: '' };

/** A new item: a single piece at the product's price. */
export const freshItem = { barcode: '', option: '', price: null, pack_quantity: 1, minimum_quantity: 0 };

/**
 * Returns the form's values for a product or a new one. A copy has no barcodes, because they belong to the original.
 */
export const getDefaultValues = (record: EditedProduct | null, seed: ProductTemplate = {}) => {
  const from = record ?? seed.like;
  const items = (from?.items ?? []).map(
    ({ item_id, barcode, option, price, pack_quantity, minimum_quantity }) => ({
      ...(record ? { item_id, barcode: barcode ?? '' } : { barcode: '' }),
      option: option ?? '',
      price,
      pack_quantity,
      minimum_quantity,
    }),
  );
  return {
    titles: from?.titles ?? none,
    descriptions: from?.descriptions ?? none,
    status: from?.status === 0 ? 0 : 1,
    featured: from?.featured === 1,
    pricing: {
      // null until the user types a price, so that no product is free by accident
      price: (from?.price ?? null) as number,
      compare_at: from?.compare_at ?? null,
      free: from?.pricing.free === 1,
    },
    categorys_id: from?.categorys_id ?? [],
    brand_id: from?.brand_id ?? null,
    tax_type_id: from?.tax_type_id ?? null,
    stepper: from?.stepper ?? 1,
    ord: from?.ord ?? 0,
    items: items.length > 0 ? items : [{ ...freshItem, barcode: seed.barcode ?? '' }],
    images: record
      ? record.images.map(({ id, url, thumb_url }) => ({ id, url, thumb_url }))
      : (seed.images ?? []),
  } satisfies { [K in keyof ProductInput]?: ProductInput[K] };
};
