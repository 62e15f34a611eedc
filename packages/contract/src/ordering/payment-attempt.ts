import * as z from 'zod';
import { defineCommand, show } from '../kit/endpoint.ts';
import { id, url } from '../kit/scalars.ts';

export const ATTEMPT_STATES = ['open', 'paid', 'failed', 'expired', 'mismatch'] as const;
export const ATTEMPT_REASONS = ['refused', 'canceled'] as const;
/** The outcomes on the page of the provider `soft`; `later` is paid some minutes afterwards. */
export const SOFT_OUTCOMES = ['paid', 'refused', 'canceled', 'later'] as const;

/** 16 random bytes in base64url; anyone who knows the id may read the attempt. */
const attempt_id = z.string().regex(/^[\w-]{22}$/);

export const startedPayment = z.object({
  attempt_id: z.string(),
  /** The page where the customer pays; without PUBLIC_URL a path of this product. */
  url: z.string(),
  expires_at: z.string(),
});

const attempt = z.object({
  attempt_id: z.string(),
  state: z.enum(ATTEMPT_STATES),
  reason: z.enum(ATTEMPT_REASONS).nullable(),
  /** Null for a test of the gateway. */
  order_id: z.number().int().nullable(),
  amount: z.number(),
  currency: z.string(),
  provider: z.string(),
  mode: z.string(),
  /** True while it can be paid: open, not expired, no outcome chosen, and its order not canceled. */
  is_payable: z.boolean(),
  /** True when the provider reports that the money is on its way. */
  is_on_its_way: z.boolean(),
  expires_at: z.string(),
  /** The page of the shop's website to return to. */
  return_url: z.string().nullable(),
});

/** An attempt as staff see it with its order. */
const orderAttempt = attempt.omit({ order_id: true, is_payable: true, is_on_its_way: true }).extend({
  payment_title: z.string(),
  url: z.string().nullable(),
  told_amount: z.number().nullable(),
  told_currency: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});

/** Payments on a provider's page (docs/rules/payments.md#online-payments). */
export const paymentAttempt = {
  start: defineCommand({
    path: '/orders/pay/start',
    summary:
      'Start the online payment of what is due of an order; a second start answers the first while that is due',
    audience: 'customer',
    permission: { resource: 'orders', action: 'save' },
    input: {
      order_id: id,
      /** A payment method with a gateway. */
      payment_id: id,
      /** On an origin of the setting pay_return_origins. */
      return_url: url.nullish(),
    },
    output: startedPayment,
    fails: [
      'record.missing',
      'order.cancelled',
      'order.paid',
      'reference.missing',
      'payment.no_gateway',
      'payment.inactive',
      'payment.not_in_branch',
      'payment.not_for_delivery',
      'payment.below_min',
      'payment.above_max',
      'payment.not_combinable',
    ],
    invalidates: ['order'],
    // a repeated request returns the same attempt anyway
    storesAnswer: false,
  }),
  show: show({
    path: '/orders/pay/show/{attempt_id}',
    summary: 'One attempt to pay, for whoever knows its id',
    audience: 'public',
    permission: null,
    input: { attempt_id },
    output: attempt,
    fails: ['record.missing'],
    invalidates: [],
  }),
  list: show({
    path: '/orders/pay/attempts/{id}',
    summary: 'The attempts to pay an order online, the newest first',
    audience: 'staff',
    permission: { resource: 'orders', action: 'view' },
    input: { id },
    output: z.object({
      attempts: z.array(orderAttempt),
      methods: z.array(z.object({ payment_id: z.number().int(), title: z.string() })),
    }),
    fails: ['record.missing'],
    invalidates: [],
  }),
  choose: defineCommand({
    path: '/payments/soft/choose/{attempt_id}',
    summary: 'Choose how a payment of the provider soft ends',
    audience: 'public',
    permission: null,
    input: { attempt_id, outcome: z.enum(SOFT_OUTCOMES) },
    output: attempt,
    fails: ['record.missing', 'payment.no_gateway', 'payment.settled'],
    invalidates: ['order'],
    storesAnswer: false,
  }),
};
