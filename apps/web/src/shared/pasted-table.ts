import { toLatinDigits } from '@dukkan/commerce';
import { useEffect, useEffectEvent } from 'react';

/** A pasted table: the displayed text of each cell; all rows are as wide as the widest. */
export type PastedTable = { readonly rows: readonly (readonly string[])[]; readonly width: number };

/** Returns the separator between cells: spreadsheets copy tabs, CSV files have semicolons or commas. */
function detectSeparator(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return ['\t', ';', ','].find((sign) => count(sign) > 1 && count(sign) >= count(',')) ?? '\t';
}

/** Parses copied cells or CSV text; a quoted cell may contain separators and line breaks. */
export function parsePastedTable(text: string): PastedTable {
  const separator = detectSeparator(text);
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const end = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (sign === separator) end();
    else if (sign === '\n') {
      end();
      rows.push([]);
    } else if (sign !== '\r' && sign !== '\ufeff') cell += sign;
  }
  end();
  const filled = rows.filter((row) => row.some((one) => one !== ''));
  const width = Math.max(0, ...filled.map((row) => row.length));
  return { rows: filled.map((row) => [...row, ...Array(width - row.length).fill('')]), width };
}

/** Returns whether a pasted text has several cells, so that it is pasted as lines and not as a value. */
const isPastedTable = (text: string): boolean => /[\t\n]/.test(text.trim());

/**
 * Takes tables that are pasted anywhere on the page, except into a box of several lines.
 * @param onTable called with the text and with the element that it was pasted into
 */
export function usePastedTable(
  onTable: (text: string, target: EventTarget | null) => void,
  enabled: boolean,
): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!enabled || event.target instanceof HTMLTextAreaElement || !isPastedTable(text)) return;
    event.preventDefault();
    onTable(text, event.target);
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', hear);
    return () => window.removeEventListener('paste', hear);
  }, []);
}

/**
 * Extracts a number from a cell as a spreadsheet displays it: grouped, with either decimal separator, with a currency.
 * Returns '' when it is not a number.
 */
export function cleanNumberText(cell: string): string {
  const bare = toLatinDigits(cell)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '')
    .replace(/[^\d.,-]/g, '');
  const [dots, commas] = [bare.split('.').length - 1, bare.split(',').length - 1];
  const decimal = bare.lastIndexOf(',') > bare.lastIndexOf('.') ? ',' : '.';
  // 1,234 and 1.234.567 have thousands separators; 1,5 and 12.50 have decimals
  const grouped = (dots === 0 && /^-?\d{1,3}(,\d{3})+$/.test(bare)) || (commas === 0 && dots > 1);
  const text = grouped
    ? bare.replace(/[.,]/g, '')
    : bare.replaceAll(decimal === ',' ? '.' : ',', '').replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? text : '';
}
