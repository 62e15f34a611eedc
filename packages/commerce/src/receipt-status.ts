/** Status of a purchase receipt: null sent to the supplier, -1 cancelled, 1 accepted, 2 done and locked (section 4). */
export const RECEIPT_STATUSES = [null, -1, 1, 2] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** What a move of a receipt does to stock and to itself. */
export type ReceiptEffect = 'book' | 'drop' | 'lock' | 'unbook';
/** Why a move is refused. */
export type ReceiptRefusal = 'locked' | 'cancelled' | 'bad_transition';

/** The allowed moves and what they do (decisions 3.6); every other is refused. */
export const RECEIPT_MOVES: readonly {
  readonly from: ReceiptStatus;
  readonly to: ReceiptStatus;
  readonly effect: ReceiptEffect;
}[] = [
  { from: null, to: 1, effect: 'book' },
  { from: null, to: -1, effect: 'drop' },
  { from: 1, to: 2, effect: 'lock' },
  { from: 1, to: -1, effect: 'unbook' },
];

/** What moving a receipt means: an effect, nothing where it stands there already, or the refusal. */
export function receiptMove(
  from: ReceiptStatus,
  to: ReceiptStatus,
): { readonly effect: ReceiptEffect } | { readonly refusal: ReceiptRefusal } | null {
  if (from === to) return null;
  const move = RECEIPT_MOVES.find((one) => one.from === from && one.to === to);
  if (move) return { effect: move.effect };
  if (from === 2) return { refusal: 'locked' };
  return { refusal: from === -1 ? 'cancelled' : 'bad_transition' };
}

/** The statuses that a receipt can be moved to from where it stands. */
export const receiptMovesFrom = (from: ReceiptStatus): readonly ReceiptStatus[] =>
  RECEIPT_MOVES.filter((move) => move.from === from).map(({ to }) => to);

/** Lines may change while nothing is final: sent or accepted. */
export const isReceiptOpen = (status: ReceiptStatus): boolean => status === null || status === 1;
/** Only what never moved stock may be deleted (decisions 3.6). */
export const canDeleteReceipt = (status: ReceiptStatus): boolean => status === null || status === -1;
