import { canonicalJson } from './canonical-json.ts';
import type { PrintedSale } from './printed-sale.ts';

/** What a letter says of its sale: is it offered, was it sold, or is its number void. */
export const LETTER_KINDS = ['offer', 'sold', 'void'] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/** The largest letter in bytes of its signed text, and the most letters of one call. */
export const MAX_LETTER_BYTES = 65_536;
export const MAX_LETTERS_PER_CALL = 50;

export type SaleCartLine =
  | { readonly item_id: number; readonly quantity: number; readonly extras_ids?: readonly number[] }
  | { readonly offer_id: number; readonly quantity: number };

export type SalePayment = {
  readonly payment_id: number;
  readonly amount: number;
  /** Cash received from the customer; the part above the amount is the change. */
  readonly tendered?: number;
  readonly ref_number?: string;
};

/**
 * A sale as the till wrote it down, the body of `offer` and `sold`. Amounts and quantities are decimals as on the wire,
 * except in `printed`.
 * Source: docs/rules/till-sales.md#letters
 */
export type SaleBody = {
  readonly v: 1;
  /** The till's own clock, ISO 8601 in UTC. */
  readonly sold_at: string;
  /** The server's clock less the till's at the last answer; null without one. */
  readonly clock_offset_ms: number | null;
  /** The version of the prices that the till sold by. */
  readonly pack_version: string;
  readonly session_id: number | null;
  readonly cashier_id: number;
  readonly type: 'take_away' | 'dine_in';
  readonly cart: readonly SaleCartLine[];
  readonly client: { readonly phone: string; readonly name: string } | null;
  readonly coupon: string | null;
  readonly discount: number;
  readonly discount_type: 'fixed' | 'percent';
  readonly notes: string | null;
  /** The server's sealed word that somebody approved the discount. */
  readonly approval_word: string | null;
  readonly payments: readonly SalePayment[];
  readonly printed: PrintedSale;
};

/** Why a number has no sale: the server refused it, the customer did not pay, or it was taken back by hand. */
export const VOID_REASONS = ['refused', 'not_paid', 'void'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** The body of `void`. */
export type VoidBody = {
  readonly v: 1;
  /** The till's own clock, ISO 8601 in UTC. */
  readonly at: string;
  readonly cashier_id: number;
  readonly reason: VoidReason;
};

/** A letter before it is signed. */
export type Letter = { readonly seq: number; readonly uuid: string } & (
  | { readonly kind: 'offer' | 'sold'; readonly body: SaleBody }
  | { readonly kind: 'void'; readonly body: VoidBody }
);

/** The till that signs, in one of its pairings. */
export type LetterOrigin = { readonly device_id: number; readonly epoch: number };

/** Writes the text of a letter that the till signs. Source: docs/rules/till-sales.md#letters */
export const toLetterText = (
  { device_id, epoch }: LetterOrigin,
  {
    seq,
    uuid,
    kind,
    body,
  }: { readonly seq: number; readonly uuid: string; readonly kind: LetterKind; readonly body: unknown },
): string => canonicalJson({ device_id, epoch, seq, uuid, kind, body });

/** Writes the text of a whole call that the till signs, over the signatures of its letters. */
export const toCallText = (
  { device_id, epoch }: LetterOrigin,
  call: { readonly sent_at: string; readonly last_no: number; readonly signatures: readonly string[] },
): string =>
  canonicalJson({
    device_id,
    epoch,
    sent_at: call.sent_at,
    last_no: call.last_no,
    letters: call.signatures,
  });

/** What the server says of a letter. Source: docs/rules/till-sales.md#one-uuid-one-fate */
export const LETTER_ANSWERS = ['booked', 'already', 'refused', 'kept', 'voided'] as const;

/** Why an offer was refused or a sold sale waits for a person. */
export type LetterProblem = {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly field: string | null;
};

export type LetterAnswer = {
  readonly uuid: string;
  readonly answer: (typeof LETTER_ANSWERS)[number];
  readonly order_id: number | null;
  readonly till_no: string | null;
  readonly problem: LetterProblem | null;
  /** What the fiscal rule puts on the paper. */
  readonly fiscal: unknown;
};
