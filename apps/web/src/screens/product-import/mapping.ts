import { CUSTOMER_IMPORT_FIELDS, IMPORT_FIELDS, PRICE_IMPORT_FIELDS } from 'virtual:facts';
import type { ImportField } from '@dukkan/contract';
import { readStored, writeStored } from '../../lib/store.ts';
import type { Import } from './import.ts';

/** The field of each column by the column's key; columns without a field are ignored. */
export type FieldByColumn = Readonly<Record<string, ImportField>>;

export const listImportFields = (kind: Import['kind']): readonly ImportField[] =>
  kind === 'price' ? PRICE_IMPORT_FIELDS : kind === 'customer' ? CUSTOMER_IMPORT_FIELDS : IMPORT_FIELDS;

/** Converts the server's mapping (field to column letter or header) to the screen's (column to field). */
export function toFieldByColumn(
  { kind, columns }: Pick<Import, 'kind' | 'columns'>,
  mapping: Readonly<Record<string, string | null>>,
): FieldByColumn {
  const pairs = listImportFields(kind).flatMap((field): [string, ImportField][] => {
    const named = mapping[field];
    if (!named) return [];
    const column =
      columns.find(({ key }) => key === named) ??
      columns.find(({ header }) => header?.trim() === named.trim());
    return column ? [[column.key, field]] : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * Converts back to the server's mapping; includes every field of the kind, so that fields without a column are cleared.
 */
export function toColumnByField(kind: Import['kind'], chosen: FieldByColumn): Record<string, string | null> {
  const columnOf = new Map(Object.entries(chosen).map(([key, field]) => [field, key]));
  return Object.fromEntries(listImportFields(kind).map((field) => [field, columnOf.get(field) ?? null]));
}

/** Returns the mapping with one column changed; a field has only one column, so it is removed from its previous one. */
export function assignColumnField(
  chosen: FieldByColumn,
  column: string,
  field: ImportField | null,
): FieldByColumn {
  const others = Object.entries(chosen).filter(([key, held]) => key !== column && held !== field);
  return Object.fromEntries(field ? [...others, [column, field]] : others);
}

/** Returns whether two mappings are equal. */
export const isSameMapping = (one: FieldByColumn, other: FieldByColumn): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, field]) => other[key] === field);

const STORED = 'dukkan.import-columns';
const KEPT_MAX = 30;

type StoredMappings = Readonly<Record<string, FieldByColumn>>;

/** Returns a key for the shape of a file: files of one supplier have the same headers in the same columns. */
export const buildFileShapeKey = ({ kind, columns }: Pick<Import, 'kind' | 'columns'>): string =>
  JSON.stringify([kind, columns.map(({ key, header }) => [key, header?.trim().toLowerCase() ?? ''])]);

function readStoredMappings(account: number): StoredMappings {
  try {
    const stored: unknown = JSON.parse(readStored('local', `${STORED}.${account}`) ?? '{}');
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
      ? (stored as StoredMappings)
      : {};
  } catch {
    // damaged text counts as nothing stored
    return {};
  }
}

/** The fields that identify a row's record: a product's barcode, number or name, or a customer's phone. */
const TELLING = { product: /^(barcode|id$|names\.)/, price: /^barcode/, customer: /^phone/ };

/** Returns whether the selected fields identify a row's record. */
export const hasIdentifyingField = (kind: Import['kind'], fields: Iterable<ImportField>): boolean =>
  [...fields].some((field) => TELLING[kind].test(field));

/** Returns the user's last mapping for a file of this shape on this device; null for a new shape. */
export function loadRememberedMapping(
  account: number,
  file: Pick<Import, 'kind' | 'columns'>,
): FieldByColumn | null {
  const storedMapping = readStoredMappings(account)[buildFileShapeKey(file)];
  return storedMapping && hasIdentifyingField(file.kind, Object.values(storedMapping)) ? storedMapping : null;
}

/** Stores a mapping for the next file of this shape; the oldest shapes are deleted. */
export function saveRememberedMapping(
  account: number,
  file: Pick<Import, 'kind' | 'columns'>,
  chosen: FieldByColumn,
): void {
  const shape = buildFileShapeKey(file);
  const others = Object.entries(readStoredMappings(account)).filter(([key]) => key !== shape);
  const newestMappings = Object.fromEntries([...others, [shape, chosen]].slice(-KEPT_MAX));
  writeStored('local', `${STORED}.${account}`, JSON.stringify(newestMappings));
}
