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
import { denominations } from './pos-session.ts';

/** Kinds of movements of a safe, including those written by a count. */
export const SAFE_MOVES = ['opening', 'drop', 'hand_in', 'cash', 'in', 'out', 'bank', 'difference'] as const;

/** Where cash can be between a customer and the bank. */
export const CASH_PLACES = ['drawer', 'driver', 'safe', 'bank'] as const;

export const safeMoveShape = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  holder: z.literal('safe'),
  kind: z.enum(SAFE_MOVES),
  /** Positive: into the safe, negative: out of it. */
  amount: z.number(),
  currency: z.string(),
  /** The safe's balance in that currency after the movement. */
  balance: z.number(),
  /** For counts: the expected and the counted amount. */
  expected: z.number().nullable(),
  counted: z.number().nullable(),
  /** The number of the bank's receipt. */
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  given_by: z.number().int().nullable(),
  given_by_name: z.string().nullable(),
  taken_by: z.number().int().nullable(),
  taken_by_name: z.string().nullable(),
  /** The session of the drawer it came from. */
  session_id: z.number().int().nullable(),
  device_id: z.number().int().nullable(),
  device_name: z.string().nullable(),
  driver_id: z.number().int().nullable(),
  order_id: z.number().int().nullable(),
  /** When the money arrived at the bank. */
  banked_at: z.string().nullable(),
  created_at: z.string(),
});

const held = z.object({
  holder: z.enum(CASH_PLACES),
  branch_id: z.number().int(),
  currency: z.string(),
  /** Null for a person who has yet to count the drawer. */
  amount: z.number().nullable(),
  /** When it came there. */
  since: z.string().nullable(),
  /** The account responsible for it. */
  account_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  session_id: z.number().int().nullable(),
  device_id: z.number().int().nullable(),
  device_name: z.string().nullable(),
  /** The safe's movement that is on its way to the bank. */
  move_id: z.number().int().nullable(),
  /** For safes: true when it was ever counted. */
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
        /** 1: the last movement of each safe that holds more than the limit in the settings. */
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
      /** By default the header's branch, or the caller's only one. */
      branch_id: id.optional(),
      /** By default the shop's. */
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
