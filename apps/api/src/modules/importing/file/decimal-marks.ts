import { type DecimalMark, detectDecimalMark } from './parse-number.ts';

/** Longer cells are texts, whatever digits stand in them. */
const PRICE_MAX = 80;
const HAS_MARK = /[.,\u066b\u066c]/;

/** Which decimal mark the cells of each column show, whatever the order of the rows. */
export type DecimalMarks = {
  /** Takes the cells of a row into account. */
  read(cells: readonly string[]): void;
  /** The mark of a column by its place; null where its cells show none, or both. */
  markOf(at: number): DecimalMark;
};

/**
 * Makes a finder of the decimal marks of a table's columns (docs/rules/imports.md#prices).
 * @param currency the shop's, as ISO 4217 code
 */
export function createDecimalMarks(currency: string): DecimalMarks {
  const shown: (DecimalMark | 'both')[] = [];
  return {
    read: (cells) => {
      for (const [at, cell] of cells.entries()) {
        const known = shown[at] ?? null;
        if (known === 'both' || cell.length > PRICE_MAX || !HAS_MARK.test(cell)) continue;
        const mark = detectDecimalMark(cell, currency);
        if (mark !== null) shown[at] = known === null || known === mark ? mark : 'both';
      }
    },
    markOf: (at) => {
      const known = shown[at] ?? null;
      return known === 'both' ? null : known;
    },
  };
}
