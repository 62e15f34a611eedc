import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import {
  album,
  barcode,
  count,
  countedQuantity,
  filter,
  flag,
  id,
  ids,
  itemOption,
  localized,
  localizedOutput,
  longText,
  MAX_MONEY,
  money,
  name,
  step,
  zeroOrOne,
} from '../kit/scalars.ts';
import { MISSING_TRANSLATIONS } from './category.ts';

/** Maximum number of items (sizes, packs, barcodes) of a product. */
export const ITEMS_MAX = 100;
/** Maximum number of products in a bulk change. */
export const BULK_MAX = 1_000;

const pricing = z.object({
  /** Base price, with the decimals of the shop's currency. */
  price: z.number(),
  /** The earlier price, shown struck through; null for none. */
  compare_at: z.number().nullable(),
  /** 1: free on purpose; undefined for the public. */
  free: z.number().int().optional(),
});

const picture = z.object({ id: z.number().int(), url: z.string(), thumb_url: z.string() });

const publicItem = z.object({
  item_id: z.number().int(),
  barcode: z.string().nullable(),
  /** What distinguishes the item from the product's other items: a size, a color; null for none. */
  option: z.string().nullable(),
  /** The item's own price; null: the product's base price. */
  price: z.number().nullable(),
  pack_quantity: z.number(),
});

/** For staff only. `quantity`: available in the caller's scope. */
const item = publicItem.extend({
  quantity: z.number(),
  /** Units that every branch which carries the item should always have. */
  minimum_quantity: z.number(),
});

const fields = {
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  featured: z.number().int(),
  price: z.number(),
  compare_at: z.number().nullable(),
  pricing,
  /** The barcode of the first item. */
  barcode: z.string().nullable(),
  categorys_id: z.array(z.number().int()),
  brand_id: z.number().int().nullable(),
  brand_name: z.string().nullable(),
  /** The quantity step for sales: 1 piece, 0.250 kg. */
  stepper: z.number(),
  ord: z.number().int(),
  /** Thumbnail of the first picture. */
  image_url: z.string().nullable(),
};

const publicRow = z.object({ ...fields, items: z.array(publicItem) });

