import * as z from 'zod';
import { APPROVAL_REASONS, approval, approver } from '../identity/approval.ts';
import { defineCommand, list, show } from '../kit/endpoint.ts';
import { printFields } from '../kit/list.ts';
import { printedContent } from '../kit/printed-content.ts';
import {
  currencyCode,
  flag,
  id,
  localDate,
  longTextWithoutCardNumber,
  MAX_MONEY,
  money,
  textWithoutCardNumber,
  zeroOrOne,
} from '../kit/scalars.ts';

/**
 * Kinds of cash movements other than sales and refunds; a drop goes into the safe, from which `bank` takes it. The
 * first money in a safe is its `opening`.
 */
export const CASH_MOVES = ['in', 'out', 'drop', 'hand_in', 'bank', 'opening'] as const;
export const MOVE_HOLDERS = ['drawer', 'safe'] as const;

/** The number of notes or coins of each value; they add up to the amount. */
export const denominations = z
  .array(z.strictObject({ value: money(4).gt(0).max(MAX_MONEY), count: z.int().min(0).max(1_000_000) }))
  .max(40);

/** A till's session from opening to closing; the counted and expected amounts are set when it is closed. */
export const posSessionShape = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  device_id: z.number().int(),
  status: z.enum(['open', 'closed']),
  opened_by: z.number().int().nullable(),
  opened_at: z.string(),
  /** The currency of its drawer. */
  currency: z.string(),
  start_amount: z.number(),
  closed_by: z.number().int().nullable(),
  closed_at: z.string().nullable(),
  /** The counted amount. */
  end_session_amount: z.number().nullable(),
  expected_amount: z.number().nullable(),
  /** Positive: too much cash, negative: too little. */
  difference: z.number().nullable(),
  left_in_drawer: z.number().nullable(),
  /** Sequential number of the device, without gaps. */
  z_number: z.number().int().nullable(),
  note: z.string().nullable(),
  /** Who approved that somebody else closed it. */
  approved_by: z.number().int().nullable(),
  /** The closed session of whose sales these came too late; null for a drawer that somebody opened. */
  late_of: z.number().int().nullable(),
  version: z.number().int(),
});

/** A session with the names of its branch, device and accounts, its sales, and the actions that the caller may take. */
const row = posSessionShape.extend({
  branch_name: z.string(),
  device_name: z.string(),
  opened_by_name: z.string().nullable(),
  closed_by_name: z.string().nullable(),
  approver_name: z.string().nullable(),
  orders_count: z.number().int(),
  /** What its orders were due, less returns at the session; null for a person who has yet to count the drawer. */
  net_sales: z.number().nullable(),
  /** True when it was closed with a difference above the shop's tolerance. */
  differs: z.boolean(),
  /** True when it was closed at an earlier time than it was opened, because a clock was set back in between. */
  clock_went_back: z.boolean(),
  /** `close_for`: needs approval, because another account opened it. */
  actions: z.array(z.enum(['move', 'close', 'close_for', 'hand_over', 'print'])),
});

/** The terms of a drawer: start + cash sales - refunds + in - out = expected; counted - expected = difference. */
export const SESSION_TERMS = [
  'start',
  'cash_sales',
  'refunds',
  'in',
  'out',
  'drop',
  'hand_in',
  'expected',
  'counted',
  'difference',
] as const;

/** The terms that consist of single movements. */
export const SESSION_ROWS = ['cash_sales', 'refunds', 'in', 'out', 'drop', 'hand_in'] as const;

const term = z.object({
  key: z.enum(SESSION_TERMS),
  /** Null: not known yet, or hidden from a person who has yet to count the drawer. */
  amount: z.number().nullable(),
  /** Number of its movements. */
  count: z.number().int().nullable(),
  /** The screen that lists its movements. */
  opens: z
    .object({
      path: z.literal('/admin/pos/sessions/rows'),
      filters: z.object({ session_id: z.number().int(), term: z.enum(SESSION_ROWS) }),
    })
    .nullable(),
});

/** What was paid in a session by one payment method. */
const sessionPayment = z.object({
  payment_id: z.number().int(),
  title: z.string(),
  /** Number of payments and refunds that moved. */
  count: z.number().int(),
  /** Received less refunded. */
  amount: z.number(),
  /** What has not moved yet; refunds are negative. */
  waiting: z.number(),
});

