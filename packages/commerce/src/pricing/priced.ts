/*
 * The result of `price`. Money is minor units, quantities are thousandths, rates are basis points. An order stores it
 * as a snapshot: later changes of the catalogue do not change its prices.
 */

/** The product discount that won. */
export type DiscountSource = {
  readonly kind: 'discount' | 'multi_discount' | 'wholesale';
  readonly id: number;
};

/** Why a rule for the item did not set its price. */
export type RejectionReason =
  | 'inactive'
  | 'not_yet'
  | 'over'
  | 'branch'
  | 'weekday'
  | 'slot'
  /** Wholesale: fewer pieces than the first tier. */
  | 'quantity'
  /** Outside of the bounds: 0.5 % or less, 99.5 % or more. */
  | 'too_low'
  | 'too_high'
  /** Saves nothing after rounding. */
  | 'no_saving'
  /**
   * Another rule gives a lower price, or the same price and has priority; for a price list, another list has
   * priority.
   */
  | 'beaten';

/**
 * A step of a line's price, in order. The amounts of a line's steps sum to its `net`; a rejected rule has amount 0.
 */
export type PriceStep = {
  readonly kind:
    | 'base'
    | 'price_list'
    | 'discount'
    | 'multi_discount'
    | 'wholesale'
    | 'extra'
    | 'bundle'
    | 'coupon'
    | 'manual';
  readonly code: 'applied' | RejectionReason;
  /** The id of the item, list, discount, offer or extra; null for the manual discount. */
  readonly id: number | null;
  readonly amount: bigint;
  /** The unit price that the rule sets or would have set; null when it sets none. */
  readonly unit: bigint | null;
};

/** The taxes and the delivery of a line or of a part of a bundle. */
export type TaxShare = {
  /** The price of the goods after discounts; includes tax only where prices include tax. */
  readonly net: bigint;
  /** Its share of the delivery, which is taxed like the goods. */
  readonly delivery: bigint;
  /** The tax of the goods alone, part of which a return gives back. */
  readonly tax: bigint;
  /** The tax of its share of the delivery. */
  readonly delivery_tax: bigint;
};

/** A part of a bundle line, for tax, cost and returns. The parts sum to the line. */
export type PricedPart = TaxShare & {
  readonly product_id: number;
  readonly item_id: number;
  /** The quantity in all bundles of the line. */
  readonly quantity: bigint;
  readonly tax_bp: bigint;
  /** The price of one unit outside of the bundle. */
  readonly unit_list: bigint;
  /** Its part of the price of one bundle. */
  readonly share: bigint;
  /** Its part of the line's gross. */
  readonly gross: bigint;
};

export type PricedLine = TaxShare & {
  readonly key: string;
  readonly kind: 'product' | 'bundle';
  /** Null for a bundle. */
  readonly product_id: number | null;
  readonly item_id: number | null;
  /** Null for a product. */
  readonly offer_id: number | null;
  readonly quantity: bigint;
  /** The branch's unit price before price lists; for a bundle, the sum of its parts. */
  readonly unit_base: bigint;
  /**
   * The unit price after the price list, which is the `unit_list` of reports; for a bundle, the sum of its parts, or its
   * price if that is higher.
   */
  readonly unit_list: bigint;
  /** The unit price after the product discount, without extras; the price of a bundle. */
  readonly unit_price: bigint;
  readonly price_list_id: number | null;
  readonly discount_source: DiscountSource | null;
  /** All extras of one unit. */
  readonly unit_extras: bigint;
  /** List price with extras before any discount, which reports sum as total; never less than the gross. */
  readonly list: bigint;
  /** The amount after product discounts, extras and bundles. */
  readonly gross: bigint;
  /** Its shares of the coupon and of the manual discount, both positive. */
  readonly coupon: bigint;
  readonly manual: bigint;
  /** Null when a bundle's parts have several rates. */
  readonly tax_bp: bigint | null;
  /** What the customer pays for the goods, and what a full return gives back. */
  readonly value: bigint;
  /** The parts of a bundle; empty for a product. */
  readonly parts: readonly PricedPart[];
  readonly steps: readonly PriceStep[];
};

