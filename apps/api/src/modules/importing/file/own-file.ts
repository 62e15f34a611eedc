import { getFieldLabel, LOCALES, OWN_FILES } from '@dukkan/contract';
import type { ImportKind } from '../import.view.ts';

/** Returns the label of a column as the export heads it. */
const toHeading = (noun: string | null, name: string, locale: (typeof LOCALES)[number]): string =>
  getFieldLabel(noun === null ? [name] : [noun, name], locale) + (name.endsWith('_id') ? ' #' : '');

/** The headings of our own files by language, each with the field that its column is imported as. */
const listOwnHeadings = (kind: ImportKind): ReadonlyMap<string, string | null>[] => {
  const { noun, columns } = OWN_FILES[kind];
  return LOCALES.map(
    (locale) =>
      new Map<string, string | null>([
        ...Object.entries(columns).map(
          ([name, field]) => [toHeading(noun, name, locale), field] as [string, string | null],
        ),
        // refused rows come back with one more column, their reason
        [getFieldLabel(['reason'], locale), null],
      ]),
  );
};

/**
 * Recognizes a heading row of our own export, in one of its languages with any of its columns in any order
 * (docs/rules/imports.md#our-own-export).
 * @returns the field of each heading, null for a column that is not imported; null when the row is not ours
 */
export function matchOwnFile(headings: readonly string[], kind: ImportKind): (string | null)[] | null {
  const cells = headings.map((cell) => cell.normalize('NFC').trim());
  const fields = listOwnHeadings(kind).find((labels) => cells.every((cell) => labels.has(cell)));
  if (!fields || cells.length === 0 || new Set(cells).size < cells.length) return null;
  return cells.map((cell) => fields.get(cell) ?? null);
}

/** Returns the column of each field in a file of our own; null when it is not ours. */
export function mapOwnFile(
  columns: readonly { readonly key: string; readonly header: string | null }[],
  fields: readonly string[],
  kind: ImportKind,
): Record<string, string | null> | null {
  const own = matchOwnFile(
    columns.map(({ header }) => header ?? ''),
    kind,
  );
  if (!own) return null;
  return Object.fromEntries(fields.map((field) => [field, columns[own.indexOf(field)]?.key ?? null]));
}