const posSessionDetails = row.extend({
  terms: z.array(term),
  /** Null for a person who has yet to count the drawer. */
  payments: z.array(sessionPayment).nullable(),
  /** The counted notes and coins; empty when only a total was counted. */
  denominations: z.array(z.object({ value: z.number(), count: z.number().int() })),
  /** The first count, when the drawer was counted again. */
  first_count: z.number().nullable(),
  /** Open orders of this till, which keep it from being closed. */
  open_orders: z.number().int(),
});

/** One movement of cash in a drawer. */
const cashRow = z.object({
  id: z.number().int(),
  term: z.enum(SESSION_ROWS),
  amount: z.number(),
  currency: z.string(),
  order_id: z.number().int().nullable(),
  driver_name: z.string().nullable(),
  reason: z.string().nullable(),
  account_name: z.string().nullable(),
  approver_name: z.string().nullable(),
  created_at: z.string(),
});

const amount = money(4);
const place = { device_id: id, branch_id: id.optional() };
const invalidates = ['pos-session', 'safe'] as const;
const view = { resource: ['sessions', 'branchs', 'reports', 'seller'], action: 'view' } as const;
const save = { resource: ['sessions', 'branchs', 'seller'], action: 'save' } as const;

/** A count of a drawer: a total, or notes and coins by value. */
const counted = {
  ...place,
  /** The session to close, so that a late repeated request never closes the next one. */
  session_id: id.optional(),
  end_session_amount: amount.optional(),
  denominations: denominations.nullish(),
};

const closing = {
  ...counted,
  /** Cash left for the next session; by default all of it. */
  left_in_drawer: amount.optional(),
  note: longTextWithoutCardNumber.nullish(),
  /** The first count, which this one replaces. */
  recount_of: id.nullish(),
  approval: approval.nullish(),
};

const closeFails = [
  'branch.forbidden',
  'reference.missing',
  'session.not_open',
  'session.note_needed',
  'session.counted',
  'approval.needed',
  'approval.locked',
  'auth.failed',
  'auth.limited',
  'permission.denied',
] as const;

