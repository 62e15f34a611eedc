import { useRef, useState } from 'react';
import type { Row } from '../shared/order-status.tsx';

/** A card where it stands; one that has left meanwhile keeps its place, and nothing can be pressed on it. */
export type SteadyCard = { readonly row: Row; readonly isGone: boolean };

/**
 * The cards of a column as long as somebody points at them: those that are there keep their places, those that left
 * stand still as they were, new ones come at the end.
 */
export function keepPlaces(shown: readonly SteadyCard[], cards: readonly Row[]): SteadyCard[] {
  const now = new Map(cards.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ row }) => row.id));
  return [
    ...shown.map(({ row }) => {
      const current = now.get(row.id);
      return current ? { row: current, isGone: false } : { row, isGone: true };
    }),
    ...cards.filter(({ id }) => !known.has(id)).map((row) => ({ row, isGone: false })),
  ];
}

/**
 * The cards of a column in their order, which waits while the pointer or the focus is in the column: what is pressed is
 * what was seen.
 */
export function useSteadyCards(cards: readonly Row[]) {
  const column = useRef<HTMLElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [, setLeft] = useState(0);
  const shown = useRef<readonly SteadyCard[]>([]);
  // asked anew each time: a focused card that goes tells nobody that the focus has gone
  const isFocused = column.current?.contains(document.activeElement) ?? false;
  shown.current =
    isPointed || isFocused ? keepPlaces(shown.current, cards) : cards.map((row) => ({ row, isGone: false }));
  return {
    cards: shown.current,
    column: {
      ref: column,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onBlur: () => setLeft((times) => times + 1),
    },
  };
}
