import type { LocalDate } from '../time/day.ts';
import type { DiscountSource, PriceStep } from './priced.ts';

/*
 * The input of `price`. Money is minor units of the order's currency, quantities are thousandths, rates are basis
 * points, all as bigint; prices per branch are those of the order's branch.
 */

/** A discount: minor units when fixed, basis points when a percentage. */
export type Reduction = { readonly discount_type: 'fixed' | 'percent'; readonly discount: bigint };

/** A product, or only one of its items. */
export type Target = { readonly product_id: number; readonly item_id: number | null };

/** The products that a rule is for: named directly or by category. */
export type Scope = { readonly products: readonly Target[]; readonly categorys_ids: readonly number[] };

/** Dates of the branch, both inclusive; null is open. */
export type Validity = {
  readonly active: boolean;
  readonly start_date: LocalDate | null;
  readonly end_date: LocalDate | null;
};

/** Parts of the day that a discount may be limited to. */
export type Slot = 'midday' | 'afternoon' | 'evening';

export type PriceList = Validity & {
  readonly id: number;
  readonly ord: number;
  /** E.164; empty for everybody. */
  readonly phones: readonly string[];
  readonly branches_ids: readonly number[];
  readonly items: readonly (Target & { readonly price: bigint; readonly active: boolean })[];
};

/** A discount for a product, several products or categories; without any it applies to nothing. */
export type Discount = Validity &
  Scope &
  Reduction & {
    readonly id: number;
    /** Empty for every branch. */
    readonly branches_ids: readonly number[];
    /** 0 Saturday to 6 Friday; empty for every day. */
    readonly days: readonly number[];
    /** Empty for the whole day. */
    readonly slots: readonly Slot[];
  };

/** A wholesale offer; a plain { discount, discount_type, quantity } is one tier. */
export type Wholesale = Validity &
  Scope & {
    readonly id: number;
    /** Empty or absent: every branch. */
    readonly branches_ids?: readonly number[];
    readonly tiers: readonly (Reduction & { readonly min_quantity: bigint })[];
  };

/** A coupon that was found by its code, with its uses counted. */
export type Coupon = Validity &
  Scope &
  Reduction & {
    readonly id: number;
    /** Empty or absent: every branch. */
    readonly branches_ids?: readonly number[];
    /** Compared with the subtotal of steps 3 to 5. */
    readonly min_order: bigint | null;
    /** The most that a percentage discount takes off. */
    readonly max_discount: bigint | null;
    readonly usage_limit: number | null;
    readonly per_customer_limit: number | null;
    readonly uses: number;
    /** Null while the customer is unknown; a coupon with a limit per customer is then refused. */
    readonly customer_uses: number | null;
  };

/**
 * The sold prices of a stored order's line, which is not priced again by today's rules. The base of the line is then
 * the unit list price at which it was sold.
 * Source: docs/rules/order-changes.md#lines-that-stay
 */
export type SoldProduct = {
  readonly unit_price: bigint;
  readonly discount_source: DiscountSource | null;
  /** The number of units of the steps, in thousandths. */
  readonly quantity: bigint;
  /** The steps up to the line's gross, without coupon and manual discount. */
  readonly steps: readonly PriceStep[];
};

export type CartProduct = {
  /** The caller's key for the line, which the priced line has too. */
  readonly key: string;
  readonly kind: 'product';
  readonly product_id: number;
  readonly item_id: number;
  readonly quantity: bigint;
  /** The item's unit price in the branch. */
  readonly base: bigint;
  /** Sold by weight; the line counts as one piece whatever its quantity. */
  readonly weighted: boolean;
  readonly tax_bp: bigint;
  /** The product's categories and all categories above them. */
  readonly categorys_ids: readonly number[];
  /** Prices are for one unit of the line. */
  readonly extras: readonly { readonly extra_id: number; readonly price: bigint }[];
  readonly sold?: SoldProduct;
};

export type CartPart = {
  readonly product_id: number;
  readonly item_id: number;
  /** The quantity in one bundle. */
  readonly quantity: bigint;
  readonly base: bigint;
  readonly tax_bp: bigint;
  /** True for a drink, for `drink_share_bp`. */
  readonly drink: boolean;
};

