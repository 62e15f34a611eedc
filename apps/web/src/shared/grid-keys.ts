import { isBarcode, parseDay } from '@dukkan/commerce';
import { type KeyboardEvent, useRef } from 'react';
import { createScanDetector } from '../lib/scan.ts';

/** A cell that is typed into, as its input names it. */
type Cell = { readonly input: HTMLInputElement; readonly index: number };

/** In a cell a short quick number is a quantity in a hurry; a scanned code is longer. */
const CODE_MIN = 6;
const PAGE = 10;
/** A slow scanner's code into a marked cell: no quantity, price or day is that long. */
const SLOW_CODE_MIN = 8;
const VALUE_MAX = 10_000_000;
const isCode = (text: string): boolean =>
  text.length >= SLOW_CODE_MIN && isBarcode(text) && !(Number(text) < VALUE_MAX) && parseDay(text) === null;

function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof HTMLInputElement) || target.dataset.cell === undefined) return null;
  return { input: target, index: Number(target.dataset.index) };
}

/** The cells of one row, in the order of the reading direction. */
const cellsOf = (table: Element, index: number) => [
  ...table.querySelectorAll<HTMLInputElement>(`input[data-index="${index}"]:enabled`),
];

/** Puts the focus into a cell, its text marked so that typing replaces it. */
export function focusCell(table: Element | null, index: number, cell: string): boolean {
  const input = table?.querySelector<HTMLInputElement>(`input[data-index="${index}"][data-cell="${cell}"]`);
  input?.focus();
  input?.scrollIntoView({ block: 'nearest' });
  return input !== null && input !== undefined;
}

export type GridKeysOptions = {
  onScan: (barcode: string) => void;
  /** Absent where lines stay. */
  onRemove?: ((index: number) => void) | undefined;
  /** Enter below the last line. */
  onEnd: () => void;
  /** Puts a text into a cell, as if it were typed. */
  onText: (input: HTMLInputElement, text: string) => void;
};

/**
 * The keyboard of the lines, as a spreadsheet has it: arrows and Enter move, F2 edits, Escape takes back, Delete
 * removes the line. A scanner that types into a cell is heard, and what it typed there is taken out again.
 */
export function useGridKeys({ onScan, onRemove, onEnd, onText }: GridKeysOptions) {
  const read = useRef(createScanDetector());
  /** The cell as it was before the first sign of what may become a scan. */
  const before = useRef<{ input: HTMLInputElement; text: string } | null>(null);

  const hearScan = (event: KeyboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    if (!cell || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const reading = read.current({ key, shiftKey, code: event.nativeEvent.code, at: event.timeStamp });
    if (reading === null && key.length === 1) before.current = { input: cell.input, text: cell.input.value };
    if (reading === null || reading === 'burst' || reading.code.length < CODE_MIN) return;
    event.preventDefault();
    event.stopPropagation();
    if (before.current) onText(before.current.input, before.current.text);
    onScan(reading.code);
  };

  const go = (event: KeyboardEvent<HTMLElement>, cell: Cell, by: number): boolean => {
    const table = event.currentTarget;
    const rows = table.querySelectorAll(`input[data-cell="${cell.input.dataset.cell}"]`).length;
    const to = Math.max(0, Math.min(rows - 1, cell.index + by));
    return to !== cell.index && focusCell(table, to, cell.input.dataset.cell ?? '');
  };

  const aside = (event: KeyboardEvent<HTMLElement>, { input, index }: Cell, by: 1 | -1) => {
    const cells = cellsOf(event.currentTarget, index);
    const next = cells[cells.indexOf(input) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    if (!cell || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { input } = cell;
    const editing = input.dataset.editing === '1';
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
    if (event.key === 'Enter' && input.value !== input.dataset.was && isCode(input.value)) {
      event.preventDefault();
      const code = input.value;
      onText(input, input.dataset.was ?? '');
      onScan(code);
    } else if (event.key === 'Enter') {
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
      const cell = cellOf(event.target);
      if (!cell) return;
      cell.input.dataset.was = cell.input.value;
      delete cell.input.dataset.editing;
      cell.input.select();
    },
    onInput: (event: { target: EventTarget }) => {
      const cell = cellOf(event.target);
      if (cell) cell.input.dataset.editing = '1';
    },
  };
}
