import * as z from 'zod';
import { approval } from '../identity/approval.ts';
import { defineCommand } from '../kit/endpoint.ts';
import { flag, id, percent, text } from '../kit/scalars.ts';

/** The letters of a pairing code: none that looks like another one or like a digit. */
export const PAIRING_LETTERS = 'ABCDEFGHJKLMNPQRTUVWXYZ';
/** The length of a pairing code. */
export const PAIRING_CODE_LENGTH = 8;

/** The right to issue codes and to unpair. */
const manage = { resource: 'branchs', action: 'save' } as const;

/** A browser becomes a till by a code, and stops being one (docs/rules/till-sales.md#pairing). */
export const tillPairing = {
  code: defineCommand({
    path: '/admin/pos/pair/code',
    summary: 'A code with which a browser is paired as this till; it works once, within ten minutes',
    audience: 'staff',
    permission: manage,
    input: { device_id: id },
    output: z.object({
      id: z.number().int(),
      code: z.string(),
      /** What a QR code of it says. */
      qr_text: z.string(),
      expires_at: z.string(),
    }),
    fails: ['record.missing', 'till.switched_off'],
    invalidates: ['pos-device'],
    storesAnswer: false,
  }),
  pair: defineCommand({
    path: '/admin/pos/pair',
    summary:
      'Pair this browser as the till of a code; a machine that was paired as this till only delivers from now on',
    audience: 'public',
    permission: null,
    input: {
      code: text(40),
      /** The raw Ed25519 key: 32 bytes as base64url. */
      public_key: text(64),
      app_version: text(40).nullish(),
      /** The number on the last paper of this till, where its former machine was lost: up to it numbers count as missing. */
      last_printed_no: text(40).nullish(),
    },
    output: z.object({
      device: z.object({
        id: z.number().int(),
        name: z.string(),
        branch_id: z.number().int(),
        branch_name: z.string(),
      }),
      epoch: z.number().int(),
      epoch_letters: z.string(),
      next_no: z.number().int(),
      server_time: z.string(),
    }),
    fails: ['till.code_wrong', 'auth.limited'],
    invalidates: ['pos-device'],
    storesAnswer: false,
  }),
  unpair: defineCommand({
    path: '/admin/pos/unpair',
    summary: 'End the pairing of a till; its key stays good for what it has not delivered',
    audience: 'staff',
    permission: manage,
    input: {
      device_id: id,
      /** Also while sales of it are missing. */
      force: flag.optional(),
    },
    output: z.object({ id: z.number().int(), unpaired: z.boolean(), waiting: z.number().int() }),
    fails: ['record.missing', 'till.not_paired', 'till.waiting'],
    invalidates: ['pos-device'],
  }),
  approve: defineCommand({
    path: '/admin/pos/approve',
    summary: "A manager's word for a discount at a till, good there for ten minutes",
    audience: 'staff',
    permission: { resource: ['seller', 'sessions', 'orders', 'branchs'], action: 'save' },
    input: {
      device_id: id,
      reason: z.literal('discount'),
      /** The highest discount that it is for, in percent of the goods. */
      percent,
      approval,
    },
    output: z.object({
      /** Sealed by the server; the letter of the sale carries it. */
      word: z.string(),
      approved_by: z.number().int(),
      name: z.string(),
      expires_at: z.string(),
    }),
    fails: [
      'reference.missing',
      'till.not_paired',
      'auth.failed',
      'auth.limited',
      'approval.needed',
      'approval.locked',
      'permission.denied',
    ],
    invalidates: [],
    storesAnswer: false,
  }),
};

/** What a till's row says of its pairing. */
export const pairedTill = {
  /** Null: no browser is paired. */
  paired_at: z.string().nullable(),
  epoch_letters: z.string().nullable(),
  app_version: z.string().nullable(),
  /** Null: the browser has not said whether it keeps the till's store. */
  storage_kept: z.boolean().nullable(),
  /** Sales that the till has told of and that are not here, of all its pairings. */
  waiting: z.number().int(),
  next_no: z.number().int().nullable(),
  /** Numbers that were given and are not here, as ranges; at most 20 of each pairing. */
  missing: z.array(z.object({ epoch_letters: z.string(), from: z.number().int(), to: z.number().int() })),
};