/** Everything taxed at one rate; goods + delivery are `gross` where prices include tax, else `net`. */
export type TaxGroup = {
  readonly tax_bp: bigint;
  readonly goods: bigint;
  readonly delivery: bigint;
  readonly gross: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  readonly goods_tax: bigint;
  readonly delivery_tax: bigint;
};

export type PricedDelivery = {
  readonly amount: bigint;
  /** none: no delivery, or nobody delivers there (then there is a problem too); free: the zone's charge is waived. */
  readonly why: 'none' | 'fixed' | 'zone' | 'free' | 'method';
  /** The part of the amount that the zone charges; `surcharge` is the part that the delivery method adds. */
  readonly charge: bigint;
  readonly surcharge: bigint;
  /** The amount of goods from which the zone's part is free; null for never. */
  readonly free_after: bigint | null;
  /** The amount with exclusive tax: what a full return may give back of the delivery. */
  readonly value: bigint;
};

export type PricedPayment = {
  readonly payment_id: number;
  /** The part of the amount due that it covers, including `charge`. */
  readonly amount: bigint;
  /** What the customer pays more because of the method; 0 unless `charge_customer`. */
  readonly charge: bigint;
  /** The provider's commission, which the shop pays; `net` is the rest of the amount. */
  readonly fee: bigint;
  readonly net: bigint;
};

export type PriceTotals = {
  /** List prices with extras; `discount` is everything taken off. Reports use both. */
  readonly total: bigint;
  readonly discount: bigint;
  /** The sum of the lines' gross amounts. */
  readonly subtotal: bigint;
  readonly coupon: bigint;
  readonly manual: bigint;
  /** The sum of the lines' net amounts. */
  readonly goods: bigint;
  readonly delivery: bigint;
  /** All tax, included or added. */
  readonly tax: bigint;
  readonly goods_tax: bigint;
  readonly delivery_tax: bigint;
  /** The tax added to the prices; 0 where prices include tax. */
  readonly exclusive_tax: bigint;
  /** Commissions that the customer pays. */
  readonly charge: bigint;
  /** What cash rounding adds; negative when it subtracts. */
  readonly rounding: bigint;
  /** goods + delivery + exclusive_tax + charge + rounding. */
  readonly due: bigint;
  /** In thousandths; a weighed line counts as one piece, and so does a bundle. */
  readonly pieces: bigint;
};

/** Why a coupon was refused. */
export type CouponRefusal =
  | 'coupon.inactive'
  | 'coupon.not_yet'
  | 'coupon.over'
  | 'coupon.other_branch'
  | 'coupon.min_order'
  | 'coupon.used_up'
  | 'coupon.used_by_customer'
  | 'coupon.customer_unknown'
  | 'coupon.nothing_eligible';

/** Why a payment method may not be used for its amount. */
export type PaymentRefusal =
  | 'payment.inactive'
  | 'payment.not_in_branch'
  | 'payment.not_for_delivery'
  | 'payment.below_min'
  | 'payment.above_max'
  | 'payment.not_combinable'
  | 'payment.over_due';

/** A problem or warning; params are ids as numbers and money as minor units. */
export type PriceProblem = {
  readonly code:
    | CouponRefusal
    | PaymentRefusal
    | 'order.min_order'
    | 'order.min_products'
    | 'order.no_delivery'
    | 'discount.too_low'
    | 'discount.too_high';
  readonly params: Readonly<Record<string, number | bigint>>;
};

export type PricedCart = {
  readonly lines: readonly PricedLine[];
  readonly totals: PriceTotals;
  /** By rate, the lowest first; empty without goods and delivery. */
  readonly tax_groups: readonly TaxGroup[];
  readonly delivery: PricedDelivery;
  readonly payments: readonly PricedPayment[];
  /** The id of the applied coupon; null for none or a refused one. */
  readonly coupon_id: number | null;
  /** Problems that keep the order from being placed. */
  readonly problems: readonly PriceProblem[];
  /** Warnings for staff, which they may ignore. */
  readonly warnings: readonly PriceProblem[];
};
