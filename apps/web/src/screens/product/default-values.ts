import type { api } from '@dukkan/contract';
import type { InputOf, RowOf } from '../../lib/server/endpoint.ts';
import type { Picture } from './picture-uploads.ts';

export type Product = RowOf<typeof api.product.show>;
type ProductInput = InputOf<typeof api.product.save>;

/** What a new product begins with: the barcode that was scanned, or another product that it is like. */
export type ProductTemplate = { barcode?: string; like?: Product; images?: Picture[] };

/** What the draft of a new product is kept as: a copy, and what was made for a scanned code, have their own. */
export const toDraftName = ({ like, barcode }: ProductTemplate = {}): string =>
  like ? `copy.${like.id}` : barcode ? `new.${barcode}` : 'new';

const none = { ar: '', en: '', de: '' };

/** An item as it starts: a single piece at the product's price. */
export const freshItem = { barcode: '', option: '', price: null, pack_quantity: 1 };

/** The form's values out of a product, or those of a new one. A copy has no barcodes: they belong to the other. */
export const getDefaultValues = (record: Product | null, seed: ProductTemplate = {}) => {
  const from = record ?? seed.like;
  const items = (from?.items ?? []).map(({ item_id, barcode, option, price, pack_quantity }) => ({
    ...(record ? { item_id, barcode: barcode ?? '' } : { barcode: '' }),
    option: option ?? '',
    price,
    pack_quantity,
  }));
  return {
    titles: from?.titles ?? none,
    descriptions: from?.descriptions ?? none,
    status: from?.status === 0 ? 0 : 1,
    featured: from?.featured === 1,
    pricing: {
      // null until it is typed: no product is free by accident
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
