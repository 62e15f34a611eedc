import type { PricedCart } from '@dukkan/commerce';
import { EMPTY_DRAFT, type SaleDraft } from './draft.ts';
import type { SalePart } from './price-sale.ts';

/** What the page says, in its live region and in one line; `at` tells two equal ones apart. */
export type Notice = { readonly tone: 'plain' | 'good' | 'bad'; readonly text: string; readonly at: number };

/** The sale that was paid last; it stays on the page until the next one begins. */
export type DoneSale = {
  readonly uuid: string;
  readonly due: bigint;
  /** Null when no cash was given. */
  readonly change: bigint | null;
  readonly draft: SaleDraft;
  /** False until the paper is due. */
  readonly isSold: boolean;
};

/** A dialog of the page. */
export type TillDialogName =
  | 'keys'
  | 'queue'
  | 'client'
  | 'coupon'
  | 'notes'
  | 'discount'
  | 'take_up'
  | 'drawer'
  | 'remove'
  | 'clear'
  | 'extras';

/** The payment that is being taken. */
export type Paying = {
  /** What was already taken by other methods. */
  readonly parts: readonly SalePart[];
  readonly method: number | null;
  /** What the customer gave in cash, in minor units; null: exactly. */
  readonly given: bigint | null;
  /** What this method covers of the rest; null: all of it. */
  readonly covers: bigint | null;
  readonly ref: string;
};

export const NO_PAYING: Paying = { parts: [], method: null, given: null, covers: null, ref: '' };

export type TillView = {
  readonly draft: SaleDraft;
  /** The draft priced with what is being paid. */
  readonly priced: PricedCart | null;
  /** Digits that were typed with no box for them. */
  readonly entry: string;
  readonly step: 'selling' | 'paying';
  readonly paying: Paying;
  readonly done: DoneSale | null;
  readonly notice: Notice | null;
  readonly dialog: TillDialogName | null;
  /** Lines that were taken away since the page was opened. */
  readonly voids: number;
  /** Changes with every pack that was taken over. */
  readonly packs: number;
  /** The carts that are put aside here, as far as they are known. */
  readonly holds: number;
};

export const FIRST_VIEW: TillView = {
  draft: EMPTY_DRAFT,
  priced: null,
  entry: '',
  step: 'selling',
  paying: NO_PAYING,
  done: null,
  notice: null,
  dialog: null,
  voids: 0,
  packs: 0,
  holds: 0,
};
