import type {
  Cart,
  CartBundle,
  CartPart,
  CartProduct,
  ChosenPayment,
  Coupon,
  DeliveryZone,
  Discount,
  PriceContext,
  PriceList,
  PriceSettings,
  Wholesale,
} from './types.ts';

/** Convert to minor units with two decimals, and to thousandths. */
export const money = (amount: number): bigint => BigInt(Math.round(amount * 100));
export const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000));

/** A line of item n of product n, one unit, untaxed. */
export const product = (id: number, base: bigint, over: Partial<CartProduct> = {}): CartProduct => ({
  key: `line ${id}`,
  kind: 'product',
  product_id: id,
  item_id: id,
  quantity: units(1),
  base,
  weighted: false,
  tax_bp: 0n,
  categorys_ids: [],
  extras: [],
  ...over,
});

export const part = (id: number, base: bigint, over: Partial<CartPart> = {}): CartPart => ({
  product_id: id,
  item_id: id,
  quantity: units(1),
  base,
  tax_bp: 0n,
  drink: false,
  ...over,
});

export const bundle = (
  bundle_price: bigint,
  parts: readonly CartPart[],
  over: Partial<CartBundle> = {},
): CartBundle => ({
  key: 'bundle',
  kind: 'bundle',
  offer_id: 70,
  quantity: units(1),
  bundle_price,
  drink_share_bp: null,
  categorys_ids: [],
  parts,
  ...over,
});

export const zone = (delivery_charge: bigint, over: Partial<DeliveryZone> = {}): DeliveryZone => ({
  id: 5,
  delivery_charge,
  free_after_amount: null,
  min_order: 0n,
  ...over,
});

/** A take-away cart; delivered if a zone is given. */
export const cart = (lines: Cart['lines'], over: Partial<Cart> = {}): Cart => ({
  lines,
  coupon: null,
  manual: null,
  type: over.zone ? 'delivery' : 'take_away',
  pos: false,
  delivery_method: null,
  zone: null,
  payments: [],
  ...over,
});

const always = { active: true, start_date: null, end_date: null };

export const discount = (id: number, over: Partial<Discount> = {}): Discount => ({
  ...always,
  id,
  products: [{ product_id: 1, item_id: null }],
  categorys_ids: [],
  discount_type: 'percent',
  discount: 1_000n,
  branches_ids: [],
  days: [],
  slots: [],
  ...over,
});

export const wholesale = (
  id: number,
  tiers: Wholesale['tiers'],
  over: Partial<Wholesale> = {},
): Wholesale => ({
  ...always,
  id,
  products: [{ product_id: 1, item_id: null }],
  categorys_ids: [],
  tiers,
  ...over,
});

export const coupon = (over: Partial<Coupon> = {}): Coupon => ({
  ...always,
  id: 90,
  products: [],
  categorys_ids: [],
  discount_type: 'fixed',
  discount: 0n,
  min_order: null,
  max_discount: null,
  usage_limit: null,
  per_customer_limit: null,
  uses: 0,
  customer_uses: 0,
  ...over,
});

/** A public list of branch 1 that prices product 1. */
export const priceList = (id: number, price: bigint, over: Partial<PriceList> = {}): PriceList => ({
  ...always,
  id,
  ord: 0,
  phones: [],
  branches_ids: [1],
  items: [{ product_id: 1, item_id: null, price, active: true }],
  ...over,
});

export const payment = (over: Partial<ChosenPayment> = {}): ChosenPayment => ({
  payment_id: 1,
  type: 'cash',
  amount: null,
  active: true,
  in_branch: true,
  delivery_ids: [],
  min_transaction: null,
  max_transaction: null,
  margin_bp: 0n,
  combinable: true,
  charge_customer: false,
  ...over,
});

/** Saturday, 21 November 2026, noon, branch 1, prices including tax. */
export const context = (
  over: Partial<Omit<PriceContext, 'settings'>> & { settings?: Partial<PriceSettings> } = {},
): PriceContext => ({
  currency: 'QAR',
  branch_id: 1,
  today: '2026-11-21',
  weekday: 0,
  minute: 720,
  slots: { midday: [660, 900], afternoon: [900, 1_080], evening: [1_080, 1_440] },
  phone: null,
  source: 'dashboard',
  price_lists: [],
  discounts: [],
  wholesales: [],
  ...over,
  settings: {
    tax_mode: 'inclusive',
    tax_bp: 0n,
    minimum_order: 0n,
    minimum_products: 0,
    fixed_custom_shipping_price: null,
    free_after_amount: null,
    cash_rounding: 0n,
    ...over.settings,
  },
});
