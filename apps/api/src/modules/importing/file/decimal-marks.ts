import { type DecimalMark, detectDecimalMark } from './parse-number.ts';

/** Longer cells are texts and not prices, even if they contain digits. */
const PRICE_MAX = 80;
const HAS_MARK = /[.,\u066b\u066c]/;

/** Collects the decimal mark of each column of a table; the order of the rows does not matter. */
export type DecimalMarks = {
  /** Adds the cells of a row. */
  read(cells: readonly string[]): void;
  /** Returns the decimal mark of the column at an index; null when its cells show none, or both. */
  markOf(at: number): DecimalMark;
};

/**
 * Creates a collector of the decimal marks of a table's columns (docs/rules/imports.md#prices).
 * @param currency the shop's currency as ISO 4217 code
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
