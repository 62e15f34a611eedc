import * as z from 'zod';
import { zoneElsewhere } from '../delivery/quote.ts';
import { SOURCES } from '../identity/auth.ts';
import { localizedOutput } from '../kit/scalars.ts';
import { STATUS_VARIANTS } from './order-status.ts';

export const ORDER_TYPES = ['delivery', 'take_away', 'dine_in'] as const;

/** Reasons why goods and delivery of an order can no longer change. */
export const EDIT_REASONS = ['till', 'canceled', 'sent', 'returned', 'provider', 'currency'] as const;

/** The actions that the caller may take on an order now, computed by the table that enforces them. */
export const ORDER_ACTIONS = [
  'advance',
  'cancel',
  'edit',
  'pay',
  'hand_over',
  'assign',
  'return',
  'reopen',
  'back',
] as const;

/** A step of a price: `amount` is signed, in the currency; the steps of a line add up to its price. */
export const priceStep = z.object({
  code: z.string(),
  /** The rule: a price list, discount, offer, extra, zone… */
  kind: z.string(),
  id: z.number().int().nullable(),
  title: z.string().nullable(),
  amount: z.number(),
  /** False: the rule was checked but does not apply; `reason` says why. */
  applied: z.boolean(),
  reason: z.string().nullable(),
});

export const linePlace = {
  product_id: z.number().int().nullable(),
  item_id: z.number().int().nullable(),
  offer_id: z.number().int().nullable(),
  title: z.string(),
  titles: localizedOutput,
  barcode: z.string().nullable(),
  image_url: z.string().nullable(),
  quantity: z.number(),
};

const lineMoney = {
  /** Unit price before discounts, after price lists. */
  unit_list: z.number(),
  unit_price: z.number(),
  extras: z.array(z.object({ extra_id: z.number().int(), title: z.string(), price: z.number() })),
  discount_source: z.object({ kind: z.string(), id: z.number().int(), title: z.string() }).nullable(),
  gross: z.number(),
  coupon_share: z.number(),
  manual_share: z.number(),
  net: z.number(),
  /** Basis points; null for a bundle, whose parts have their own rates. */
  tax_bp: z.number().int().nullable(),
  tax: z.number(),
  steps: z.array(priceStep),
};

const part = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  quantity: z.number(),
  net: z.number(),
  tax_bp: z.number().int().nullable(),
  tax: z.number(),
});

/** The missing quantity of an item in the order's branch, and other branches that have it. */
export const shortage = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  asked: z.number(),
  available: z.number(),
  /** Reason of the shortage: too few units, too few on the requested day, or no longer sold. */
  reason: z.enum(['short', 'expiring', 'deactivated']),
  /** True: the branch refuses the order; false: it sells without stock. */
  refused: z.boolean(),
  elsewhere: z.array(
    z.object({ branch_id: z.number().int(), branch_name: z.string(), available: z.number() }),
  ),
});

export const taxGroup = z.object({
  tax_bp: z.number().int(),
  gross: z.number(),
  net: z.number(),
  tax: z.number(),
});

const totals = {
  currency: z.string(),
  tax_mode: z.enum(['inclusive', 'exclusive']),
  /** List prices and extras before any discount. */
  total: z.number(),
  product_discount: z.number(),
  coupon_discount: z.number(),
  manual_discount: z.number(),
  goods: z.number(),
  delivery_charge: z.number(),
  tax: z.number(),
  taxes: z.array(taxGroup),
  payment_fee: z.number(),
  rounding: z.number(),
  due: z.number(),
};

/** What an order loses by a change because it no longer applies; `reason` is a failure code. */
export const dropped = z.object({ kind: z.enum(['coupon']), code: z.string(), reason: z.string() });

