import * as z from 'zod';
import { id, localDate, timeOfDay } from '../kit/scalars.ts';

/** Maximum number of items listed; the others are counted. */
export const EFFECT_ITEMS_MAX = 100;
/** Number of weeks for which a rule is evaluated, from the selected day. */
export const EFFECT_WEEKS = 8;

/** The branch and local time for which a rule is evaluated; by default now. */
export const effectMoment = {
  branch_id: id,
  date: localDate.optional(),
  time: timeOfDay.optional(),
};

/**
 * The effect of a rule on an item: `now` it sets the price at the selected time; `other_times` at another time of the
 * coming weeks; `never` at none; `out_of_bounds` its reduction is outside the bounds of the item's price.
 */
export const EFFECT_VERDICTS = ['now', 'other_times', 'never', 'out_of_bounds'] as const;

const effectItem = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  barcode: z.string().nullable(),
  /** The quantity priced: a tier's first one, or what reaches a coupon's minimum. */
  quantity: z.number(),
  /** Unit price after the price list, before discounts. */
  list: z.number(),
  /** What the customer pays without the rule: per unit, or for all units with a coupon. */
  before: z.number(),
  /** What the customer pays with the rule. */
  after: z.number(),
  verdict: z.enum(EFFECT_VERDICTS),
  /** Why the rule does not set the price at that time: the code of a price step or coupon; null when it does. */
  reason: z.string().nullable(),
  /** The specification's text for a reduction that is out of bounds. */
  message: z.string().nullable(),
  /** The rule that sets the price instead, if any. */
  winner: z
    .object({
      kind: z.enum(['discount', 'multi_discount', 'wholesale', 'price_list']),
      id: z.number().int(),
      title: z.string(),
    })
    .nullable(),
  /** Last unit cost in the branch; null when unknown, or for callers who may not see costs. */
  cost: z.number().nullable(),
  /** True when the net price with the rule is below cost; null when the cost is unknown or hidden. */
  below_cost: z.boolean().nullable(),
});

export const priceEffect = z.object({
  currency: z.string(),
  branch_id: z.number().int(),
  date: z.string(),
  time: z.string(),
  items: z.array(effectItem),
  /** Number of items that the rule applies to, and of those not listed here. */
  items_count: z.number().int(),
  left_out: z.number().int(),
});

/** The parts of a bundle, and its savings compared with buying them separately. */
export const bundleEffect = z.object({
  parts: z.array(
    z.object({
      product_id: z.number().int(),
      item_id: z.number().int(),
      title: z.string(),
      barcode: z.string().nullable(),
      /** In one bundle. */
      quantity: z.number(),
      /** Price of one unit bought separately. */
      list: z.number(),
      /** Its share of the price of one bundle. */
      share: z.number(),
    }),
  ),
  /** Total price of one bundle's parts bought separately. */
  total: z.number(),
  price: z.number(),
  saving: z.number(),
  /** Number of bundles that the branch's stock can make, and the part that limits it. */
  available: z.number(),
  limited_by: z.object({ product_id: z.number().int(), title: z.string() }).nullable(),
  cost: z.number().nullable(),
  below_cost: z.boolean().nullable(),
});
