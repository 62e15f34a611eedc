import { useRef, useState } from 'react';
import type { HasId } from './list-url.ts';

/** A row where it stands; one that has left meanwhile keeps its place, and nothing can be pressed on it. */
export type SteadyRow<R extends HasId> = { readonly row: R; readonly isGone: boolean };

/**
 * The rows as long as somebody points at them: those that are there keep their places, those that left stand still as
 * they were, new ones come at the end.
 */
export function keepPlaces<R extends HasId>(
  shown: readonly SteadyRow<R>[],
  rows: readonly R[],
): SteadyRow<R>[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ row }) => row.id));
  return [
    ...shown.map(({ row }) => {
      const current = now.get(row.id);
      return current ? { row: current, isGone: false } : { row, isGone: true };
    }),
    ...rows.filter(({ id }) => !known.has(id)).map((row) => ({ row, isGone: false })),
  ];
}

type Held<R extends HasId> = {
  readonly shown: readonly SteadyRow<R>[];
  /** What the shown rows were made of. */
  readonly rows: readonly R[] | null;
  readonly basis: string | number;
};

/** True where rows stand elsewhere than their order says, or stand there no more. */
const isOutOfOrder = <R extends HasId>(shown: readonly SteadyRow<R>[], rows: readonly R[]): boolean =>
  shown.length !== rows.length || shown.some(({ row }, index) => row.id !== rows[index]?.id);

/**
 * Rows in their order, which waits while the pointer or the focus is among them: what is pressed is what was seen.
 * Rule: docs/rules/wire.md#lists-that-move
 * @param basis what the caller asked for and did; when it changes, the rows take their order at once
 */
export function useSteadyRows<R extends HasId, E extends HTMLElement = HTMLElement>(
  rows: readonly R[],
  basis: string | number = '',
) {
  const area = useRef<E>(null);
  // a ref, because a store that changes in the same event is drawn before a state of React is
  const isPointed = useRef(false);
  const [, setLeft] = useState(0);
  const redraw = () => setLeft((times) => times + 1);
  const point = (isInside: boolean) => {
    isPointed.current = isInside;
    redraw();
  };
  const held = useRef<Held<R>>({ shown: [], rows: null, basis });
  // asked anew each time: a focused row that goes tells nobody that the focus has gone
  const isFocused = area.current?.contains(document.activeElement) ?? false;
  const { current } = held;
  // what the user did themselves shows with the rows that come after it
  const isSameBasis = current.basis === basis || current.rows === rows;
  const isHeld = (isPointed.current || isFocused) && isSameBasis && current.shown.length > 0;
  const shown = isHeld ? keepPlaces(current.shown, rows) : rows.map((row) => ({ row, isGone: false }));
  held.current = { shown, rows, basis: current.rows === rows ? current.basis : basis };
  return {
    rows: shown,
    /** True while the rows stand otherwise than they would if nobody pointed at them. */
    isHeld: isHeld && isOutOfOrder(shown, rows),
    /** Takes the order of now. */
    release: () => {
      held.current = { shown: [], rows: null, basis };
      redraw();
    },
    area: {
      ref: area,
      onPointerEnter: () => point(true),
      onPointerLeave: () => point(false),
      onBlur: redraw,
    },
  };
}
