import { LETTER_ANSWERS, LETTER_KINDS, MAX_LETTERS_PER_CALL } from '@dukkan/commerce';
import * as z from 'zod';
import { defineCommand } from '../kit/endpoint.ts';
import { count, flag, id, instant, text } from '../kit/scalars.ts';

/** A letter of a till: what it sends about one sale. */
const letter = z.strictObject({
  seq: z.int().min(1).max(999_999_999),
  uuid: z.uuid().transform((value) => value.toLowerCase()),
  kind: z.enum(LETTER_KINDS),
  /** The canonical JSON of the body, as text: what is signed must arrive sign by sign. */
  body: z.string().min(2).max(1_000_000),
  /** Ed25519 over the canonical JSON of { device_id, epoch, seq, uuid, kind, body }, as base64url. */
  signature: z.string().min(1).max(200),
});

/** Why a letter was refused, or is held. */
export const letterProblem = z.object({
  code: z.string(),
  params: z.record(z.string(), z.unknown()),
  field: z.string().nullable(),
});

/** A till delivers what it sold (docs/rules/till-sales.md#letters). */
export const tillSync = {
  sync: defineCommand({
    path: '/admin/pos/sync',
    summary: 'Sales of a till: each one is kept before it is booked, and never booked twice',
    notes:
      "The till's key is the right to deliver; an `offer` needs the session of a person who sells besides. A `sold` letter is never refused.",
    audience: 'public',
    permission: null,
    input: {
      device_id: id,
      epoch: z.int().min(1).max(1_000_000),
      sent_at: instant,
      /** The highest number that the till has given. */
      last_no: count,
      app_version: text(40).nullish(),
      /** Whether the browser keeps the till's store. */
      storage_kept: flag.nullish(),
      letters: z.array(letter).max(MAX_LETTERS_PER_CALL),
      /** Over the canonical JSON of { device_id, epoch, sent_at, last_no, letters: [the signature of each] }. */
      signature: z.string().min(1).max(200),
    },
    output: z.object({
      id: z.number().int(),
      /** In the order of the letters. */
      answers: z.array(
        z.object({
          uuid: z.string(),
          answer: z.enum(LETTER_ANSWERS),
          order_id: z.number().int().nullable(),
          till_no: z.string().nullable(),
          problem: letterProblem.nullable(),
          /** What a signed receipt prints. */
          fiscal: z.record(z.string(), z.unknown()).nullable(),
        }),
      ),
      /** The first number of this pairing that is not here. */
      next_seq: z.number().int(),
      /** Ranges of numbers that are missing below the highest one; at most 20. */
      missing: z.array(z.tuple([z.number().int(), z.number().int()])),
      /** True: this pairing has ended, it only delivers. */
      ended: z.boolean(),
      server_time: z.string(),
    }),
    fails: ['till.signature', 'till.letter_too_large', 'service.busy'],
    invalidates: [
      'order',
      'order-payment',
      'pos-session',
      'stock',
      'batch',
      'pos-device',
      'till-letter',
      'till-exception',
    ],
    storesAnswer: false,
    // all letters at their longest, with what escaping adds
    maxBytes: 5 * 1024 * 1024,
  }),
};