/** A quote: the current price of the cart with explanations; it reserves nothing. */
export const priced = z.object({
  ...totals,
  branch_id: z.number().int(),
  branch_name: z.string(),
  lines: z.array(z.object({ ...linePlace, ...lineMoney, parts: z.array(part) })),
  /** Price steps after the lines: coupon, manual discount, delivery (zone and reason), tax, payments, rounding. */
  steps: z.array(priceStep),
  zone: z
    .object({
      location_id: z.number().int(),
      title: z.string(),
      min_order: z.number(),
      delivery_charge: z.number(),
      free_after_amount: z.number().nullable(),
      delivery_minutes: z.number().int().nullable(),
    })
    .nullable(),
  /**
   * Set when the pin is in a zone that only other branches serve: these branches, and whether this branch may still
   * deliver.
   */
  elsewhere: zoneElsewhere.nullable(),
  promised_at: z.string().nullable(),
  /**
   * Messages about the price: minimums (errors for apps), refused coupon or payment method, rules that do not apply.
   */
  warnings: z.array(
    z.object({ code: z.string(), message: z.string(), refused: z.boolean(), field: z.string().nullable() }),
  ),
  shortages: z.array(shortage),
  /** With `order_id`: the effect of the change on the amounts, all in the order's currency. */
  change: z
    .object({
      due_before: z.number(),
      due: z.number(),
      paid_amount: z.number(),
      open_amount: z.number(),
      refund_amount: z.number(),
    })
    .optional(),
  /** With `order_id`: what no longer applies and is removed. */
  dropped: z.array(dropped).optional(),
});

/** The amount due of an order by payment method. */
export const payable = z.object({
  id: z.number().int(),
  currency: z.string(),
  /** The amount due at the current price. */
  open_amount: z.number(),
  /** The amount that `paid: 1` records as cash on delivery; null when the branch takes no cash. */
  rest: z.number().nullable(),
  methods: z.array(
    z.object({
      payment_id: z.number().int(),
      title: z.string(),
      type: z.string(),
      /** The amount that pays the order completely by this method. */
      open_amount: z.number(),
    }),
  ),
});

const publicLine = z.object({
  id: z.number().int(),
  ...linePlace,
  /** The quantity step at the time of sale. */
  stepper: z.number(),
  ...lineMoney,
  returned_quantity: z.number(),
  returned_value: z.number(),
  parts: z.array(part),
});

/** `cost` only for callers who may see costs; null while the units have not left stock. */
const line = publicLine.extend({ cost: z.number().nullable().optional() });

const paymentShape = z.object({
  id: z.number().int(),
  payment_id: z.number().int(),
  payment_title: z.string(),
  payment_type: z.string(),
  /** Negative for a refund. */
  amount: z.number(),
  tendered: z.number().nullable(),
  change: z.number().nullable(),
  ref_number: z.string().nullable(),
  /** `voided`: a pending refund whose return was undone. */
  status: z.enum(['pending', 'received', 'refunded', 'voided']),
  holder: z.enum(['session', 'driver', 'branch', 'partner']),
  driver_name: z.string().nullable(),
  created_at: z.string(),
});

const person = z.object({ id: z.number().int(), name: z.string(), phone: z.string().nullable() });

