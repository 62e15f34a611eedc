import * as z from 'zod';
import { zoneElsewhere } from '../delivery/location.ts';
import { SOURCES } from '../identity/auth.ts';
import { localizedOutput } from '../kit/scalars.ts';
import { STATUS_VARIANTS } from './order-status.ts';

export const ORDER_TYPES = ['delivery', 'take_away', 'dine_in'] as const;

/** Why the goods and the delivery of an order cannot be changed any more. */
export const EDIT_REASONS = ['till', 'canceled', 'sent', 'returned', 'provider', 'currency'] as const;

/** What the caller may do with an order now, computed with the table that enforces it. */
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

/** One step of a price: `amount` is signed, in the currency; the steps of a line sum to what it costs. */
export const priceStep = z.object({
  code: z.string(),
  /** The rule: a price list, discount, offer, extra, zone… */
  kind: z.string(),
  id: z.number().int().nullable(),
  title: z.string().nullable(),
  amount: z.number(),
  /** False: looked at and not taken, `reason` says why. */
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
  /** Of a unit before any discount, price lists in. */
  unit_list: z.number(),
  unit_price: z.number(),
  extras: z.array(z.object({ extra_id: z.number().int(), title: z.string(), price: z.number() })),
  discount_source: z.object({ kind: z.string(), id: z.number().int(), title: z.string() }).nullable(),
  gross: z.number(),
  coupon_share: z.number(),
  manual_share: z.number(),
  net: z.number(),
  /** Basis points; null for a bundle, whose parts have theirs. */
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

/** What is missing of an item in the order's branch, and where else it is. */
export const shortage = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  asked: z.number(),
  available: z.number(),
  /** Why too little is to be had: short, short on the day that is wanted, or the product or item is not sold any more. */
  reason: z.enum(['short', 'expiring', 'deactivated']),
  /** True: the branch refuses it; false: it sells what it lacks. */
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

/** What an order loses by a change, because it does not hold any more; `reason` is a failure's code. */
export const dropped = z.object({ kind: z.enum(['coupon']), code: z.string(), reason: z.string() });

/** A quote: what the cart costs now and why; nothing is held by it. */
export const priced = z.object({
  ...totals,
  branch_id: z.number().int(),
  branch_name: z.string(),
  lines: z.array(z.object({ ...linePlace, ...lineMoney, parts: z.array(part) })),
  /** Beyond the lines: coupon, manual discount, delivery (zone, why), tax, payments, rounding. */
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
  /** The pin lies in a zone that only other branches serve: who they are, and whether this branch may deliver all the same. */
  elsewhere: zoneElsewhere.nullable(),
  promised_at: z.string().nullable(),
  /** Said beside the price: minimums (errors for apps), coupon refused, method not usable, rule ignored. */
  warnings: z.array(
    z.object({ code: z.string(), message: z.string(), refused: z.boolean(), field: z.string().nullable() }),
  ),
  shortages: z.array(shortage),
  /** With `order_id`: what the change does to the money; `due_before` and all others in the order's currency. */
  change: z
    .object({
      due_before: z.number(),
      due: z.number(),
      paid_amount: z.number(),
      open_amount: z.number(),
      refund_amount: z.number(),
    })
    .optional(),
  /** With `order_id`: what does not hold any more and is taken off. */
  dropped: z.array(dropped).optional(),
});

/** What is open of an order, by how it is paid. */
export const payable = z.object({
  id: z.number().int(),
  currency: z.string(),
  /** As it was priced. */
  open_amount: z.number(),
  /** What `paid: 1` takes, cash on delivery; null where the branch takes no cash. */
  rest: z.number().nullable(),
  methods: z.array(
    z.object({
      payment_id: z.number().int(),
      title: z.string(),
      type: z.string(),
      /** What pays the order wholly this way. */
      open_amount: z.number(),
    }),
  ),
});

const publicLine = z.object({
  id: z.number().int(),
  ...linePlace,
  /** What it was sold in multiples of. */
  stepper: z.number(),
  ...lineMoney,
  returned_quantity: z.number(),
  returned_value: z.number(),
  parts: z.array(part),
});

/** `cost` only for who sees costs; null while the units have not left. */
const line = publicLine.extend({ cost: z.number().nullable().optional() });

const paymentShape = z.object({
  id: z.number().int(),
  payment_id: z.number().int(),
  payment_title: z.string(),
  payment_type: z.string(),
  /** Below zero: a refund. */
  amount: z.number(),
  tendered: z.number().nullable(),
  change: z.number().nullable(),
  ref_number: z.string().nullable(),
  /** `voided`: was to go back, and the return was undone before it did. */
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
  paid: z.number().int(),
  due: z.number(),
  paid_amount: z.number(),
  returned_value: z.number(),
  /** Still to be paid: due less returns less payments. */
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

/** What a customer reads of an order of their own in a list. */
export const ownOrderRow = z.object(rowFields);

export const orderRow = ownOrderRow.extend({
  driver_id: z.number().int().nullable(),
  driver_name: z.string().nullable(),
  seller_id: z.number().int().nullable(),
  seller_name: z.string().nullable(),
  /** Minutes past the promised time; null when it is not late or not open. */
  late_minutes: z.number().int().nullable(),
  /** Whether it holds units that are not there any more, because a count or a correction lowered the stock. */
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
  /** Where its delivery is charged. */
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
  /** The order that goes on with the series; null with `next_at` null: the series has ended. */
  continued_by: z.number().int().nullable(),
  expires_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  steps: z.array(priceStep),
  returns: z.array(
    z.object({ id: z.number().int(), on_date: z.string(), value: z.number(), refund: z.number() }),
  ),
  updated_at: z.string(),
};

/** What a customer reads of an order of their own. */
export const ownOrder = ownOrderRow.extend({
  ...showFields,
  lines: z.array(publicLine),
  payments: z.array(paymentShape.omit({ holder: true, driver_name: true })),
  /** How it went so far, the newest last. */
  moves: z.array(move),
});

/** A status this order may go to now, with what that needs. */
const nextStatus = z.object({
  status_id: z.number().int(),
  title: z.string(),
  status_value: z.number().int(),
  variant: z.enum(STATUS_VARIANTS),
  /** Why it cannot be now although it could: no driver yet. */
  needs: z.enum(['driver']).nullable(),
  /** Goes backwards: only with force. */
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
  /** Who answered for a discount beyond what the seller may give. */
  approver_name: z.string().nullable(),
  /** Cost of what left, and what is earned; absent for who does not see costs, null before the units leave. */
  cost: z.number().nullable().optional(),
  profit: z.number().nullable().optional(),
  next: z.array(nextStatus),
  /** Why its goods and its delivery cannot be changed any more; null where they can. */
  edit_reason: z.enum(EDIT_REASONS).nullable(),
  /** What a save has just taken off, because it does not hold any more. */
  dropped: z.array(dropped).optional(),
  /** Why the next order of its series could not be made, until one is made again or somebody has seen to it. */
  recur_failed: z.object({ code: z.string(), message: z.string() }).nullable(),
});