const row = z.object({
  ...fields,
  category_title: z.string().nullable(),
  tax_type_id: z.number().int().nullable(),
  tax_name: z.string().nullable(),
  status: z.number().int(),
  items: z.array(item),
  /** Available quantity of all items, in the caller's scope. */
  quantity: z.number(),
  /** Languages without a title. */
  missing: z.array(z.string()),
  version: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const texts = {
  titles: localizedOutput,
  description: z.string(),
  descriptions: localizedOutput,
  images: z.array(picture),
};

/** A movement of a batch. */
export const batchMovement = z.object({
  id: z.number().int(),
  product_used_id: z.number().int().nullable(),
  target: z.number().int(),
  /** For sales, net of returns. */
  quantity: z.number(),
  ref_type: z.string().nullable(),
  ref_id: z.number().int().nullable(),
  created_at: z.string(),
});

export const productShow = row.extend({
  ...texts,
  categories: z.array(z.object({ id: z.number().int(), title: z.string() })),
  extras: z.array(z.object({ id: z.number().int(), title: z.string(), price: z.number() })),
  /** Number of orders with the product in the caller's branches that are not canceled, up to COUNTED_MAX. */
  orders_count: z.number().int(),
  receipts_count: z.number().int(),
  /** Stock batches; empty until the first receipt. */
  quantities: z.array(
    z.object({
      id: z.number().int(),
      item_id: z.number().int(),
      cost_value: z.number(),
      quantity: z.number(),
      remaining_quantity: z.number(),
      reciept_id: z.number().int().nullable(),
      /** True when the caller may open the receipt: all its branches are theirs. */
      receipt_opens: z.boolean(),
      order_id: z.number().int().nullable(),
      created_at: z.string(),
      /** The latest 20; the list of batches returns up to 500, and a rate from all of them. */
      movements: z.array(batchMovement),
    }),
  ),
});

const publicShow = publicRow.extend({
  ...texts,
  extras: z.array(z.object({ id: z.number().int(), title: z.string(), price: z.number() })),
});

const amount = z.number().min(0).max(MAX_MONEY);
const category_id = id;

const filters = {
  /** In this category or its descendants. */
  categorys_id: category_id.optional(),
  brand_id: id.optional(),
  tax_type_id: id.optional(),
  featured: zeroOrOne.optional(),
  /** Exactly this barcode. */
  barcode: barcode.optional(),
  in_stock: zeroOrOne.optional(),
  /** 1: an item sells out within a week in one of the caller's branches; 0: none does. */
  low: zeroOrOne.optional(),
  missing_translation: z.enum(MISSING_TRANSLATIONS).optional(),
  /** 1: without a price and not free on purpose. */
  unpriced: zeroOrOne.optional(),
  price_from: filter(amount),
  price_to: filter(amount),
};

const version = z.number().int().min(1).optional();
const view = { resource: ['products', 'seller'], action: 'view' } as const;

export const product = {
  list: list({
    path: '/admin/products',
    summary: 'Products; a full search of titles in every language and of barcodes from their start',
    audience: 'public',
    permission: view,
    pick: ['orders', 'offers', 'pricelist', 'reciepts', 'products.extras', 'banners', 'reports'],
    list: {
      filters,
      // 'relevance' sorts the best match first, or without keywords like 'newest', which is newest first in either
      // direction
      sorts: ['relevance', 'newest', 'title', 'price', 'ord', 'id', 'created_at', 'status'],
    },
    row,
    publicRow,
    // sellers may search products but not export them
    exports: 'products',
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/show/{id}',
      summary: 'One product',
      audience: 'public',
      permission: view,
      input: { id },
      output: productShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicShow,
  },
  barcode: {
    ...show({
      path: '/admin/products/barcode/{barcode}',
      summary: 'The product that carries a barcode, as a scanner reads it',
      audience: 'public',
      permission: view,
      input: { barcode: z.union([z.int().min(0).transform(String), z.string()]).pipe(barcode) },
      output: productShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicShow,
  },
  save: save({
    path: '/admin/products/save',
    summary: 'Create or change a product with its items and pictures',
    audience: 'staff',
    permission: { resource: 'products', action: 'save' },
    input: {
      id: id.optional(),
      version,
      titles: localized(name).optional(),
      descriptions: localized(longText, { required: false }).nullish(),
      status: zeroOrOne.optional(),
      featured: zeroOrOne.optional(),
      pricing: z
        .strictObject({
          price: money().optional(),
          compare_at: money().nullish(),
          free: zeroOrOne.optional(),
        })
        .optional(),
      /** Accepts codes with a wrong check digit as the shop's own. */
      force: flag.optional(),
      categorys_id: z.union([ids(50), id.transform((one) => [one])]).optional(),
      brand_id: id.nullish(),
      tax_type_id: id.nullish(),
      stepper: step.optional(),
      ord: count.optional(),
      /** Replaces the product's items; existing ones are identified by their item_id. */
      items: z
        .array(
          z.strictObject({
            item_id: id.optional(),
            barcode: barcode.nullish(),
            option: itemOption.nullish(),
            price: money().nullish(),
            pack_quantity: step.optional(),
            minimum_quantity: countedQuantity.optional(),
            /** Read-only: stock changes by receipts, orders, returns, counts and transfers. */
            quantity: z.unknown().optional(),
          }),
        )
        .min(1)
        .max(ITEMS_MAX)
        .optional(),
      images: album.optional(),
    },
    output: productShow,
    fails: [
      'record.missing',
      'record.stale',
      'record.duplicate',
      'reference.missing',
      'product.in_use',
      'barcode.taken',
      'barcode.own_code',
      'product.price_missing',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
      'upload.unavailable',
    ],
    invalidates: ['product', 'category', 'brand', 'tax-type', 'extra'],
  }),
  remove: remove({
    path: '/admin/products/delete/{id}',
    summary: 'Delete a product; its barcodes are free again',
    audience: 'staff',
    permission: { resource: 'products', action: 'delete' },
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'product.in_use'],
    invalidates: ['product', 'category', 'brand', 'tax-type', 'extra'],
  }),
  restore: save({
    path: '/admin/products/restore/{id}',
    summary: 'Bring a deleted product back (undo)',
    audience: 'staff',
    permission: { resource: 'products', action: 'delete' },
    input: { id },
    output: productShow,
    fails: ['record.missing', 'barcode.taken', 'reference.missing'],
    invalidates: ['product', 'category', 'brand', 'tax-type', 'extra', 'stock', 'batch'],
  }),
  saveAll: defineCommand({
    path: '/admin/products/saveall',
    summary: 'Activate or disable many products at once',
    audience: 'staff',
    permission: { resource: 'products', action: 'save' },
    input: { ids: ids(BULK_MAX).min(1), status: zeroOrOne },
    output: z.object({ changed: z.number().int() }),
    fails: ['record.missing', 'product.price_missing'],
    invalidates: ['product'],
  }),
};
