import * as z from 'zod';
import { id, localDate, timeOfDay } from '../kit/scalars.ts';

/** So many items are told one by one; the others are counted. */
export const EFFECT_ITEMS_MAX = 100;
/** A rule is looked at over so many weeks from the chosen day on. */
export const EFFECT_WEEKS = 8;

/** Where and when a rule is looked at: local day and time of the branch, now where they are left out. */
export const effectMoment = {
  branch_id: id,
  date: localDate.optional(),
  time: timeOfDay.optional(),
};

/**
 * What a rule does for an item: `now` it sets the price at the chosen moment; `other_times` at another one of the next
 * weeks; `never` at none of them; `out_of_bounds` its reduction is not within the bounds of the item's price.
 */
export const EFFECT_VERDICTS = ['now', 'other_times', 'never', 'out_of_bounds'] as const;

const effectItem = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  barcode: z.string().nullable(),
  /** So many units are asked for: a tier's first quantity, or what reaches a coupon's minimum. */
  quantity: z.number(),
  /** Of one unit, after the price list and before every discount. */
  list: z.number(),
  /** What the customer pays at that moment without the rule: of one unit; with a coupon of all units. */
  before: z.number(),
  /** The same with the rule. */
  after: z.number(),
  verdict: z.enum(EFFECT_VERDICTS),
  /** Why the rule does not set the price at that moment: a code of a price step, or of a coupon; null where it does. */
  reason: z.string().nullable(),
  /** The specification's text where the reduction is out of bounds. */
  message: z.string().nullable(),
  /** What sets the price instead, where something does. */
  winner: z
    .object({
      kind: z.enum(['discount', 'multi_discount', 'wholesale', 'price_list']),
      id: z.number().int(),
      title: z.string(),
    })
    .nullable(),
  /** Last cost of a unit in the branch; null for who may not see costs and where none is known. */
  cost: z.number().nullable(),
  /** Sold below cost with the rule, net of tax; null where that is not known or not shown. */
  below_cost: z.boolean().nullable(),
});

export const priceEffect = z.object({
  currency: z.string(),
  branch_id: z.number().int(),
  date: z.string(),
  time: z.string(),
  items: z.array(effectItem),
  /** Items that the rule is for, and how many of them are not told here. */
  items_count: z.number().int(),
  left_out: z.number().int(),
});

/** What a bundle is made of, and what it saves against buying its parts one by one. */
export const bundleEffect = z.object({
  parts: z.array(
    z.object({
      product_id: z.number().int(),
      item_id: z.number().int(),
      title: z.string(),
      barcode: z.string().nullable(),
      /** In one bundle. */
      quantity: z.number(),
      /** Of one unit by itself. */
      list: z.number(),
      /** Its part of the price of one bundle. */
      share: z.number(),
    }),
  ),
  /** What the parts of one bundle cost one by one. */
  total: z.number(),
  price: z.number(),
  saving: z.number(),
  /** How many the branch's stock makes, and the part that limits it. */
  available: z.number(),
  limited_by: z.object({ product_id: z.number().int(), title: z.string() }).nullable(),
  cost: z.number().nullable(),
  below_cost: z.boolean().nullable(),
});
