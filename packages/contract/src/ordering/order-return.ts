import * as z from 'zod';
import { approval } from '../identity/approval.ts';
import { defineCommand, list, remove, show } from '../kit/endpoint.ts';
import { printFields } from '../kit/list.ts';
import { printedContent } from '../kit/printed-content.ts';
import {
  countedQuantity,
  flag,
  id,
  localDate,
  longTextWithoutCardNumber,
  zeroOrOne,
} from '../kit/scalars.ts';
import { CART_MAX } from './order.ts';
import { linePlace } from './order-shape.ts';

const row = z.object({
  id: z.number().int(),
  order_id: z.number().int(),
  /** The number on the paper of the sale, of a till that sells on its own. */
  till_no: z.string().nullable(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  on_date: z.string(),
  quantity: z.number(),
  /** The value of the returned goods, and of the refunded delivery. */
  value: z.number(),
  delivery: z.number(),
  /** The refunded payment fee that the customer had borne. */
  fee: z.number(),
  /** What cash rounding adds; negative when it subtracts. */
  rounding: z.number(),
  tax: z.number(),
  /** The refunded amount; the rest reduced the amount due. */
  refund: z.number(),
  /** 1: a part of the refund is still pending. */
  refund_pending: z.number().int(),
  currency: z.string(),
  account_name: z.string().nullable(),
  approver_name: z.string().nullable(),
  removed_at: z.string().nullable(),
  version: z.number().int(),
  created_at: z.string(),
});

const returnDetails = {
  notes: z.string().nullable(),
  lines: z.array(
    z.object({
      id: z.number().int(),
      order_line_id: z.number().int(),
      ...linePlace,
      value: z.number(),
      tax: z.number(),
      /** 0: damaged, written off. */
      restock: z.number().int(),
    }),
  ),
  payments: z.array(
    z.object({
      payment_title: z.string(),
      amount: z.number(),
      status: z.enum(['pending', 'refunded', 'voided']),
    }),
  ),
};

/** Returns as customers see them, for their own orders. */
const ownRow = row.omit({ account_name: true, approver_name: true });

export const returnRow = row.extend({ actions: z.array(z.enum(['remove'])) });
export const orderReturnShow = returnRow.extend(returnDetails);

const view = { resource: ['orders', 'driver', 'seller'], action: 'view' } as const;
const write = { resource: ['orders', 'seller'], action: 'save' } as const;
const invalidates = [
  'order',
  'order-return',
  'order-payment',
  'driver-cash',
  'stock',
  'batch',
  'product',
] as const;

/** Return receipts. */
export const orderReturn = {
  list: list({
    path: '/admin/products/orders/invoices/returned',
    summary: 'Returns',
    audience: 'customer',
    permission: view,
    list: {
      filters: {
        order_id: id.optional(),
        client_id: id.optional(),
        branch_id: id.optional(),
        /** Taken in this session of a till. */
        session_id: id.optional(),
        from_date: localDate.optional(),
        to_date: localDate.optional(),
        /** 1: includes returns that were undone. */
        removed: zeroOrOne.optional(),
      },
      sorts: ['id', 'on_date', 'value'],
      defaultAs: 'desc',
    },
    row: returnRow,
    publicRow: ownRow,
    exports: 'orders',
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/orders/invoices/returned/show/{id}',
      summary: 'One return with its lines; with export as PDF',
      audience: 'customer',
      permission: view,
      input: { id, ...printFields },
      output: orderReturnShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: ownRow.extend(returnDetails),
    prints: true as const,
  },
  paper: show({
    path: '/admin/products/orders/invoices/returned/invoice/{id}',
    summary: 'A return invoice as it stands on paper, for a browser that prints it itself',
    audience: 'staff',
    permission: view,
    input: { id },
    output: printedContent,
    fails: ['record.missing'],
    invalidates: [],
  }),
  make: defineCommand({
    path: '/admin/products/orders/invoices/return',
    summary: 'Take goods back: stock, refund and the return invoice in one step',
    audience: 'staff',
    permission: write,
    input: {
      order_id: id,
      /** Lines are read up to the first one with quantity 0. */
      items: z
        .array(
          z.strictObject({
            product_id: id.optional(),
            item_id: id.optional(),
            offer_id: id.optional(),
            /** Selects the line when an item is on several. */
            line_id: id.optional(),
            quantity: countedQuantity,
            /** 0: damaged, written off at once. */
            restock: zeroOrOne.optional(),
          }),
        )
        .max(CART_MAX),
      on_date: localDate.optional(),
      /**
       * Refunds the delivery too; only when everything is returned, or alone, without items, when everything was
       * returned before.
       */
      refund_delivery: flag.optional(),
      /** Refunds the payment fee that the customer bore, once, under the same conditions. */
      refund_fee: flag.optional(),
      /** A manager's approval, if the branch requires it (refund_force_auth); never logged. */
      approval: approval.nullish(),
      device_id: id.nullish(),
      notes: longTextWithoutCardNumber.nullish(),
    },
    output: orderReturnShow,
    fails: [
      'record.missing',
      'reference.missing',
      'permission.denied',
      'return.empty',
      'return.over',
      'return.not_delivered',
      'period.closed',
      'return.needs_approval',
      'approval.locked',
      'auth.failed',
      'auth.limited',
      'session.not_open',
      'session.other_currency',
    ],
    invalidates,
  }),
  remove: remove({
    path: '/admin/products/orders/invoices/returned/remove/{id}',
    summary: 'Undo a return of today whose units are still there',
    audience: 'staff',
    permission: { resource: ['orders', 'seller'], action: 'delete' },
    input: { id, version: z.int().min(1).optional() },
    fails: [
      'record.missing',
      'record.stale',
      'return.too_late',
      'return.units_gone',
      'return.removed',
      'payment.sending',
      'order.cancelled',
    ],
    invalidates,
  }),
};
