import { toLatinDigits } from '@dukkan/commerce';

/** A pasted table: cells as they are shown, all rows as wide as the widest. */
export type PastedTable = { readonly rows: readonly (readonly string[])[]; readonly width: number };

/** The sign between the cells: spreadsheets copy tabs, files have semicolons or commas. */
function separatorOf(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (sign: string) => line.split(sign).length;
  return ['\t', ';', ','].find((sign) => count(sign) > 1 && count(sign) >= count(',')) ?? '\t';
}

/** Cells and rows of copied cells or of a csv file; quoted cells may hold anything. */
export function parsePastedTable(text: string): PastedTable {
  const separator = separatorOf(text);
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

/** Whether a pasted text is more than one cell: then it is lines, not a value. */
export const isPastedTable = (text: string): boolean => /[\t\n]/.test(text.trim());

/**
 * A number as a spreadsheet shows it: grouped, with either decimal sign, with a currency beside it. '' where it is
 * none.
 */
export function cleanNumberText(cell: string): string {
  const bare = toLatinDigits(cell)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '')
    .replace(/[^\d.,-]/g, '');
  const [dots, commas] = [bare.split('.').length - 1, bare.split(',').length - 1];
  const decimal = bare.lastIndexOf(',') > bare.lastIndexOf('.') ? ',' : '.';
  // 1,234 and 1.234.567 are grouped; 1,5 and 12.50 are not
  const grouped = (dots === 0 && /^-?\d{1,3}(,\d{3})+$/.test(bare)) || (commas === 0 && dots > 1);
  const text = grouped
    ? bare.replace(/[.,]/g, '')
    : bare.replaceAll(decimal === ',' ? '.' : ',', '').replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? text : '';
}
