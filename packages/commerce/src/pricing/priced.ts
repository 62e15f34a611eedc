/*
 * What `price` answers (decisions 2.2). Money is minor units, quantities are thousandths, rates are basis points.
 * It is the snapshot that an order keeps: later changes of the catalogue never re-price it.
 */

/** The rule of step 3 that won. */
export type DiscountSource = {
  readonly kind: 'discount' | 'multi_discount' | 'wholesale';
  readonly id: number;
};

/** Why a rule that is about the item did not set its price. */
export type RejectionReason =
  | 'inactive'
  | 'not_yet'
  | 'over'
  | 'branch'
  | 'weekday'
  | 'slot'
  /** Wholesale: fewer pieces than its first tier. */
  | 'quantity'
  /** The bounds of specification 5: 0.5 % or less, 99.5 % or more. */
  | 'too_low'
  | 'too_high'
  /** It takes nothing off once rounded. */
  | 'no_saving'
  /** Another one gives a lower price, or the same price and comes first; another price list comes first. */
  | 'beaten';

/**
 * One step of how a line came to its price, in the order of the pipeline. The amounts of a line's steps sum to its
 * `net`; a rule that lost has amount 0.
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
  /** Of the item, list, discount, offer or extra; null for the manual discount. */
  readonly id: number | null;
  readonly amount: bigint;
  /** The unit price that the rule sets or would have set; null where it sets none. */
  readonly unit: bigint | null;
};

/** The taxes and the delivery that fall on a line or on a part of a bundle. */
export type TaxShare = {
  /** N_i: what the customer pays for the goods, discounts off; with tax where tax is inclusive, without otherwise. */
  readonly net: bigint;
  /** Its share of the delivery, which is taxed like the goods. */
  readonly delivery: bigint;
  /** T_i: the tax of the goods alone; what a return gives back of (decisions 2.3). */
  readonly tax: bigint;
  /** The tax of its share of the delivery. */
  readonly delivery_tax: bigint;
};

/** A component of a bundle line, for tax, cost and returns. The parts of a line sum to the line. */
export type PricedPart = TaxShare & {
  readonly product_id: number;
  readonly item_id: number;
  /** In all bundles of the line. */
  readonly quantity: bigint;
  readonly tax_bp: bigint;
  /** P0: what one unit would cost outside the bundle. */
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
  /** The branch's unit price before any price list; of a bundle, what its parts cost together. */
  readonly unit_base: bigint;
  /** P0, after the price list (step 2): the `unit_list` of reports; of a bundle, what its parts cost together. */
  readonly unit_list: bigint;
  /** After step 3, without extras; the price of the bundle. */
  readonly unit_price: bigint;
  readonly price_list_id: number | null;
  readonly discount_source: DiscountSource | null;
  /** All extras of one unit. */
  readonly unit_extras: bigint;
  /** At list prices with extras, before any discount: what reports count as total. */
  readonly list: bigint;
  /** L_i: after steps 3 to 5. */
  readonly gross: bigint;
  /** Its shares of the coupon and of the manual discount, both positive. */
  readonly coupon: bigint;
  readonly manual: bigint;
  /** Null where a bundle's parts have several rates. */
  readonly tax_bp: bigint | null;
  /** V_i: what the customer pays for the goods in all, so what a full return gives back (decisions 2.3). */
  readonly value: bigint;
  /** Of a bundle; empty for a product. */
  readonly parts: readonly PricedPart[];
  readonly steps: readonly PriceStep[];
};

/** Everything taxed at one rate; goods + delivery are `gross` where tax is inclusive, `net` where it is exclusive. */
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
  /** none: not a delivery, or nobody delivers there (then there is a problem too); free: the zone's part is freed. */
  readonly why: 'none' | 'fixed' | 'zone' | 'free' | 'method';
  /** The zone's part of the amount, and the method's. */
  readonly charge: bigint;
  readonly surcharge: bigint;
  /** From which amount of goods the zone's part is free; null is never. */
  readonly free_after: bigint | null;
  /** The amount with the tax that comes on top: what a full return may give back of the delivery. */
  readonly value: bigint;
};

export type PricedPayment = {
  readonly payment_id: number;
  /** What it covers of the due. Includes `charge`. */
  readonly amount: bigint;
  /** What the customer pays on top because of the method; 0 but for `charge_customer`. */
  readonly charge: bigint;
  /** The provider's commission, a cost of ours, and what is left of the amount. */
  readonly fee: bigint;
  readonly net: bigint;
};

export type PriceTotals = {
  /** At list prices with extras, and everything that was taken off of it: reports' total and discount. */
  readonly total: bigint;
  readonly discount: bigint;
  /** After steps 3 to 5: the sum of all L_i. */
  readonly subtotal: bigint;
  readonly coupon: bigint;
  readonly manual: bigint;
  /** The sum of all N_i. */
  readonly goods: bigint;
  readonly delivery: bigint;
  /** All tax, whether inside the prices or on top. */
  readonly tax: bigint;
  readonly goods_tax: bigint;
  readonly delivery_tax: bigint;
  /** What comes on top of the prices: all of the tax, or 0 where tax is inclusive. */
  readonly exclusive_tax: bigint;
  /** Commissions that the customer bears. */
  readonly charge: bigint;
  /** What cash rounding adds; negative where it takes off. */
  readonly rounding: bigint;
  /** goods + delivery + exclusive_tax + charge + rounding. */
  readonly due: bigint;
  /** Thousandths; a weighted line is one piece, a bundle as well. */
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

/** Something to tell; params are ids as numbers and money as minor units. */
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

export type Priced = {
  readonly lines: readonly PricedLine[];
  readonly totals: PriceTotals;
  /** By rate, the lowest first; without goods and delivery there is none. */
  readonly tax_groups: readonly TaxGroup[];
  readonly delivery: PricedDelivery;
  readonly payments: readonly PricedPayment[];
  /** The id of the coupon that took something off; null for none and for one that was refused. */
  readonly coupon_id: number | null;
  /** An order with one of these must not be made. */
  readonly problems: readonly PriceProblem[];
  /** What staff are told and may ignore. */
  readonly warnings: readonly PriceProblem[];
};