/** Tills: opening, closing with a count, and cash movements in between. */
export const posSession = {
  list: list({
    path: '/admin/pos/sessions/report',
    summary: 'Sessions of tills, the newest first; a seller sees the tills of their own',
    audience: 'staff',
    permission: view,
    list: {
      filters: {
        branch_id: id.optional(),
        device_id: id.optional(),
        status: z.enum(['open', 'closed']).optional(),
        opened_by: id.optional(),
        from_date: localDate.optional(),
        to_date: localDate.optional(),
        /** 1: closed with a difference above the tolerance. */
        differs: zeroOrOne.optional(),
        /** 1: still open although opened before today. */
        overdue: zeroOrOne.optional(),
      },
      sorts: ['opened_at', 'id', 'difference', 'z_number'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/pos/sessions/show/{id}',
      summary: 'A session as a ledger; with export its X or Z report as a PDF',
      audience: 'staff',
      permission: view,
      input: { id, ...printFields },
      output: posSessionDetails,
      fails: ['record.missing'],
      invalidates: [],
    }),
    prints: true as const,
  },
  paper: show({
    path: '/admin/pos/sessions/paper/{id}',
    summary: 'The X or Z report of a session as it stands on paper, for a browser that prints it itself',
    audience: 'staff',
    permission: view,
    input: { id },
    output: printedContent,
    fails: ['record.missing'],
    invalidates: [],
  }),
  rows: list({
    path: '/admin/pos/sessions/rows',
    summary: "What a session's drawer took in and paid out, the newest first",
    audience: 'staff',
    permission: view,
    list: {
      filters: { session_id: id, term: z.enum(SESSION_ROWS).optional() },
      sorts: ['created_at', 'id'],
      defaultAs: 'desc',
    },
    row: cashRow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  approvers: list({
    path: '/admin/pos/approvers',
    summary: 'Who may approve in a branch what the caller alone may not do',
    audience: 'staff',
    permission: { resource: ['orders', 'seller', 'sessions', 'branchs', 'payments'], action: 'save' },
    list: {
      filters: {
        branch_id: id.optional(),
        /** The action that they are to approve. */
        reason: z.enum(APPROVAL_REASONS).optional(),
      },
      sorts: ['name', 'id'],
    },
    row: approver,
    fails: [],
    invalidates: [],
  }),
  open: defineCommand({
    path: '/admin/pos/sessions/open',
    summary: 'Open the drawer of a till; without an amount it starts with what was left in it',
    audience: 'staff',
    permission: save,
    input: { ...place, start_amount: amount.optional() },
    output: posSessionShape,
    fails: ['branch.forbidden', 'reference.missing', 'session.already_open'],
    invalidates,
  }),
  count: defineCommand({
    path: '/admin/pos/sessions/count',
    summary: 'Count a drawer before it is closed; the answer says whether it fits, not how far it is off',
    audience: 'staff',
    permission: save,
    input: counted,
    output: z.object({
      id: z.number().int(),
      session_id: z.number().int(),
      amount: z.number(),
      /** True when the difference exceeds the tolerance: the drawer may be counted again, or needs a note. */
      differs: z.boolean(),
    }),
    fails: ['branch.forbidden', 'reference.missing', 'session.not_open', 'session.counted'],
    invalidates,
  }),
  close: defineCommand({
    path: '/admin/pos/sessions/close',
    summary: 'Close the drawer of a till with what was counted; a repeat answers what is stored',
    audience: 'staff',
    permission: save,
    input: {
      ...closing,
      /**
       * Closes for an absent person: requires a note and the approval of somebody responsible for the branch's cash.
       */
      for_device: flag.optional(),
    },
    output: posSessionShape,
    fails: closeFails,
    invalidates,
  }),
  handOver: defineCommand({
    path: '/admin/pos/sessions/hand-over',
    summary: 'Hand a drawer over in mid-shift: it is closed and opened again with one count',
    audience: 'staff',
    permission: save,
    input: {
      ...closing,
      /** The session to hand over, because a repeat without it would hand over the next one. */
      session_id: id,
      /** The person who takes the drawer over, with their own proof; by default the caller. */
      taker: approval.nullish(),
    },
    output: z.object({ closed: posSessionShape, opened: posSessionShape }),
    fails: closeFails,
    invalidates,
  }),
  move: defineCommand({
    path: '/admin/pos/cash/move',
    summary: "Cash into or out of an open drawer, into the safe, or from a driver's hands",
    notes: 'Who holds payments alone takes in what drivers hand in, and nothing else.',
    audience: 'staff',
    permission: { resource: ['sessions', 'branchs', 'payments', 'seller'], action: 'save' },
    input: {
      /** Where the cash goes; a move into a safe without a drawer must name the safe. */
      holder: z.enum(MOVE_HOLDERS).optional(),
      /** The till session that receives the cash; without one, the cash goes into the safe of a branch. */
      session_id: id.nullish(),
      /** The branch of the safe; by default the header's, or the caller's only one. */
      branch_id: id.optional(),
      kind: z.enum(CASH_MOVES),
      /** The sum of `denominations`, if they are given. */
      amount: amount.gt(0).max(MAX_MONEY).optional(),
      denominations: denominations.nullish(),
      /** The currency of a move into a safe, by default the shop's; a drawer accepts its own only. */
      currency: currencyCode.optional(),
      driver_id: id.nullish(),
      reason: textWithoutCardNumber(500).nullish(),
      /** The bank's receipt; without one the money is on its way. */
      reference: textWithoutCardNumber(100).nullish(),
      /** A manager's approval for a seller's move. */
      approval: approval.nullish(),
    },
    output: z.object({
      id: z.number().int(),
      holder: z.enum(MOVE_HOLDERS),
      branch_id: z.number().int(),
      session_id: z.number().int().nullable(),
      kind: z.enum(CASH_MOVES),
      amount: z.number(),
      currency: z.string(),
      driver_id: z.number().int().nullable(),
      reason: z.string().nullable(),
      approved_by: z.number().int().nullable(),
      /** Cash in that currency that the driver holds after a hand-in. */
      outstanding: z.number().nullable(),
      created_at: z.string(),
    }),
    fails: [
      'record.missing',
      'session.not_open',
      'session.other_currency',
      'reference.missing',
      'cash.beyond_drawer',
      'cash.beyond_outstanding',
      'permission.denied',
      'branch.forbidden',
      'branch.required',
      'approval.needed',
      'approval.locked',
      'auth.failed',
      'auth.limited',
    ],
    invalidates: ['pos-session', 'driver-cash', 'safe'],
  }),
};
