import type { LocalDate } from '../day.ts';
import type { DiscountSource, PriceStep } from './priced.ts';

/*
 * What `price` takes (decisions 2.2). Money is minor units of the order's currency, quantities are thousandths,
 * rates are basis points, all as bigint; what has prices per branch comes with the branch's price already chosen.
 */

/** How much off: minor units where it is fixed, basis points where it is a percentage. */
export type Reduction = { readonly discount_type: 'fixed' | 'percent'; readonly discount: bigint };

/** A product, or one of its items only. */
export type Target = { readonly product_id: number; readonly item_id: number | null };

/** What a rule is for: what is named directly, and everything in the categories. */
export type Scope = { readonly products: readonly Target[]; readonly categorys_ids: readonly number[] };

/** Local days of the branch, both inclusive; null is open. */
export type Validity = {
  readonly active: boolean;
  readonly start_date: LocalDate | null;
  readonly end_date: LocalDate | null;
};

/** Hours of the day in which a discount may be limited to (specification 9). */
export type Slot = 'midday' | 'afternoon' | 'evening';

export type PriceList = Validity & {
  readonly id: number;
  readonly ord: number;
  /** E.164; empty is for everybody. */
  readonly phones: readonly string[];
  readonly branches_ids: readonly number[];
  readonly items: readonly (Target & { readonly price: bigint; readonly active: boolean })[];
};

/** A discount of one product, or a multi-discount: of several or of categories. Without any it is for nothing. */
export type Discount = Validity &
  Scope &
  Reduction & {
    readonly id: number;
    /** Empty is every branch. */
    readonly branches_ids: readonly number[];
    /** 0 Saturday to 6 Friday; empty is every day. */
    readonly days: readonly number[];
    /** Empty is the whole day. */
    readonly slots: readonly Slot[];
  };

/** An offer of type wholesale; a plain { discount, discount_type, quantity } is one tier. */
export type Wholesale = Validity &
  Scope & {
    readonly id: number;
    /** Empty or absent is every branch. */
    readonly branches_ids?: readonly number[];
    readonly tiers: readonly (Reduction & { readonly min_quantity: bigint })[];
  };

/** An offer of type coupon that was found by its code, with its uses already counted. */
export type Coupon = Validity &
  Scope &
  Reduction & {
    readonly id: number;
    /** Empty or absent is every branch. */
    readonly branches_ids?: readonly number[];
    /** Compared with the subtotal of steps 3 to 5. */
    readonly min_order: bigint | null;
    /** The most that a percentage takes off. */
    readonly max_discount: bigint | null;
    readonly usage_limit: number | null;
    readonly per_customer_limit: number | null;
    readonly uses: number;
    /** Null while the customer is not known: a coupon with a limit per customer is then refused. */
    readonly customer_uses: number | null;
  };

/**
 * What a line of a stored order was sold for: it is not priced again, whatever the rules are today. The base of its
 * line is then the unit list price it was sold at.
 * Source: docs/rules/order-changes.md#lines-that-stay
 */
export type SoldProduct = {
  readonly unit_price: bigint;
  readonly discount_source: DiscountSource | null;
  /** How many units the steps are for, in thousandths. */
  readonly quantity: bigint;
  /** Up to the gross of the line: neither coupon nor manual discount. */
  readonly steps: readonly PriceStep[];
};

export type CartProduct = {
  /** The caller's own name for the line; it comes back on the priced line. */
  readonly key: string;
  readonly kind: 'product';
  readonly product_id: number;
  readonly item_id: number;
  readonly quantity: bigint;
  /** Unit price of the item in the branch (step 1). */
  readonly base: bigint;
  /** Sold by weight: one piece, whatever its quantity. */
  readonly weighted: boolean;
  readonly tax_bp: bigint;
  /** The product's categories and everything above them. */
  readonly categorys_ids: readonly number[];
  /** Prices are for one unit of the line. */
  readonly extras: readonly { readonly extra_id: number; readonly price: bigint }[];
  readonly sold?: SoldProduct;
};

export type CartPart = {
  readonly product_id: number;
  readonly item_id: number;
  /** In one bundle. */
  readonly quantity: bigint;
  readonly base: bigint;
  readonly tax_bp: bigint;
  /** A drink, for `drink_share_bp`. */
  readonly drink: boolean;
};

