import { parseDay } from '@dukkan/commerce';
import { type KeyboardEvent, useRef } from 'react';
import { createBoxScanReader } from '../lib/scan-in-box.ts';

/** A cell of the grid with its text box and the index of its row. */
type Cell = { readonly input: HTMLInputElement; readonly index: number };

const PAGE = 10;
function readFocusedCell(target: EventTarget): Cell | null {
  if (!(target instanceof HTMLInputElement) || target.dataset.cell === undefined) return null;
  return { input: target, index: Number(target.dataset.index) };
}

/** Returns the cells of a row, in reading direction. */
const listRowCells = (table: Element, index: number) => [
  ...table.querySelectorAll<HTMLInputElement>(`input[data-index="${index}"]:enabled`),
];

/** Focuses a cell and selects its text, so that typing replaces it. */
export function focusCell(table: Element | null, index: number, cell: string): boolean {
  const input = table?.querySelector<HTMLInputElement>(`input[data-index="${index}"][data-cell="${cell}"]`);
  input?.focus();
  input?.scrollIntoView({ block: 'nearest' });
  return input !== null && input !== undefined;
}

export type GridKeysOptions = {
  onScan: (barcode: string) => void;
  /** Absent when lines cannot be removed. */
  onRemove?: ((index: number) => void) | undefined;
  /** Called for Enter on the last line. */
  onEnd: () => void;
  /** Sets the text of a cell as if it had been typed. */
  onText: (input: HTMLInputElement, text: string) => void;
};

/**
 * Handles the keyboard of the lines like a spreadsheet: arrows and Enter move, F2 edits, Escape restores, Delete
 * removes the line. A scan into a cell is detected, and its digits are removed from the cell.
 */
export function useGridKeys({ onScan, onRemove, onEnd, onText }: GridKeysOptions) {
  const read = useRef(createBoxScanReader());

  const hearScan = (event: KeyboardEvent<HTMLElement>) => {
    const cell = readFocusedCell(event.target);
    if (!cell || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const press = { key, shiftKey, code: event.nativeEvent.code, at: event.timeStamp };
    const reading = read.current(press, cell.input);
    if (reading === null || reading === 'burst') return;
    // eight digits may be a day where days are typed
    if (cell.input.dataset.cell === 'expire' && parseDay(reading.code) !== null) return;
    event.preventDefault();
    event.stopPropagation();
    onText(cell.input, reading.before);
    onScan(reading.code);
  };

  const go = (event: KeyboardEvent<HTMLElement>, cell: Cell, by: number): boolean => {
    const table = event.currentTarget;
    const rows = table.querySelectorAll(`input[data-cell="${cell.input.dataset.cell}"]`).length;
    const to = Math.max(0, Math.min(rows - 1, cell.index + by));
    return to !== cell.index && focusCell(table, to, cell.input.dataset.cell ?? '');
  };

  const aside = (event: KeyboardEvent<HTMLElement>, { input, index }: Cell, by: 1 | -1) => {
    const cells = listRowCells(event.currentTarget, index);
    const next = cells[cells.indexOf(input) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = readFocusedCell(event.target);
    if (!cell || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { input } = cell;
    const editing = input.dataset.editing === '1';
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!go(event, cell, event.shiftKey ? -1 : 1) && !event.shiftKey) onEnd();
    } else if (steps[event.key] !== undefined) {
      event.preventDefault();
      go(event, cell, steps[event.key] ?? 0);
    } else if (event.key === 'F2') {
      event.preventDefault();
      input.dataset.editing = '1';
      input.setSelectionRange(input.value.length, input.value.length);
    } else if (event.key === 'Escape' && editing) {
      event.preventDefault();
      onText(input, input.dataset.was ?? '');
      delete input.dataset.editing;
      requestAnimationFrame(() => input.select());
    } else if (event.key === 'Delete' && !editing && onRemove) {
      event.preventDefault();
      onRemove(cell.index);
    } else if (!editing && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      aside(event, cell, event.key === forward ? 1 : -1);
    }
  };

  return {
    onKeyDownCapture: hearScan,
    onKeyDown,
    onFocus: (event: { target: EventTarget }) => {
      const cell = readFocusedCell(event.target);
      if (!cell) return;
      cell.input.dataset.was = cell.input.value;
      delete cell.input.dataset.editing;
      cell.input.select();
    },
    onInput: (event: { target: EventTarget }) => {
      const cell = readFocusedCell(event.target);
      if (cell) cell.input.dataset.editing = '1';
    },
  };
}
