import { LETTER_KINDS } from '@dukkan/commerce';
import * as z from 'zod';
import { defineCommand, list } from '../kit/endpoint.ts';
import { id, longTextWithoutCardNumber } from '../kit/scalars.ts';
import { letterProblem } from './till-sync.ts';

export const LETTER_STATES = ['kept', 'booked', 'voided', 'held', 'countered'] as const;
export const EXCEPTION_KINDS = [
  'price',
  'stock',
  'clock',
  'session',
  'item',
  'payment',
  'approval',
  'cashier',
] as const;
export const EXCEPTION_STATES = ['open', 'explained', 'closed'] as const;

const view = { resource: ['sessions', 'branchs'], action: 'view' } as const;
const save = { resource: ['sessions', 'branchs'], action: 'save' } as const;

const place = {
  branch_id: z.number().int(),
  branch_name: z.string(),
  device_id: z.number().int(),
  device_name: z.string(),
};

const letterRow = z.object({
  id: z.number().int(),
  uuid: z.string(),
  ...place,
  till_no: z.string(),
  seq: z.number().int(),
  kind: z.enum(LETTER_KINDS),
  state: z.enum(LETTER_STATES),
  /** When it was sold by the till's clock; null where its body cannot be read. */
  sold_at: z.string().nullable(),
  received_at: z.string(),
  /** What is due on the paper; null where its body cannot be read. */
  due: z.number().nullable(),
  currency: z.string().nullable(),
  order_id: z.number().int().nullable(),
  problem: letterProblem.nullable(),
  /** Of a held letter: the items on the paper. */
  items: z.array(
    z.object({ item_id: z.number().int(), title: z.string(), quantity: z.number(), is_gone: z.boolean() }),
  ),
  actions: z.array(z.enum(['book'])),
});

/** What tills have sent (docs/rules/till-sales.md#letters). */
export const tillLetter = {
  list: list({
    path: '/admin/pos/inbox',
    summary: 'Letters of tills, the newest first: booked, voided, and those that a person has to look at',
    audience: 'staff',
    permission: view,
    list: {
      filters: {
        state: z.enum(LETTER_STATES).optional(),
        branch_id: id.optional(),
        device_id: id.optional(),
      },
      sorts: ['id'],
      defaultAs: 'desc',
      hasKeywords: false,
    },
    row: letterRow,
    fails: [],
    invalidates: [],
  }),
  book: defineCommand({
    path: '/admin/pos/inbox/book',
    summary: 'Book a held letter, with other items or another payment method where its own are gone',
    audience: 'staff',
    permission: save,
    input: {
      uuid: z.uuid(),
      items: z
        .array(z.strictObject({ from: id, to: id }))
        .max(200)
        .optional(),
      payment_id: id.nullish(),
    },
    output: letterRow,
    fails: [
      'record.missing',
      'reference.missing',
      'till.not_held',
      'till.letter_signature',
      'till.letter_unreadable',
      'till.sale_unsound',
      'till.item_gone',
      'till.void_first',
    ],
    invalidates: ['order', 'order-payment', 'pos-session', 'stock', 'batch', 'till-letter', 'till-exception'],
  }),
};

const exceptionRow = z.object({
  id: z.number().int(),
  ...place,
  kind: z.enum(EXCEPTION_KINDS),
  state: z.enum(EXCEPTION_STATES),
  order_id: z.number().int().nullable(),
  till_no: z.string().nullable(),
  /** What the paper says more (above 0) or less than the shop; null where no money is concerned. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  closed_at: z.string().nullable(),
  closed_by_name: z.string().nullable(),
  note: z.string().nullable(),
  actions: z.array(z.enum(['close'])),
});

/** What was booked as printed although the shop says otherwise (docs/rules/till-sales.md#exceptions). */
export const tillException = {
  list: list({
    path: '/admin/pos/exceptions',
    summary: 'Sales of tills that differ from what the shop says, the newest first',
    audience: 'staff',
    permission: view,
    list: {
      filters: {
        branch_id: id.optional(),
        device_id: id.optional(),
        state: z.enum(EXCEPTION_STATES).optional(),
        kind: z.enum(EXCEPTION_KINDS).optional(),
        order_id: id.optional(),
      },
      sorts: ['id'],
      defaultAs: 'desc',
      hasKeywords: false,
    },
    row: exceptionRow,
    fails: [],
    invalidates: [],
  }),
  close: defineCommand({
    path: '/admin/pos/exceptions/close',
    summary: 'Close an exception with a note',
    audience: 'staff',
    permission: save,
    input: { id, note: longTextWithoutCardNumber },
    output: exceptionRow,
    fails: ['record.missing', 'till.exception_closed'],
    invalidates: ['till-exception'],
  }),
};
