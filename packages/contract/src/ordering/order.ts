import * as z from 'zod';
import { approval } from '../identity/approval.ts';
import { SOURCES } from '../identity/auth.ts';
import { defineCommand, list, save, show } from '../kit/endpoint.ts';
import { printFields } from '../kit/list.ts';
import { printedContent } from '../kit/printed-content.ts';
import {
  currencyCode,
  email,
  flag,
  id,
  ids,
  instant,
  localDate,
  longTextWithoutCardNumber,
  MAX_MONEY,
  money,
  name,
  phoneText,
  quantity,
  text,
  textWithoutCardNumber,
  zeroOrOne,
} from '../kit/scalars.ts';
import { cartFails } from './cart-fails.ts';
import { customerCard } from './order-customer.ts';
import { ORDER_TYPES, orderRow, orderShow, ownOrder, ownOrderRow, payable, priced } from './order-shape.ts';
import { statusValue } from './order-status.ts';

/** Maximum number of lines in an order. */
export const CART_MAX = 200;

const cartLine = z.strictObject({
  /** The line of the order being changed; without it, lines are matched by goods and extras. */
  id: id.optional(),
  product_id: id.optional(),
  item_id: id.optional(),
  /** A bundle, instead of a product. */
  offer_id: id.optional(),
  quantity,
  extras_ids: ids(30).optional(),
});

/** A line of a new order, which has no id yet. */
const newCartLine = cartLine.omit({ id: true });

const payment = z.strictObject({
  payment_id: id,
  amount: money(),
  ref_number: textWithoutCardNumber(100).nullish(),
  /** Cash received from the customer; the part above the amount is the change. */
  tendered: money().nullish(),
});
const payments = z.array(payment).max(10);

const paymentInput = payment.extend({ id: id.optional() });
/** Additional payments; payments of an earlier response are recognized by their id and not added again. */
const morePayments = z.preprocess(
  (inputs: readonly z.input<typeof paymentInput>[]) =>
    Array.isArray(inputs) ? inputs.filter((one) => typeof one !== 'object' || one?.id == null) : inputs,
  z.array(paymentInput).max(10),
);

const client = z.strictObject({
  name: name.nullish(),
  phone: phoneText.nullish(),
  email: email.nullish(),
  area_no: text(30).nullish(),
  street: text(100).nullish(),
  home_no: text(30).nullish(),
  area_id: id.nullish(),
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
});

/** Repeats every n days, weeks or months at the same local time, until a local day. */
export const recurrence = z.strictObject({
  every: z.int().min(1).max(365),
  unit: z.enum(['day', 'week', 'month']),
  until: localDate.nullish(),
});

/** The fields for creating and pricing an order; creating refuses all others. */
const making = {
  branch_id: id.nullish(),
  /** 1: the branch delivers although the pin is in a zone that only other branches serve. */
  keep_branch: zeroOrOne.optional(),
  /** Staff: confirms lines without a price. */
  force: flag.optional(),
  client_id: id.nullish(),
  client: client.nullish(),
  address_id: id.nullish(),
  type: z.enum(ORDER_TYPES).optional(),
  cart: z.array(cartLine).min(1).max(CART_MAX),
  coupon: text(40).nullish(),
  /** Staff: discount on the whole order. */
  discount: money().nullish(),
  discount_type: z.enum(['fixed', 'percent']).nullish(),
  /** A manager's approval for a seller's discount above the limit in the settings. */
  approval: approval.nullish(),
  delivery_id: id.nullish(),
  payment_id: id.nullish(),
  payments: payments.nullish(),
  paid: zeroOrOne.optional(),
  /** A till of the branch: the order is sold over the counter and delivered at once. */
  device_id: id.nullish(),
  /** A till of the branch that takes what is paid with the order; the order itself is no sale of it. */
  drawer_id: id.nullish(),
  preferred_at: instant.nullish(),
  invoice_to: longTextWithoutCardNumber.nullish(),
  notes: longTextWithoutCardNumber.nullish(),
  recurring: zeroOrOne.optional(),
  recurrence: recurrence.nullish(),
  source: z.enum(SOURCES).optional(),
  driver_id: id.nullish(),
  seller_id: id.nullish(),
};

