import { useRef, useState } from 'react';
import type { HasId } from './list-url.ts';

/** A row in its visible position; a row that was removed in the meantime keeps its position and cannot be clicked. */
export type SteadyRow<R extends HasId> = { readonly row: R; readonly isGone: boolean };

/**
 * Returns the rows to show while the user points at them: existing rows keep their positions, removed ones stay
 * visible, new ones are added at the end.
 */
export function keepRowPositions<R extends HasId>(
  shown: readonly SteadyRow<R>[],
  rows: readonly R[],
): SteadyRow<R>[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  const shownIds = new Set(shown.map(({ row }) => row.id));
  return [
    ...shown.map(({ row }) => {
      const current = now.get(row.id);
      return current ? { row: current, isGone: false } : { row, isGone: true };
    }),
    ...rows.filter(({ id }) => !shownIds.has(id)).map((row) => ({ row, isGone: false })),
  ];
}

type Held<R extends HasId> = {
  readonly shown: readonly SteadyRow<R>[];
  /** The input rows from which the shown rows were computed. */
  readonly rows: readonly R[] | null;
  readonly basis: string | number;
};

/** Returns whether the shown rows differ from the current order, or some of them no longer exist. */
const isOutOfOrder = <R extends HasId>(shown: readonly SteadyRow<R>[], rows: readonly R[]): boolean =>
  shown.length !== rows.length || shown.some(({ row }, index) => row.id !== rows[index]?.id);

/**
 * Returns the rows in their order, but delays changes of the order while the pointer or focus is among them, so that
 * the user clicks the row they saw.
 * Rule: docs/rules/wire.md#lists-that-move
 * @param basis identifies the query and the user's own changes; when it changes, the new order applies at once
 */
export function useSteadyRows<R extends HasId, E extends HTMLElement = HTMLElement>(
  rows: readonly R[],
  basis: string | number = '',
) {
  const area = useRef<E>(null);
  // a ref, because a store that changes in the same event renders before React state is updated
  const isPointed = useRef(false);
  const [, setLeft] = useState(0);
  const redraw = () => setLeft((times) => times + 1);
  const point = (isInside: boolean) => {
    isPointed.current = isInside;
    redraw();
  };
  const held = useRef<Held<R>>({ shown: [], rows: null, basis });
  // checked at every render, because removing a focused row fires no blur event
  const isFocused = area.current?.contains(document.activeElement) ?? false;
  const { current } = held;
  // the user's own changes show at once, together with the rows that they cause
  const isSameBasis = current.basis === basis || current.rows === rows;
  const isHeld = (isPointed.current || isFocused) && isSameBasis && current.shown.length > 0;
  const shown = isHeld ? keepRowPositions(current.shown, rows) : rows.map((row) => ({ row, isGone: false }));
  held.current = { shown, rows, basis: current.rows === rows ? current.basis : basis };
  return {
    rows: shown,
    /** True while the shown order differs from the current one. */
    isHeld: isHeld && isOutOfOrder(shown, rows),
    /** Applies the current order. */
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
