import * as z from 'zod';
import { show } from '../kit/endpoint.ts';
import { id, localizedOutput, text } from '../kit/scalars.ts';

/** The most items of a page. */
export const PACK_PAGE = 2_000;

/** What a till reads and prices; it must be paired and of a branch of the caller. */
const sells = { resource: ['seller', 'sessions'], action: 'view' } as const;

const named = { id: z.number().int(), titles: localizedOutput };
const dates = { start_date: z.string().nullable(), end_date: z.string().nullable() };
const reduction = { discount_type: z.enum(['fixed', 'percent']), discount: z.number() };
/** A product, or one of its items. */
const targets = z.array(z.tuple([z.number().int(), z.number().int().nullable()]));

/** An item as a till sells it. */
const packItem = z.object({
  item_id: z.number().int(),
  product_id: z.number().int(),
  /** With its option. */
  titles: localizedOutput,
  /** Its barcodes and its own number, as they are scanned. */
  codes: z.array(z.string()),
  price: z.number(),
  /** Percent; null: the branch's own. */
  tax: z.number().nullable(),
  /** Its own ones, without those above them. */
  categorys_ids: z.array(z.number().int()),
  stepper: z.number(),
  free: z.boolean(),
  image: z.string().nullable(),
  extras_ids: z.array(z.number().int()),
  /** Units that could be sold in this branch at `as_of`. */
  available: z.number(),
  as_of: z.string(),
});

const packMethod = z.object({
  ...named,
  code: z.string(),
  type: z.enum(['cash', 'card', 'online', 'transfer', 'wallet']),
  min_transaction: z.number().nullable(),
  max_transaction: z.number().nullable(),
  /** Percent. */
  margin: z.number(),
  charge_customer: z.boolean(),
  combinable: z.boolean(),
  in_branch: z.boolean(),
});

const packDiscount = z.object({
  id: z.number().int(),
  ...dates,
  ...reduction,
  /** 0 Saturday to 6 Friday; empty for every day. */
  days: z.array(z.number().int()),
  slots: z.array(z.enum(['midday', 'afternoon', 'evening'])),
  products: targets,
  categorys_ids: z.array(z.number().int()),
});

const packWholesale = z.object({
  id: z.number().int(),
  ...dates,
  products: targets,
  categorys_ids: z.array(z.number().int()),
  tiers: z.array(z.object({ min_quantity: z.number(), ...reduction })),
});

const packBundle = z.object({
  ...named,
  ...dates,
  bundle_price: z.number(),
  /** Percent. */
  drink_share: z.number().nullable(),
  categorys_ids: z.array(z.number().int()),
  image: z.string().nullable(),
  parts: z.array(z.object({ item_id: z.number().int(), quantity: z.number() })),
});

const packList = z.object({
  id: z.number().int(),
  ord: z.number().int(),
  ...dates,
  /** Of its prices; another one means that they are to be read again. */
  version: z.string(),
  /** Null for everybody, else the numbers it is for: HMAC-SHA-256 of each with the salt, as base64url. */
  phones: z.array(z.string()).nullable(),
});

/** What a till needs besides the items. */
const packShop = z.object({
  branch: z.object({
    id: z.number().int(),
    names: localizedOutput,
    /** Percent. */
    tax: z.number(),
    tax_mode: z.enum(['inclusive', 'exclusive']),
    timezone: z.string(),
    phones: z.array(z.string()),
    addresses: localizedOutput,
    checks_availability: z.boolean(),
    /** A fiscal device signs each sale on the server. */
    signs: z.boolean(),
  }),
  settings: z.object({
    Currency: z.string(),
    scale: z.number().int(),
    cash_rounding: z.number(),
    tax_mode: z.enum(['inclusive', 'exclusive']),
    /** Minutes of the day at which each part begins and ends. */
    slots: z.record(z.string(), z.tuple([z.number(), z.number()])),
    seller_max_discount: z.number(),
    minimum_order: z.number(),
    minimum_products: z.number(),
    /** The shop's name, address and numbers, as receipts print them. */
    letterhead: z.record(z.string(), z.unknown()),
  }),
  payments: z.array(packMethod),
  categories: z.array(
    z.object({ ...named, parent_id: z.number().int().nullable(), image: z.string().nullable() }),
  ),
  extras: z.array(z.object({ ...named, price: z.number() })),
  discounts: z.array(packDiscount),
  wholesales: z.array(packWholesale),
  bundles: z.array(packBundle),
  price_lists: z.array(packList),
  salt: z.string(),
  staff: z.array(z.object({ id: z.number().int(), name: z.string() })),
});

/** What a till holds to price and print on its own (docs/rules/till-sales.md#pack). */
export const tillPack = {
  show: {
    ...show({
      path: '/admin/pos/pack',
      summary: 'What a till sells, by pages: all of it, or what has changed since a version',
      notes:
        'Ask again with `cursor` until `next` is null, then take over all pages at once with `version`. It holds no costs, customers, coupons or prices of other branches.',
      audience: 'staff',
      permission: sells,
      input: {
        device_id: id,
        /** The version that the till has; without it, or where it is too old, everything. */
        since: text(2_000).optional(),
        cursor: text(4_000).optional(),
        /** Of the shop's part that the till has; it is answered only where it is another one. */
        shop_hash: text(100).optional(),
      },
      output: z.object({
        version: z.string(),
        /** True: what the till holds and no page names is no longer sold. */
        whole: z.boolean(),
        next: z.string().nullable(),
        items: z.array(packItem),
        removed_items_ids: z.array(z.number().int()),
        /** On the first page, where it differs from the till's. */
        shop: packShop.nullable(),
        shop_hash: z.string(),
        lists: z.array(z.object({ id: z.number().int(), version: z.string() })),
      }),
      fails: ['reference.missing', 'till.not_paired', 'branch.forbidden'],
      invalidates: [],
    }),
    longList: 'items',
  },
  prices: {
    ...show({
      path: '/admin/pos/pack/list',
      summary: 'The prices of one price list of a till',
      audience: 'staff',
      permission: sells,
      input: { device_id: id, id },
      output: z.object({
        id: z.number().int(),
        version: z.string(),
        /** Product, item (null: all of the product), price. */
        prices: z.array(z.tuple([z.number().int(), z.number().int().nullable(), z.number()])),
      }),
      fails: ['record.missing', 'reference.missing', 'till.not_paired', 'branch.forbidden'],
      invalidates: [],
    }),
    longList: 'prices',
  },
};
