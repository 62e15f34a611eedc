import { foldCouponCode } from '@dukkan/commerce';
import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import * as rules from '../kit/rules.ts';
import {
  count,
  flag,
  id,
  ids,
  localDate,
  localized,
  localizedOutput,
  longText,
  money,
  name,
  percent,
  picture,
  quantity,
  zeroOrOne,
} from '../kit/scalars.ts';
import { bundleEffect, effectMoment, priceEffect } from './effect.ts';

export const OFFER_TYPES = ['wholesale', 'bundle', 'coupon'] as const;
export type OfferType = (typeof OFFER_TYPES)[number];
/** Whether a rule is valid today: within its dates and active. */
export const HOLDS = ['now', 'later', 'over', 'off'] as const;
/** Why staff of some branches may only read a rule: it holds in every branch, or in others beside theirs. */
export const READ_ONLY_REASONS = ['everywhere', 'other_branches'] as const;
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];
export const REDUCTIONS = ['fixed', 'percent'] as const;
/** Maximum number of products of an offer or discount; a bundle has fewer. */
export const OFFER_PRODUCTS_MAX = 1_000;
export const BUNDLE_PRODUCTS_MAX = 50;
/** Maximum number of them in a list row; `show` returns all. */
export const MAX_OFFER_PRODUCTS = 50;
const TIERS_MAX = 20;

const reduction = z.enum(REDUCTIONS);
const tier = z.object({ min_quantity: z.number(), discount: z.number(), discount_type: reduction });

/** A product of an offer; `show` includes its title and its own price. */
const target = z.object({
  id: z.number().int(),
  /** Null: every item of the product. */
  item_id: z.number().int().nullable(),
  /** In one bundle. */
  quantity: z.number(),
  title: z.string().optional(),
  barcode: z.string().nullable().optional(),
  price: z.number().optional(),
});

const publicInfo = z.object({
  type: z.enum(OFFER_TYPES),
  discount: z.number().nullable(),
  discount_type: reduction.nullable(),
  /** The minimum quantity of a wholesale offer with one tier. */
  quantity: z.number().nullable(),
  tiers: z.array(tier),
  products: z.array(target),
  bundle_price: z.number().nullable(),
  /** Empty is every branch. */
  branches_ids: z.array(z.number().int()),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});

const info = publicInfo.extend({
  /** The drinks' share of the bundle's price, in percent. */
  drink_share: z.number().nullable(),
  code: z.string().nullable(),
  min_order: z.number().nullable(),
  max_discount: z.number().nullable(),
  usage_limit: z.number().int().nullable(),
  per_customer_limit: z.number().int().nullable(),
});

const fields = {
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  description: z.string(),
  descriptions: localizedOutput.optional(),
  type: z.enum(OFFER_TYPES),
  ord: z.number().int(),
  image_url: z.string().nullable(),
  categorys_id: z.array(z.number().int()),
};

const publicRow = z.object({ ...fields, info: publicInfo });

