import type { Letter, LetterAnswer, LetterOrigin, LetterProblem, SaleBody, VoidBody } from './letters.ts';

/** Source: docs/rules/till-sales.md#states */
export type SaleState = 'offered' | 'sold' | 'booked' | 'voided';

/** A sale as the till's store keeps it. */
export type StoredSale = {
  readonly uuid: string;
  readonly seq: number;
  readonly state: SaleState;
  readonly body: SaleBody;
  /** Only of a voided sale. */
  readonly void_body: VoidBody | null;
  /** False from the moment a paper is due until the page says that it is out. */
  readonly is_printed: boolean;
  /** The server's answer to it, of a booked sale. */
  readonly answer: LetterAnswer | null;
};

/** A transaction of the store that was asked for and is not confirmed. */
export type PendingWrite = {
  readonly id: number;
  readonly puts: readonly StoredSale[];
  readonly deletes: readonly string[];
  /** The next free number, where the write takes one. */
  readonly next_no: number | null;
  /** What is done once it is confirmed. */
  readonly afterwards: readonly TillEffect[];
};

export type TillStatus =
  /** The store is not read yet. */
  | 'starting'
  | 'ready'
  /** A sale is being written down or offered. */
  | 'busy'
  /** A sale of before the start is not decided: was it paid? */
  | 'asking'
  /** The store cannot be written. */
  | 'stopped';

export type CurrentSale = {
  readonly uuid: string;
  /** Being written down, offered to the server, or asked about. */
  readonly step: 'writing' | 'offered' | 'asking';
  /** The call of its offer. */
  readonly call: number | null;
};

/** A letter that the server keeps for a person: it waits, and hinders nothing. */
export type KeptLetter = { readonly uuid: string; readonly problem: LetterProblem | null };

export type TillState = {
  readonly status: TillStatus;
  readonly origin: LetterOrigin;
  readonly next_no: number;
  /** What the store holds, as far as it is confirmed, in order of seq. */
  readonly sales: readonly StoredSale[];
  readonly pending: readonly PendingWrite[];
  /** The sale that is being sold or asked about. */
  readonly current: CurrentSale | null;
  /** The sale that was paid last: it is sold once, also when it is booked and forgotten before the second press. */
  readonly last_uuid: string | null;
  /** The sender's call under way. */
  readonly call: { readonly id: number; readonly uuids: readonly string[] } | null;
  /** The wake that was asked for last; an older one is not heard. */
  readonly wake: number | null;
  /** The number of the sender's calls in a row that brought nothing. */
  readonly failures: number;
  readonly kept_letters: readonly KeptLetter[];
  readonly last_answer_at: number | null;
  readonly alone_since: number | null;
  /** The code of the last failure, until the next answer. */
  readonly last_failure: string | null;
  /** Numbers for writes, calls and wakes. */
  readonly next_id: number;
};

/** What happens to a till; `at` is its own clock in milliseconds. */
export type TillEvent =
  | {
      readonly kind: 'started';
      readonly at: number;
      readonly origin: LetterOrigin;
      readonly next_no: number;
      readonly sales: readonly StoredSale[];
    }
  /** The cashier ended the sale; the page made its uuid and priced its cart. */
  | {
      readonly kind: 'paid';
      readonly at: number;
      readonly uuid: string;
      readonly body: SaleBody;
      /** How long the server may take; 1,500 without a value. */
      readonly deadline_ms?: number;
    }
  | { readonly kind: 'written'; readonly at: number; readonly write: number }
  | { readonly kind: 'write_failed'; readonly at: number; readonly write: number }
  | {
      readonly kind: 'answered';
      readonly at: number;
      readonly call: number;
      readonly answers: readonly LetterAnswer[];
    }
  /** A call failed or its time was up; the code is the server's, or `network`. */
  | { readonly kind: 'failed'; readonly at: number; readonly call: number; readonly code: string }
  | { readonly kind: 'deadline'; readonly at: number; readonly uuid: string }
  | { readonly kind: 'woken'; readonly at: number; readonly wake: number }
  /** A cart is being filled or paid, a sale comes soon: whether the server answers is asked now. */
  | { readonly kind: 'touched'; readonly at: number }
  | { readonly kind: 'printed'; readonly at: number; readonly uuid: string }
  /** The answer to "was it paid?". */
  | {
      readonly kind: 'resolved';
      readonly at: number;
      readonly uuid: string;
      readonly is_paid: boolean;
      readonly cashier_id: number;
    };

/** What the page does for the reducer. */
export type TillEffect =
  /** One strict transaction, answered by `written` or `write_failed`. */
  | {
      readonly kind: 'write';
      readonly write: number;
      readonly puts: readonly StoredSale[];
      readonly deletes: readonly string[];
      readonly next_no: number | null;
    }
  /** A call with one offer and a timer: `answered` or `failed`, and `deadline` when the time is up. */
  | {
      readonly kind: 'offer';
      readonly call: number;
      readonly letter: Letter;
      readonly last_no: number;
      readonly deadline_ms: number;
    }
  /** A call of the sender; without letters it only asks whether the server is there. */
  | {
      readonly kind: 'send';
      readonly call: number;
      readonly letters: readonly Letter[];
      readonly last_no: number;
    }
  /** `printed` follows. A copy may be out already, before the till was restarted. */
  | { readonly kind: 'print'; readonly sale: StoredSale; readonly is_copy: boolean }
  | { readonly kind: 'open_drawer'; readonly uuid: string }
  | {
      readonly kind: 'return_cart';
      readonly uuid: string;
      readonly body: SaleBody;
      readonly problem: LetterProblem | null;
    }
  /** `woken` with the same number after that time. */
  | { readonly kind: 'wake'; readonly wake: number; readonly after_ms: number };

export type TillStep = { readonly state: TillState; readonly effects: readonly TillEffect[] };
