/** The status of a purchase receipt: null sent to the supplier, -1 cancelled, 1 accepted, 2 done and locked. */
export const RECEIPT_STATUSES = [null, -1, 1, 2] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** The effect of a status change on stock and on the receipt. */
export type ReceiptEffect = 'book' | 'drop' | 'lock' | 'unbook';
/** Why a status change is refused. */
export type ReceiptRefusal = 'locked' | 'cancelled' | 'bad_transition';

/** The allowed status changes and their effects; all others are refused. */
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

/** The effect of a status change, nothing when the receipt already has the status, or the refusal. */
export function evaluateReceiptMove(
  from: ReceiptStatus,
  to: ReceiptStatus,
): { readonly effect: ReceiptEffect } | { readonly refusal: ReceiptRefusal } | null {
  if (from === to) return null;
  const move = RECEIPT_MOVES.find((candidate) => candidate.from === from && candidate.to === to);
  if (move) return { effect: move.effect };
  if (from === 2) return { refusal: 'locked' };
  return { refusal: from === -1 ? 'cancelled' : 'bad_transition' };
}

/** The statuses that a receipt may change to. */
export const listReceiptMoves = (from: ReceiptStatus): readonly ReceiptStatus[] =>
  RECEIPT_MOVES.filter((move) => move.from === from).map(({ to }) => to);

/** True while lines may change: sent or accepted. */
export const isReceiptOpen = (status: ReceiptStatus): boolean => status === null || status === 1;
/** True for a receipt that never moved stock, which is the only kind that may be deleted. */
export const canDeleteReceipt = (status: ReceiptStatus): boolean => status === null || status === -1;
