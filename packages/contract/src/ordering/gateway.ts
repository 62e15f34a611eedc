import * as z from 'zod';
import { defineCommand, list, remove, save } from '../kit/endpoint.ts';
import { id, text, zeroOrOne } from '../kit/scalars.ts';
import { startedPayment } from './payment-attempt.ts';

/** Online payment providers; `soft` is the product's own for trials. */
export const PAYMENT_PROVIDERS = ['soft'] as const;
export const GATEWAY_MODES = ['test', 'live'] as const;

/** A key of a provider, accepted in full but never returned; shorter ones can be guessed from their signatures. */
const secret = text(500).check(z.minLength(16));

const row = z.object({
  id: z.number().int(),
  payment_id: z.number().int(),
  payment_title: z.string(),
  provider: z.enum(PAYMENT_PROVIDERS),
  mode: z.enum(GATEWAY_MODES),
  public_key: z.string().nullable(),
  secret_set: z.boolean(),
  /** The last four characters of the secret. */
  secret_hint: z.string().nullable(),
  secret_changed_at: z.string().nullable(),
  webhook_secret_set: z.boolean(),
  status: z.number().int(),
  version: z.number().int(),
  /** When the provider last sent a correctly signed callback. */
  last_callback_at: z.string().nullable(),
  /** Attempts to pay an order that ended like this today, by the shop's time. */
  paid_today: z.number().int(),
  refused_today: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const permissionFor = (action: 'view' | 'save' | 'delete') =>
  ({ resource: 'settings.payments', action }) as const;

/** Gateways for online payments (docs/rules/payments.md#online-payments). */
export const gateway = {
  list: list({
    path: '/admin/gateways',
    summary: 'Payment gateways: who takes the online payments of a method; keys are never answered',
    audience: 'staff',
    permission: permissionFor('view'),
    list: {
      filters: { payment_id: id.optional(), provider: z.enum(PAYMENT_PROVIDERS).optional() },
      sorts: ['id', 'provider', 'last_callback_at'],
    },
    row,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/gateways/save',
    summary: 'Create or change a gateway; a key that is not given stays, null forgets it',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      /** A payment method that is paid online; each has one gateway. */
      payment_id: id.optional(),
      provider: z.enum(PAYMENT_PROVIDERS).optional(),
      mode: z.enum(GATEWAY_MODES).optional(),
      public_key: text(500).nullish(),
      secret: secret.nullish(),
      webhook_secret: secret.nullish(),
      status: zeroOrOne.optional(),
    },
    output: row,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'gateway.taken'],
    invalidates: ['gateway'],
  }),
  remove: remove({
    path: '/admin/gateways/delete/{id}',
    summary: 'Delete a gateway with its keys; one with open attempts stays',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'record.in_use'],
    invalidates: ['gateway'],
  }),
  test: defineCommand({
    path: '/admin/gateways/test/{id}',
    summary: 'Start a payment of 1.00 of the shop currency that belongs to no order',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id },
    output: startedPayment,
    fails: ['record.missing', 'payment.no_gateway'],
    invalidates: [],
    storesAnswer: false,
  }),
};
