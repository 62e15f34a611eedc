import * as z from 'zod';
import { list, remove, save } from '../kit/endpoint.ts';
import { flag, id, localDate, money, textWithoutCardNumber } from '../kit/scalars.ts';

const version = z.number().int().min(1).optional();

const transactionRow = z.object({
  id: z.number().int(),
  receipt_id: z.number().int(),
  supplier_id: z.number().int(),
  supplier_name: z.string(),
  invoice_number: z.string().nullable(),
  value: z.number(),
  /** The receipt's currency. */
  currency: z.string(),
  payment_method: z.number().int().nullable(),
  payment_code: z.string().nullable(),
  payment_title: z.string().nullable(),
  ref_number: z.string().nullable(),
  on_date: z.string(),
  account_name: z.string().nullable(),
  version: z.number().int(),
  created_at: z.string(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const payRight = (action: 'view' | 'save' | 'delete') => ({ resource: 'transactions', action }) as const;

/** Payments to suppliers. */
export const transaction = {
  list: list({
    path: '/admin/products/transactions',
    summary: 'Payments to suppliers',
    audience: 'staff',
    permission: payRight('view'),
    list: {
      filters: {
        receipt_id: id.optional(),
        supplier_id: id.optional(),
        payment_method: id.optional(),
        from_date: localDate.optional(),
        to_date: localDate.optional(),
      },
      sorts: ['id', 'on_date', 'value'],
      defaultAs: 'desc',
    },
    row: transactionRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/transactions/save',
    summary: 'Record a payment of a receipt; more than its net needs force',
    audience: 'staff',
    permission: payRight('save'),
    input: {
      id: id.optional(),
      version,
      receipt_id: id.optional(),
      value: money(4).gt(0).optional(),
      payment_method: id.nullish(),
      ref_number: textWithoutCardNumber(100).nullish(),
      on_date: localDate.optional(),
      force: flag.optional(),
    },
    output: transactionRow,
    fails: [
      'record.missing',
      'record.stale',
      'reference.missing',
      'receipt.cancelled',
      'receipt.bad_transition',
      'receipt.needs_force',
    ],
    invalidates: ['transaction', 'receipt', 'supplier'],
  }),
  remove: remove({
    path: '/admin/products/transactions/remove/{id}',
    summary: 'Take a payment back that was recorded by mistake',
    audience: 'staff',
    permission: payRight('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale'],
    invalidates: ['transaction', 'receipt', 'supplier'],
  }),
  restore: save({
    path: '/admin/products/transactions/restore/{id}',
    summary: 'Bring a removed payment back (undo)',
    audience: 'staff',
    permission: payRight('delete'),
    input: { id, force: flag.optional() },
    output: transactionRow,
    fails: ['record.missing', 'receipt.cancelled', 'receipt.bad_transition', 'receipt.needs_force'],
    invalidates: ['transaction', 'receipt', 'supplier'],
  }),
};
