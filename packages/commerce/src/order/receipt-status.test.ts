import { describe, expect, test } from 'vitest';
import {
  canDeleteReceipt,
  evaluateReceiptMove,
  isReceiptOpen,
  listReceiptMoves,
  RECEIPT_STATUSES,
} from './receipt-status.ts';

/** Written by hand: from → to. */
const TABLE = {
  'null→1': 'book',
  'null→-1': 'drop',
  '1→2': 'lock',
  '1→-1': 'unbook',
  'null→2': 'bad_transition',
  '1→null': 'bad_transition',
  '-1→null': 'cancelled',
  '-1→1': 'cancelled',
  '-1→2': 'cancelled',
  '2→null': 'locked',
  '2→-1': 'locked',
  '2→1': 'locked',
} as Readonly<Record<string, string>>;

describe('receipt status changes', () => {
  for (const from of RECEIPT_STATUSES)
    for (const to of RECEIPT_STATUSES)
      test(`a receipt moves from ${from} to ${to} as in the table`, () => {
        const move = evaluateReceiptMove(from, to);
        if (from === to) expect(move).toBeNull();
        else expect(Object.values(move ?? {})).toEqual([TABLE[`${from}→${to}`]]);
        expect(listReceiptMoves(from).includes(to)).toBe(move !== null && 'effect' in move);
      });

  test('a receipt is open until it is final, and can be deleted only when it never moved stock', () => {
    expect(RECEIPT_STATUSES.map(isReceiptOpen)).toEqual([true, false, true, false]);
    expect(RECEIPT_STATUSES.map(canDeleteReceipt)).toEqual([true, true, false, false]);
  });
});