const rowFields = {
  id: z.number().int(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  client_id: z.number().int().nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  /** Area, street and building in one line. */
  address: z.string(),
  status_id: z.number().int(),
  status_value: z.number().int(),
  status_title: z.string(),
  status_variant: z.enum(STATUS_VARIANTS),
  type: z.enum(ORDER_TYPES),
  source: z.enum(SOURCES),
  pos: z.boolean(),
  /** The number on the paper of a till that sells on its own. */
  till_no: z.string().nullable(),
  paid: z.number().int(),
  due: z.number(),
  paid_amount: z.number(),
  returned_value: z.number(),
  /** Amount due: due less returns less payments. */
  open_amount: z.number(),
  currency: z.string(),
  lines_count: z.number().int(),
  quantity: z.number(),
  payment_title: z.string().nullable(),
  delivery_title: z.string().nullable(),
  preferred_at: z.string().nullable(),
  promised_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  recurring: z.number().int(),
  version: z.number().int(),
  created_at: z.string(),
};

/** A list row of an order as its customer sees it. */
export const ownOrderRow = z.object(rowFields);

export const orderRow = ownOrderRow.extend({
  driver_id: z.number().int().nullable(),
  driver_name: z.string().nullable(),
  seller_id: z.number().int().nullable(),
  seller_name: z.string().nullable(),
  /** Minutes past the promised time; null when it is not late or not open. */
  late_minutes: z.number().int().nullable(),
  /** True when reserved units are missing because a count or correction lowered the stock. */
  is_short: z.boolean(),
  actions: z.array(z.enum(ORDER_ACTIONS)),
});

const place = z.object({
  area_no: z.string().nullable(),
  street: z.string().nullable(),
  home_no: z.string().nullable(),
  area_id: z.number().int().nullable(),
  area_name: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
});

const move = z.object({
  from_value: z.number().int().nullable(),
  to_value: z.number().int(),
  status_id: z.number().int(),
  status_title: z.string(),
  created_at: z.string(),
});

const showFields = {
  ...totals,
  place,
  address_id: z.number().int().nullable(),
  client_email: z.string().nullable(),
  invoice_to: z.string().nullable(),
  notes: z.string().nullable(),
  discount: z.number(),
  discount_type: z.enum(['fixed', 'percent']),
  coupon_code: z.string().nullable(),
  delivery_id: z.number().int().nullable(),
  payment_id: z.number().int().nullable(),
  /** The zone or area of its delivery charge. */
  location_id: z.number().int().nullable(),
  location_name: z.string().nullable(),
  recurrence: z
    .object({
      every: z.number().int(),
      unit: z.enum(['day', 'week', 'month']),
      until: z.string().nullable(),
    })
    .nullable(),
  /** When the next order of the series is created, a day before it is wanted. */
  next_at: z.string().nullable(),
  /** When the next order of the series is wanted. */
  next_for: z.string().nullable(),
  recurs_from: z.number().int().nullable(),
  /** The order that continues the series; null together with a null `next_at`: the series has ended. */
  continued_by: z.number().int().nullable(),
  expires_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  steps: z.array(priceStep),
  returns: z.array(
    z.object({
      id: z.number().int(),
      on_date: z.string(),
      value: z.number(),
      delivery: z.number(),
      fee: z.number(),
      rounding: z.number(),
      refund: z.number(),
    }),
  ),
  /** The smallest coin to which refunds in cash are rounded, in the order's currency; 0 without rounding. */
  cash_step: z.number(),
  updated_at: z.string(),
};

/** An order as its customer sees it. */
export const ownOrder = ownOrderRow.extend({
  ...showFields,
  lines: z.array(publicLine),
  payments: z.array(paymentShape.omit({ holder: true, driver_name: true })),
  /** Its status changes, newest last. */
  moves: z.array(move),
});

/** A possible next status of this order, with its requirements. */
const nextStatus = z.object({
  status_id: z.number().int(),
  title: z.string(),
  status_value: z.number().int(),
  variant: z.enum(STATUS_VARIANTS),
  /** Why the order cannot move to it yet: it has no driver. */
  needs: z.enum(['driver']).nullable(),
  /** True for a move backwards, which requires force. */
  force: z.boolean(),
});

export const orderShow = orderRow.extend({
  ...showFields,
  lines: z.array(line),
  payments: z.array(paymentShape),
  moves: z.array(move.extend({ account_name: z.string().nullable(), notes: z.string().nullable() })),
  client: person.nullable(),
  driver: person.nullable(),
  account_name: z.string().nullable(),
  /** Who approved a discount above the seller's limit. */
  approver_name: z.string().nullable(),
  /**
   * Cost of the units that left stock, and the profit; undefined for callers who may not see costs, null before the
   * units leave.
   */
  cost: z.number().nullable().optional(),
  profit: z.number().nullable().optional(),
  next: z.array(nextStatus),
  /** Why its goods and delivery can no longer change; null when they can. */
  edit_reason: z.enum(EDIT_REASONS).nullable(),
  /** What the save has just removed because it no longer applies. */
  dropped: z.array(dropped).optional(),
  /** Why the next order of its series could not be created, until one is created or staff dismiss the message. */
  recur_failed: z.object({ code: z.string(), message: z.string() }).nullable(),
});
