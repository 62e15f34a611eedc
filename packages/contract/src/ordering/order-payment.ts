import * as z from 'zod';
import { defineCommand, list } from '../kit/endpoint.ts';
import { pageMeta, REPORT_FORMATS } from '../kit/list.ts';
import { id, localDate, textWithoutCardNumber, zeroOrOne } from '../kit/scalars.ts';
import { reportMeta, reportQuestion, reportRow } from '../reporting/report.ts';
import { paymentsReport } from '../reporting/sales-reports.ts';

export const PAYMENT_STATES = ['pending', 'received', 'refunded', 'voided'] as const;
export const PAYMENT_HOLDERS = ['session', 'driver', 'branch', 'partner'] as const;

const row = z.object({
  id: z.number().int(),
  order_id: z.number().int(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  payment_id: z.number().int(),
  payment_title: z.string(),
  payment_type: z.string(),
  /** Negative for refunds. */
  amount: z.number(),
  /** The provider's commission, and the rest of the amount. */
  fee: z.number(),
  net: z.number(),
  currency: z.string(),
  status: z.enum(PAYMENT_STATES),
  /** Where the money is: in a till's drawer, with a driver, with the branch or with the provider. */
  holder: z.enum(PAYMENT_HOLDERS),
  driver_id: z.number().int().nullable(),
  driver_name: z.string().nullable(),
  ref_number: z.string().nullable(),
  return_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  created_at: z.string(),
  settled_at: z.string().nullable(),
  actions: z.array(z.enum(['settle', 'fail_refund', 'retry_refund'])),
});

/** Payments of orders, one row per payment and refund. */
export const orderPayment = {
  list: {
    ...list({
      path: '/admin/orders/payments',
      summary: 'Payments and refunds of orders',
      audience: 'staff',
      notes:
        'With `group` it is the payments report: totals in the meta, and groups of payments for any group but `row`.',
      // accounts with permission for branches may also work with their payments
      permission: paymentsReport.permission,
      list: {
        filters: {
          order_id: id.optional(),
          branch_id: id.optional(),
          payment_id: id.optional(),
          driver_id: id.optional(),
          status: z.enum(PAYMENT_STATES).optional(),
          holder: z.enum(PAYMENT_HOLDERS).optional(),
          /** 1: only refunds. */
          refund: zeroOrOne.optional(),
          /** 1: refunds that the gateway refused, or about which it has been silent for an hour. */
          failed: zeroOrOne.optional(),
          from_date: localDate.optional(),
          to_date: localDate.optional(),
          group: z.enum(paymentsReport.groups).optional(),
          range: reportQuestion.range,
          compare: reportQuestion.compare,
        },
        sorts: [
          'created_at',
          'id',
          'amount',
          'key',
          'payments',
          'received',
          'refunded',
          'pending',
          'fee',
          'net',
        ],
        defaultAs: 'desc',
        formats: REPORT_FORMATS,
      },
      row,
      meta: reportMeta.partial().extend(pageMeta.shape),
      exports: true,
      fails: [],
      invalidates: [],
    }),
    groupOutput: reportRow,
  },
  settle: defineCommand({
    path: '/admin/orders/payments/settle/{id}',
    summary:
      'A pending payment has arrived, or a pending refund was paid out; cash leaves the open drawer of a till',
    audience: 'staff',
    permission: { resource: 'payments', action: 'save' },
    input: { id, ref_number: textWithoutCardNumber(100).nullish(), device_id: id.nullish() },
    output: row,
    fails: [
      'record.missing',
      'safe.short',
      'cash.beyond_drawer',
      'payment.settled',
      'payment.sending',
      'session.not_open',
      'session.other_currency',
      'reference.missing',
      'permission.denied',
    ],
    invalidates: ['order-payment', 'driver-cash', 'order'],
  }),
  failRefund: defineCommand({
    path: '/admin/orders/payments/refund/failed/{id}',
    summary:
      'Mark a refund as failed whose gateway has not answered for an hour; it waits for people again. Administrators only',
    audience: 'staff',
    permission: { resource: 'payments', action: 'save' },
    input: { id },
    output: row,
    fails: ['record.missing', 'permission.denied', 'payment.not_sending', 'payment.sending_lately'],
    invalidates: ['order-payment', 'order'],
  }),
  retryRefund: defineCommand({
    path: '/admin/orders/payments/refund/retry/{id}',
    summary:
      'Have the gateway send a refund that it refused or that was marked as failed. Administrators only',
    audience: 'staff',
    permission: { resource: 'payments', action: 'save' },
    input: { id },
    output: row,
    fails: ['record.missing', 'permission.denied', 'payment.not_sending'],
    invalidates: ['order-payment', 'order'],
  }),
};