const view = { resource: ['orders', 'driver', 'seller'], action: 'view' } as const;
const write = { resource: ['orders', 'driver', 'seller'], action: 'save' } as const;
const makes = { resource: ['orders', 'seller'], action: 'save' } as const;
/** The permission to assign the driver and seller of an order: staff without limits. */
export const ORDER_ASSIGNS = { resource: 'orders', action: 'save' } as const;
const invalidates = [
  'order',
  'stock',
  'batch',
  'product',
  'account',
  'order-payment',
  'driver-cash',
  'order-return',
] as const;
const day = localDate;

export const order = {
  list: list({
    path: '/admin/products/orders',
    summary: 'Orders; a driver sees their own, a seller theirs, a customer theirs',
    audience: 'customer',
    permission: view,
    list: {
      filters: {
        /** One status id, or several. */
        status_id: z.union([id, z.array(id).max(50)]).optional(),
        status_value: z.union([statusValue, z.array(statusValue).max(7)]).optional(),
        driver_id: id.optional(),
        seller_id: id.optional(),
        client_id: id.optional(),
        branch_id: id.optional(),
        source: z.enum(SOURCES).optional(),
        type: z.enum(ORDER_TYPES).optional(),
        /** 0: orders with an amount due, without canceled ones. */
        paid: zeroOrOne.optional(),
        pos: zeroOrOne.optional(),
        /** Sold in this session of a till. */
        session_id: id.optional(),
        payment_id: id.optional(),
        delivery_id: id.optional(),
        product_id: id.optional(),
        /** Orders that use this coupon. */
        coupon_id: id.optional(),
        recurring: zeroOrOne.optional(),
        /** 1: the next order of its series could not be created, and nobody has dismissed the message. */
        recur_failed: zeroOrOne.optional(),
        /** Past the promised time and still open. */
        late: zeroOrOne.optional(),
        /** 1: neither delivered nor canceled; 0: delivered or canceled. */
        under_way: zeroOrOne.optional(),
        /** 1: only canceled orders; 0: none of them. */
        canceled: zeroOrOne.optional(),
        /** Without a driver. */
        unassigned: zeroOrOne.optional(),
        /** The currency of the orders; with an amount filter by default the shop's. */
        currency: currencyCode.optional(),
        /** Only for orders in `currency`. */
        due_from: z.number().min(0).max(MAX_MONEY).optional(),
        due_to: z.number().min(0).max(MAX_MONEY).optional(),
        from_date: day.optional(),
        to_date: day.optional(),
      },
      sorts: ['created_at', 'id', 'due', 'promised_at', 'status'],
      defaultAs: 'desc',
    },
    row: orderRow,
    publicRow: ownOrderRow,
    exports: 'orders',
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/orders/show/{id}',
      summary: 'One order with its lines, price, payments and moves; with export the invoice as PDF',
      audience: 'customer',
      permission: view,
      input: { id, ...printFields },
      output: orderShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: ownOrder,
    prints: true as const,
  },
  paper: show({
    path: '/admin/products/orders/invoice/{id}',
    summary: 'The invoice of an order as it stands on paper, for a browser that prints it itself',
    audience: 'staff',
    permission: view,
    input: { id },
    output: printedContent,
    fails: ['record.missing'],
    invalidates: [],
  }),
  price: show({
    path: '/admin/products/orders/price',
    summary: 'What a cart costs and why, what is short and where else it is; nothing is held',
    audience: 'customer',
    permission: makes,
    input: {
      ...making,
      /** For staff: the order to be changed; lines that stay keep their prices. */
      order_id: id.optional(),
    },
    output: priced,
    fails: [...cartFails, 'record.missing', 'order.not_editable'],
    invalidates: [],
  }),
  payable: show({
    path: '/admin/products/orders/payable/{id}',
    summary:
      'What is open of an order by each way that it may be paid: charges and the coin that cash is rounded to',
    audience: 'staff',
    permission: write,
    input: { id },
    output: payable,
    fails: ['record.missing'],
    invalidates: [],
  }),
  make: {
    ...defineCommand({
      path: '/admin/products/orders/make',
      summary: 'Place an order: priced, checked and held in one step',
      notes:
        'A seller names a known customer by client_id together with the whole number in client.phone, or by client.phone alone.',
      audience: 'customer',
      permission: makes,
      input: { ...making, cart: z.array(newCartLine).min(1).max(CART_MAX) },
      output: orderShow,
      fails: [...cartFails],
      invalidates: [...invalidates, 'address'],
    }),
    publicOutput: ownOrder,
  },
  customer: defineCommand({
    path: '/admin/products/orders/customer',
    summary: 'Who calls: the customer of a full phone number, their addresses and their last order',
    notes: '30 questions a minute for an account; each one is written to the log, without its answer.',
    audience: 'staff',
    permission: makes,
    input: { phone: phoneText, branch_id: id.nullish() },
    output: customerCard,
    fails: ['rate.limited', 'branch.forbidden', 'reference.missing'],
    invalidates: [],
    // responses with personal data are not stored for repeated requests
    storesAnswer: false,
  }),
  save: save({
    path: '/admin/products/orders/save',
    summary: 'Move, assign, pay, note or edit an order',
    audience: 'staff',
    permission: write,
    input: {
      id,
      version: z.int().min(1).optional(),
      status_id: id.optional(),
      /** A note on the move, such as the reason for a failed delivery. */
      move_notes: longTextWithoutCardNumber.nullish(),
      /**
       * Allows moves backwards or below 2 again, for administrators only. With a cart: confirms its
       * lines without a price.
       */
      force: flag.optional(),
      /** With the previous status: undoes the caller's own move of the last two minutes, if it recorded no payment. */
      undo: flag.optional(),
      driver_id: id.nullish(),
      seller_id: id.nullish(),
      notes: longTextWithoutCardNumber.nullish(),
      invoice_to: longTextWithoutCardNumber.nullish(),
      /** 1 pays the amount due as cash on delivery. */
      paid: zeroOrOne.optional(),
      /** With `paid`: the amount received, refused when the amount due has changed. */
      rest: money().nullish(),
      /** Added to the earlier payments. */
      payments: morePayments.optional(),
      delivery_id: id.nullish(),
      /** One of the customer's own addresses; the address fields of `client` give another one. */
      address_id: id.nullish(),
      /** Name, contact and destination as stored in the order; the customer's account does not change. */
      /** Sending back the customer of a response unchanged changes nothing. */
      client: z
        .preprocess(
          (value: z.input<typeof client> | null | undefined) =>
            value === null || (typeof value === 'object' && 'id' in value) ? undefined : value,
          client.optional(),
        )
        .optional(),
      type: z.enum(ORDER_TYPES).optional(),
      /** The branch to which the order is transferred, with its reservation. */
      branch_id: id.optional(),
      keep_branch: zeroOrOne.optional(),
      cart: z.array(cartLine).min(1).max(CART_MAX).optional(),
      discount: money().nullish(),
      discount_type: z.enum(['fixed', 'percent']).nullish(),
      approval: approval.nullish(),
      /** null removes it; the current code changes nothing. */
      coupon: text(40).nullish(),
      preferred_at: instant.nullish(),
      recurring: zeroOrOne.optional(),
      recurrence: recurrence.nullish(),
      /** With a move that cancels an order of a series: `this` continues the series, `all` ends it. */
      series: z.enum(['this', 'all']).optional(),
      /** null: dismisses the message that the next order of the series could not be created. */
      recur_failed: z.looseObject({}).nullish(),
    },
    output: orderShow,
    fails: [
      ...cartFails,
      'record.missing',
      'record.stale',
      'order.status_changed',
      'order.bad_transition',
      'order.use_return',
      'order.needs_driver',
      'order.needs_force',
      'order.not_undoable',
      'order.not_editable',
      'order.cancelled',
      'order.refunded',
      'payment.sending',
      'order.rest_changed',
      'order.payment_needed',
    ],
    invalidates,
  }),
  statistics: show({
    path: '/admin/products/orders/statistics',
    summary: 'Orders of a time by state, channel and day, and the late ones',
    audience: 'staff',
    permission: view,
    input: {
      from_date: day.optional(),
      to_date: day.optional(),
      branch_id: id.optional(),
      client_id: id.optional(),
      driver_id: id.optional(),
    },
    output: z.object({
      count: z.number().int(),
      /** The shop's currency, in which `total` and the sums below are. */
      currency: z.string(),
      total: z.number(),
      /** The sums of each currency; currencies are never added up. */
      totals: z.array(z.object({ currency: z.string(), count: z.number().int(), total: z.number() })),
      /** All values from -1 to 5, also those without orders. */
      by_status: z.array(
        z.object({ status_value: z.number().int(), count: z.number().int(), total: z.number() }),
      ),
      by_source: z.array(z.object({ source: z.string(), count: z.number().int(), total: z.number() })),
      by_day: z.array(z.object({ day: z.string(), count: z.number().int(), total: z.number() })),
      late: z.number().int(),
      unassigned: z.number().int(),
      unpaid: z.number().int(),
    }),
    fails: [],
    invalidates: [],
  }),
};
