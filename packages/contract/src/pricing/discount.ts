import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import * as rules from '../kit/rules.ts';
import { id, ids, localDate, localized, localizedOutput, money, name, zeroOrOne } from '../kit/scalars.ts';
import { effectMoment, priceEffect } from './effect.ts';
import { HOLDS, OFFER_PRODUCTS_MAX, READ_ONLY_REASONS, REDUCTIONS } from './offer.ts';

/** Parts of the day for discounts; their hours are a setting. */
export const SLOTS = ['midday', 'afternoon', 'evening'] as const;

const target = z.object({
  id: z.number().int(),
  /** Null: every item of the product. */
  item_id: z.number().int().nullable(),
  title: z.string(),
  barcode: z.string().nullable(),
  /** Price before the discount, without price lists. */
  price: z.number(),
  price_after: z.number(),
});

const row = z.object({
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  type: z.enum(REDUCTIONS),
  value: z.number(),
  /** 1: for several products or categories. */
  multi: z.number().int(),
  /** The single product; null for a multi-discount. */
  product_id: z.number().int().nullable(),
  product_title: z.string().nullable(),
  price: z.number().nullable(),
  price_after: z.number().nullable(),
  products_count: z.number().int(),
  categorys_id: z.array(z.number().int()),
  /** Empty is every branch. */
  branches_ids: z.array(z.number().int()),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** 0 Saturday to 6 Friday; empty is every day. */
  days: z.array(z.number().int()),
  /** Empty is the whole day. */
  slots: z.array(z.enum(SLOTS)),
  status: z.number().int(),
  holds: z.enum(HOLDS),
  /** 1: at the last check it would set no price in the coming weeks. */
  idle: z.number().int(),
  version: z.number().int(),
  /** Null: the caller's branches allow changes. */
  read_only: z.enum(READ_ONLY_REASONS).nullable(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const discountShow = row.extend({
  titles: localizedOutput,
  products: z.array(target),
  created_at: z.string(),
  updated_at: z.string(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'offers', action }) as const;
const version = z.number().int().min(1).optional();

const terms = {
  /** Percent, or an amount in the shop's currency. */
  value: money().nullish(),
  products: z
    .array(
      z.strictObject({
        id,
        item_id: id.nullish(),
      }),
    )
    .max(OFFER_PRODUCTS_MAX)
    .nullish(),
  categorys_id: z.union([ids(200), id.transform((one) => [one])]).nullish(),
  branches_ids: ids(1_000).nullish(),
  start_date: localDate.nullish(),
  end_date: localDate.nullish(),
  days: z.array(z.int().min(0).max(6)).max(7).check(rules.distinct()).nullish(),
  slots: z.array(z.enum(SLOTS)).max(3).check(rules.distinct()).nullish(),
};

export const discount = {
  list: list({
    path: '/admin/products/discounts',
    summary: 'Discounts of one product, and of several at once',
    audience: 'staff',
    permission: permissionFor('view'),
    list: {
      filters: {
        multi: zeroOrOne.optional(),
        product_id: id.optional(),
        branch_id: id.optional(),
        idle: zeroOrOne.optional(),
      },
      sorts: ['id', 'title', 'value', 'status', 'start_date', 'end_date'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/discounts/show/{id}',
    summary: 'One discount',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: discountShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/discounts/save',
    summary: 'Create or change a discount',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      titles: localized(name).optional(),
      type: z.enum(REDUCTIONS).optional(),
      ...terms,
      status: zeroOrOne.optional(),
    },
    output: discountShow,
    fails: [
      'record.missing',
      'record.stale',
      'reference.missing',
      'offer.read_only',
      'branch.required',
      'branch.forbidden',
    ],
    invalidates: ['discount'],
  }),
  effect: show({
    path: '/admin/products/discounts/effect',
    summary: 'What a discount would do to prices in a branch at a moment; nothing is stored',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { ...effectMoment, id: id.optional(), type: z.enum(REDUCTIONS), ...terms },
    output: priceEffect,
    fails: ['record.missing', 'branch.forbidden', 'reference.missing'],
    invalidates: [],
  }),
  remove: remove({
    path: '/admin/products/discounts/delete/{id}',
    summary: 'Delete a discount',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'offer.read_only', 'branch.forbidden'],
    invalidates: ['discount'],
  }),
  restore: save({
    path: '/admin/products/discounts/restore/{id}',
    summary: 'Bring a deleted discount back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: discountShow,
    fails: ['record.missing', 'offer.read_only', 'branch.forbidden'],
    invalidates: ['discount'],
  }),
};
