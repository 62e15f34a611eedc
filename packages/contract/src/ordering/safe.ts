import * as z from 'zod';
import { defineCommand, list, show } from '../kit/endpoint.ts';
import {
  currencyCode,
  id,
  localDate,
  longTextWithoutCardNumber,
  money,
  textWithoutCardNumber,
  zeroOrOne,
} from '../kit/scalars.ts';
import { denominations } from './pos.ts';

/** What cash comes into a safe by and goes out of it, and what a count of it writes. */
export const SAFE_MOVES = ['opening', 'drop', 'hand_in', 'cash', 'in', 'out', 'bank', 'difference'] as const;

/** Where cash can be between a customer's hand and the bank. */
export const CASH_PLACES = ['drawer', 'driver', 'safe', 'bank'] as const;

export const safeMoveShape = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  holder: z.literal('safe'),
  kind: z.enum(SAFE_MOVES),
  /** Above 0 into the safe, below 0 out of it. */
  amount: z.number(),
  currency: z.string(),
  /** What the safe held of that currency after it. */
  balance: z.number(),
  /** Of a count: what should have been there, and what was. */
  expected: z.number().nullable(),
  counted: z.number().nullable(),
  /** The bank's slip. */
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  given_by: z.number().int().nullable(),
  given_by_name: z.string().nullable(),
  taken_by: z.number().int().nullable(),
  taken_by_name: z.string().nullable(),
  /** The drawer that it came out of. */
  session_id: z.number().int().nullable(),
  device_id: z.number().int().nullable(),
  device_name: z.string().nullable(),
  driver_id: z.number().int().nullable(),
  order_id: z.number().int().nullable(),
  /** When what was taken to the bank arrived there. */
  banked_at: z.string().nullable(),
  created_at: z.string(),
});

const held = z.object({
  holder: z.enum(CASH_PLACES),
  branch_id: z.number().int(),
  currency: z.string(),
  /** Null for whoever has yet to count the drawer. */
  amount: z.number().nullable(),
  /** Since when it has been there. */
  since: z.string().nullable(),
  /** Who answers for it. */
  account_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  session_id: z.number().int().nullable(),
  device_id: z.number().int().nullable(),
  device_name: z.string().nullable(),
  /** A move of the safe that is on its way to the bank. */
  move_id: z.number().int().nullable(),
  /** Of a safe: whether it was ever counted. */
  counted: z.boolean(),
});

const view = { resource: ['sessions', 'branchs', 'payments'], action: 'view' } as const;
const permission = { resource: ['sessions', 'branchs', 'payments'], action: 'save' } as const;
const invalidates = ['safe'] as const;

/** The safe of a branch (docs/rules/tills.md#the-safe). */
export const safe = {
  list: list({
    path: '/admin/pos/safe',
    summary: 'Moves of the safes, the newest first; the meta has the balance of each currency',
    audience: 'staff',
    permission: view,
    list: {
      filters: {
        branch_id: id.optional(),
        currency: currencyCode.optional(),
        kind: z.enum(SAFE_MOVES).optional(),
        /** 1: the last move of each safe that holds more than the settings say. */
        over: zeroOrOne.optional(),
        from_date: localDate.optional(),
        to_date: localDate.optional(),
      },
      sorts: ['id'],
      defaultAs: 'desc',
    },
    row: safeMoveShape,
    exports: true,
    fails: ['branch.forbidden'],
    invalidates: [],
  }),
  count: defineCommand({
    path: '/admin/pos/safe/count',
    summary: 'Count a safe: the first count is its opening, each later one writes the difference',
    audience: 'staff',
    permission,
    input: {
      /** Without one the branch of the header, or the only one of the caller. */
      branch_id: id.optional(),
      /** The shop's without one. */
      currency: currencyCode.optional(),
      amount: money(4).optional(),
      /** Notes and coins instead of the amount. */
      denominations: denominations.nullish(),
      note: longTextWithoutCardNumber.nullish(),
    },
    output: safeMoveShape,
    fails: ['branch.forbidden', 'branch.required', 'reference.missing', 'safe.note_needed'],
    invalidates,
  }),
  banked: defineCommand({
    path: '/admin/pos/safe/banked/{id}',
    summary: 'What was taken to the bank has arrived there',
    audience: 'staff',
    permission,
    input: { id, reference: textWithoutCardNumber(100) },
    output: safeMoveShape,
    fails: ['record.missing', 'safe.already_banked'],
    invalidates,
  }),
  where: show({
    path: '/admin/pos/cash/where',
    summary: 'Who holds how much cash of a branch since when: drawers, drivers, safe, on the way to the bank',
    audience: 'staff',
    permission: view,
    input: { branch_id: id.optional() },
    output: z.object({
      branch_id: z.number().int(),
      branch_name: z.string(),
      at: z.string(),
      held: z.array(held),
    }),
    fails: ['branch.forbidden', 'branch.required', 'reference.missing'],
    invalidates: [],
  }),
};