export type CartBundle = {
  readonly key: string;
  readonly kind: 'bundle';
  readonly offer_id: number;
  /** The number of bundles. */
  readonly quantity: bigint;
  readonly bundle_price: bigint;
  /** The drinks' share of the price, instead of the share by list prices (German food and drink bundles: 3000). */
  readonly drink_share_bp: bigint | null;
  /** The offer's categories and all categories above them, which a coupon may be for. */
  readonly categorys_ids: readonly number[];
  readonly parts: readonly CartPart[];
  /** Each part's share of the price of one bundle when it was sold; the base of a part is then its list price. */
  readonly sold_shares?: readonly bigint[];
};

export type CartLine = CartProduct | CartBundle;

export type DeliveryMethod = {
  readonly id: number;
  readonly inhouse: boolean;
  /** A surcharge that is never waived; the whole charge when the method is not in-house. */
  readonly delivery_cost: bigint;
};

/** The delivery terms of the address. */
export type DeliveryZone = {
  /** The id of the zone or area. */
  readonly id: number;
  readonly delivery_charge: bigint;
  /** Null uses the settings; 0 is never free. */
  readonly free_after_amount: bigint | null;
  readonly min_order: bigint;
};

/** A selected payment method with what decides whether it may be used. */
export type ChosenPayment = {
  readonly payment_id: number;
  readonly type: 'cash' | 'card' | 'online' | 'transfer' | 'wallet';
  /** The amount before fees that the customer pays; null covers all that the others leave open. */
  readonly amount: bigint | null;
  readonly active: boolean;
  readonly in_branch: boolean;
  /** The delivery methods it is for; empty for all. */
  readonly delivery_ids: readonly number[];
  /** Null and 0 are no limit. */
  readonly min_transaction: bigint | null;
  readonly max_transaction: bigint | null;
  readonly margin_bp: bigint;
  readonly combinable: boolean;
  /** The customer pays the provider's commission (branches outside the EU only). */
  readonly charge_customer: boolean;
};

export type Cart = {
  readonly lines: readonly CartLine[];
  readonly coupon: Coupon | null;
  /** For staff only; the caller has checked that. */
  readonly manual: Reduction | null;
  readonly type: 'delivery' | 'take_away' | 'dine_in';
  readonly pos: boolean;
  /** Null while none is selected, which is priced as in-house without a surcharge. */
  readonly delivery_method: DeliveryMethod | null;
  readonly zone: DeliveryZone | null;
  readonly payments: readonly ChosenPayment[];
};

export type PriceSettings = {
  readonly tax_mode: 'inclusive' | 'exclusive';
  /** The branch's own rate, for a delivery whose goods all cost nothing. */
  readonly tax_bp: bigint;
  readonly minimum_order: bigint;
  /** In pieces, not thousandths. */
  readonly minimum_products: number;
  readonly fixed_custom_shipping_price: bigint | null;
  /** Used where the zone has none. */
  readonly free_after_amount: bigint | null;
  /** The smallest coin in minor units; 0 for none. Never applied to EUR. */
  readonly cash_rounding: bigint;
};

/**
 * Everything that prices depend on besides the cart. The index of its rules is cached as long as the object lives, so
 * a changed context must be a new object.
 */
export type PriceContext = {
  /** ISO 4217; all amounts are in its minor units. */
  readonly currency: string;
  readonly branch_id: number;
  /** The branch's date; `day` is its weekday (0 Saturday to 6 Friday), `minute` the minute of the day. */
  readonly today: LocalDate;
  readonly weekday: number;
  readonly minute: number;
  /** Minutes of the day, half-open: midday is [660, 900); a range that ends before it begins crosses midnight. */
  readonly slots: Readonly<Record<Slot, readonly [from: number, to: number]>>;
  /** The customer's E.164 phone; customers who order themselves only get the verified one. */
  readonly phone: string | null;
  readonly source: 'dashboard' | 'iphone' | 'android' | 'website';
  readonly price_lists: readonly PriceList[];
  readonly discounts: readonly Discount[];
  readonly wholesales: readonly Wholesale[];
  readonly settings: PriceSettings;
};