const row = z.object({
  ...fields,
  status: z.number().int(),
  info,
  products_count: z.number().int(),
  /** Number of orders with the coupon in the caller's branches. */
  uses: z.number().int(),
  /** Number of orders that may still use the coupon; null without a limit. */
  uses_left: z.number().int().nullable(),
  /** Total discount of a coupon so far by currency, in the caller's branches. */
  cost_so_far: z.array(z.object({ currency: z.string(), total: z.number() })),
  holds: z.enum(HOLDS),
  /** Number of bundles that the stock in the caller's scope can make; null for other types. */
  available: z.number().nullable(),
  /** The part that limits the number of bundles; null for other types. */
  limited_by: z
    .object({
      product_id: z.number().int(),
      title: z.string(),
      /** The part was deleted or disabled, so the bundle cannot be sold until it is replaced. */
      is_lost: z.boolean(),
    })
    .nullable(),
  version: z.number().int(),
  /** Null: the caller's branches allow changes. */
  read_only: z.enum(READ_ONLY_REASONS).nullable(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const offerShow = row.extend({
  titles: localizedOutput,
  descriptions: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

const publicShow = publicRow.extend({ titles: localizedOutput, descriptions: localizedOutput });

/** 3 to 40 visible characters, stored as they are compared. */
const code = z
  .string()
  .max(200)
  .check(rules.xmlCharacters())
  .overwrite(foldCouponCode)
  .check(
    z.minLength(3),
    z.maxLength(40),
    rules.rule('invalid', (value: string) => /^[\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(value)),
  );

const limitCount = z.int().min(1).max(1_000_000_000);

const infoInput = z.strictObject({
  type: z.enum(OFFER_TYPES).optional(),
  discount: money().nullish(),
  discount_type: reduction.nullish(),
  quantity: quantity.nullish(),
  tiers: z
    .array(z.strictObject({ min_quantity: quantity, discount: money().nullable(), discount_type: reduction }))
    .max(TIERS_MAX)
    .nullish(),
  products: z
    .array(
      z.strictObject({
        id,
        item_id: id.nullish(),
        quantity: quantity.nullish(),
      }),
    )
    .max(OFFER_PRODUCTS_MAX)
    .nullish(),
  bundle_price: money().nullish(),
  drink_share: percent.nullish(),
  code: code.nullish(),
  min_order: money().nullish(),
  max_discount: money().nullish(),
  usage_limit: limitCount.nullish(),
  per_customer_limit: limitCount.nullish(),
  branches_ids: ids(1_000).nullish(),
  start_date: localDate.nullish(),
  end_date: localDate.nullish(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'offers', action }) as const;
const version = z.number().int().min(1).optional();
const categoryIds = z.union([ids(200), id.transform((one) => [one])]).nullish();

const offerInput = {
  id: id.optional(),
  version,
  titles: localized(name).optional(),
  descriptions: localized(longText, { required: false }).nullish(),
  status: zeroOrOne.optional(),
  ord: count.optional(),
  info: infoInput.optional(),
  categorys_id: categoryIds,
  image_base64: picture.nullish(),
};

export const offer = {
  list: list({
    path: '/admin/products/offers',
    summary: 'Wholesale offers, bundles and coupons; anyone sees active wholesale offers and bundles',
    audience: 'public',
    permission: permissionFor('view'),
    pick: ['orders', 'seller', 'banners'],
    list: {
      filters: {
        type: z.enum(OFFER_TYPES).optional(),
        /** Offers with this product. */
        product_id: id.optional(),
        categorys_id: id.optional(),
        branch_id: id.optional(),
        /** 1: active coupons that end within seven days or are used up. */
        runs_out: zeroOrOne.optional(),
      },
      sorts: ['ord', 'title', 'id', 'status', 'uses', 'start_date', 'end_date'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/offers/show/{id}',
      summary: 'One offer',
      audience: 'public',
      permission: permissionFor('view'),
      input: { id },
      output: offerShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicShow,
  },
  save: save({
    path: '/admin/products/offers/save',
    summary: 'Create or change an offer',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      ...offerInput,
      /** Confirms that a bundle costs more than its parts. */
      force: flag.optional(),
    },
    output: offerShow,
    fails: [
      'bundle.dearer',
      'record.missing',
      'record.stale',
      'offer.read_only',
      'branch.required',
      'branch.forbidden',
      'record.duplicate',
      'reference.missing',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
      'upload.unavailable',
    ],
    invalidates: ['offer'],
  }),
  effect: show({
    path: '/admin/products/offers/effect',
    summary: 'What an offer would do to prices in a branch at a moment; nothing is stored',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { ...effectMoment, id: id.optional(), info: infoInput, categorys_id: categoryIds },
    output: priceEffect.extend({ bundle: bundleEffect.nullable() }),
    fails: ['record.missing', 'branch.forbidden', 'reference.missing'],
    invalidates: [],
  }),
  remove: remove({
    path: '/admin/products/offers/delete/{id}',
    summary: 'Delete an offer; its code is free again',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'offer.read_only', 'branch.forbidden'],
    invalidates: ['offer'],
  }),
  restore: save({
    path: '/admin/products/offers/restore/{id}',
    summary: 'Bring a deleted offer back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: offerShow,
    fails: ['record.missing', 'record.duplicate', 'offer.read_only', 'branch.forbidden'],
    invalidates: ['offer'],
  }),
};
