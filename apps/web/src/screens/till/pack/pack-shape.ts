import type { tillApi } from 'virtual:endpoints/till';
import type { RowOf } from '../../../lib/server/endpoint.ts';

/** A page of the pack, as the server answers it. */
export type PackPage = RowOf<typeof tillApi.tillPack.show>;
export type PackItem = PackPage['items'][number];
export type PackShop = NonNullable<PackPage['shop']>;
export type PackMethod = PackShop['payments'][number];
export type PackBundle = PackShop['bundles'][number];
export type PackCategory = PackShop['categories'][number];
/** The rows of a price list: product, item (null: all of the product), price. */
export type PackPrices = RowOf<typeof tillApi.tillPack.prices>;
