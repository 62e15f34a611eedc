import type { ImportRowError } from '../import.view.ts';
import { truncateCell } from './cell-text.ts';

const SEPARATORS = /[/;,|\n]/;

/** Returns the parts of a cell that holds several values, such as `5512 3456 / 4412 3456`. */
export const splitCell = (text: string): string[] =>
  text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Returns the notice about the values of a row that one field has no room for
 * (docs/rules/imports.md#several-values-in-a-cell).
 */
export const toLeftOutNotice = (
  field: string,
  column: string | null,
  used: string,
  left: readonly string[],
): ImportRowError => ({
  field,
  column,
  code: 'import.row_values_left',
  params: { used: truncateCell(used), left: truncateCell(left.join(', ')) },
});