export type CartBundle = {
  readonly key: string;
  readonly kind: 'bundle';
  readonly offer_id: number;
  /** How many bundles. */
  readonly quantity: bigint;
  readonly bundle_price: bigint;
  /** The drinks' part of the price instead of the one by list prices (German food and drink bundles: 3000). */
  readonly drink_share_bp: bigint | null;
  /** The offer's categories and everything above them: a coupon for categories may hit it. */
  readonly categorys_ids: readonly number[];
  readonly parts: readonly CartPart[];
  /** What each part bore of the price of one bundle when it was sold; the base of a part is then its list price. */
  readonly sold_shares?: readonly bigint[];
};

export type CartLine = CartProduct | CartBundle;

export type DeliveryMethod = {
  readonly id: number;
  readonly inhouse: boolean;
  /** A surcharge that is never freed; the whole charge where the method is not in-house. */
  readonly delivery_cost: bigint;
};

/** What a quote says of the address (decisions 8). */
export type DeliveryZone = {
  /** Of the zone or area. */
  readonly id: number;
  readonly delivery_charge: bigint;
  /** Null falls back to the settings; 0 is never free. */
  readonly free_after_amount: bigint | null;
  readonly min_order: bigint;
};

/** A payment method that was chosen, with what decides whether it may be used. */
export type ChosenPayment = {
  readonly payment_id: number;
  readonly type: 'cash' | 'card' | 'online' | 'transfer' | 'wallet';
  /** Of what is due, before any fee that the customer bears. Null is all that the others leave open. */
  readonly amount: bigint | null;
  readonly active: boolean;
  readonly in_branch: boolean;
  /** Delivery methods it is assigned to; empty is every one. */
  readonly delivery_ids: readonly number[];
  /** Null and 0 are no limit. */
  readonly min_transaction: bigint | null;
  readonly max_transaction: bigint | null;
  readonly margin_bp: bigint;
  readonly combinable: boolean;
  /** The customer bears the provider's commission (branches outside the EU only). */
  readonly charge_customer: boolean;
};

export type Cart = {
  readonly lines: readonly CartLine[];
  readonly coupon: Coupon | null;
  /** Staff only: the caller has checked who asks. */
  readonly manual: Reduction | null;
  readonly type: 'delivery' | 'take_away' | 'dine_in';
  readonly pos: boolean;
  /** Null while none is chosen: priced as in-house without a surcharge. */
  readonly delivery_method: DeliveryMethod | null;
  readonly zone: DeliveryZone | null;
  readonly payments: readonly ChosenPayment[];
};

export type PriceSettings = {
  readonly tax_mode: 'inclusive' | 'exclusive';
  /** The branch's own rate: of a delivery whose goods all cost nothing. */
  readonly tax_bp: bigint;
  readonly minimum_order: bigint;
  /** Pieces, not thousandths. */
  readonly minimum_products: number;
  readonly fixed_custom_shipping_price: bigint | null;
  /** Where the zone has none. */
  readonly free_after_amount: bigint | null;
  /** The smallest coin in minor units; 0 is none. Never applied to EUR. */
  readonly cash_rounding: bigint;
};

/**
 * Everything around a cart. It is read once and never written: what it says of each item is remembered for as long
 * as the object lives, so a context that was changed after its first use must be a new object.
 */
export type PriceContext = {
  /** ISO 4217: every amount is in its minor units. */
  readonly currency: string;
  readonly branch_id: number;
  /** The branch's local day, weekday (0 Saturday to 6 Friday) and minute of the day. */
  readonly today: LocalDate;
  readonly weekday: number;
  readonly minute: number;
  /** Minutes of the day, half-open: midday is [660, 900). */
  readonly slots: Readonly<Record<Slot, readonly [from: number, to: number]>>;
  /** The customer's E.164 phone; for customers the verified one only. */
  readonly phone: string | null;
  readonly source: 'dashboard' | 'iphone' | 'android' | 'website';
  readonly price_lists: readonly PriceList[];
  readonly discounts: readonly Discount[];
  readonly wholesales: readonly Wholesale[];
  readonly settings: PriceSettings;
};
