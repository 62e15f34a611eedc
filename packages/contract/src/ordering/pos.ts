import * as z from 'zod';
import { command } from '../kit/endpoint.ts';
import {
  currencyCode,
  id,
  longTextWithoutCardNumber,
  MAX_MONEY,
  money,
  textWithoutCardNumber,
} from '../kit/scalars.ts';

/** What cash is moved for besides sales and refunds; a drop goes into the safe (decisions section 5). */
export const CASH_MOVES = ['in', 'out', 'drop', 'hand_in', 'bank', 'opening'] as const;
export const CASH_HOLDERS = ['drawer', 'safe'] as const;

/** A till's drawer from opening to closing; what is counted and expected is there once it is closed. */
export const posSessionShape = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  device_id: z.number().int(),
  status: z.enum(['open', 'closed']),
  opened_by: z.number().int().nullable(),
  opened_at: z.string(),
  /** What its drawer holds. */
  currency: z.string(),
  start_amount: z.number(),
  closed_by: z.number().int().nullable(),
  closed_at: z.string().nullable(),
  /** What was counted. */
  end_session_amount: z.number().nullable(),
  expected_amount: z.number().nullable(),
  /** Above 0 over, below 0 short. */
  difference: z.number().nullable(),
  left_in_drawer: z.number().nullable(),
  /** Of the device, without gaps. */
  z_number: z.number().int().nullable(),
  note: z.string().nullable(),
  version: z.number().int(),
});

const amount = money(4);
const place = { device_id: id, branch_id: id.optional() };
const invalidates = ['pos-session'] as const;

/** Tills: opened, closed with what was counted, cash moved meanwhile (decisions section 5). */
export const posSession = {
  open: command({
    path: '/admin/pos/sessions/open',
    summary: 'Open the drawer of a till; without an amount it starts with what was left in it',
    audience: 'staff',
    permission: { resource: ['sessions', 'branchs', 'seller'], action: 'save' },
    input: { ...place, start_amount: amount.optional() },
    output: posSessionShape,
    fails: ['branch.forbidden', 'reference.missing', 'session.already_open'],
    invalidates,
  }),
  close: command({
    path: '/admin/pos/sessions/close',
    summary: 'Close the drawer of a till with what was counted; a repeat answers what is stored',
    audience: 'staff',
    permission: { resource: ['sessions', 'branchs', 'seller'], action: 'save' },
    input: {
      ...place,
      /** The session that is meant: a late repeat never closes the next one. */
      session_id: id.optional(),
      end_session_amount: amount,
      /** What stays for the next session; all of it where nothing is said. */
      left_in_drawer: amount.optional(),
      note: longTextWithoutCardNumber.nullish(),
    },
    output: posSessionShape,
    fails: ['branch.forbidden', 'reference.missing', 'session.not_open', 'session.note_needed'],
    invalidates,
  }),
  move: command({
    path: '/admin/pos/cash/move',
    summary: "Cash into or out of an open drawer, into the safe, or from a driver's hands",
    notes: 'Who holds payments alone takes in what drivers hand in, and nothing else.',
    audience: 'staff',
    permission: { resource: ['sessions', 'branchs', 'payments'], action: 'save' },
    input: {
      /** Where the money lies; what goes into a safe without a drawer names the safe. */
      holder: z.enum(CASH_HOLDERS).optional(),
      /** The drawer; a hand-in that names none goes into the safe of a branch. */
      session_id: id.nullish(),
      /** Whose safe; without one the branch of the header, or the only one of the caller. */
      branch_id: id.optional(),
      kind: z.enum(CASH_MOVES),
      amount: amount.gt(0).max(MAX_MONEY),
      /** Of what goes into a safe; the shop's without one. A drawer takes its own alone. */
      currency: currencyCode.optional(),
      driver_id: id.nullish(),
      reason: textWithoutCardNumber(500).nullish(),
      /** The bank's slip for what was taken there; without one it is on its way. */
      reference: textWithoutCardNumber(100).nullish(),
    },
    output: z.object({
      id: z.number().int(),
      holder: z.enum(CASH_HOLDERS),
      branch_id: z.number().int(),
      session_id: z.number().int().nullable(),
      kind: z.enum(CASH_MOVES),
      amount: z.number(),
      currency: z.string(),
      driver_id: z.number().int().nullable(),
      reason: z.string().nullable(),
      /** What the driver holds of that currency after a hand-in. */
      outstanding: z.number().nullable(),
      created_at: z.string(),
    }),
    fails: [
      'record.missing',
      'session.not_open',
      'session.other_currency',
      'reference.missing',
      'cash.beyond_outstanding',
      'permission.denied',
      'branch.forbidden',
      'branch.required',
    ],
    invalidates: ['pos-session', 'driver-cash', 'safe'],
  }),
};
