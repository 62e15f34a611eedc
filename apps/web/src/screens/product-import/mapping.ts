import { CUSTOMER_IMPORT_FIELDS, IMPORT_FIELDS, PRICE_IMPORT_FIELDS } from 'virtual:facts';
import type { ImportField } from '@dukkan/contract';
import { readStored, writeStored } from '../../lib/store.ts';
import type { Import } from './import.ts';

/** Column key to the field that it holds; a column that is not there is not used. */
export type FieldByColumn = Readonly<Record<string, ImportField>>;

export const listImportFields = (kind: Import['kind']): readonly ImportField[] =>
  kind === 'price' ? PRICE_IMPORT_FIELDS : kind === 'customer' ? CUSTOMER_IMPORT_FIELDS : IMPORT_FIELDS;

/** What the server speaks of (field to column, by letter or header) as what the eye reads: column to field. */
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

/** The other way round, every field of the kind named, so that what is no longer chosen is let go of. */
export function toColumnByField(kind: Import['kind'], chosen: FieldByColumn): Record<string, string | null> {
  const columnOf = new Map(Object.entries(chosen).map(([key, field]) => [field, key]));
  return Object.fromEntries(listImportFields(kind).map((field) => [field, columnOf.get(field) ?? null]));
}

/** The choice with one column changed; a field stands in one column only, so it leaves the one it was in. */
export function assignColumnField(
  chosen: FieldByColumn,
  column: string,
  field: ImportField | null,
): FieldByColumn {
  const others = Object.entries(chosen).filter(([key, held]) => key !== column && held !== field);
  return Object.fromEntries(field ? [...others, [column, field]] : others);
}

/** Whether two choices say the same of every column. */
export const isSameMapping = (one: FieldByColumn, other: FieldByColumn): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, field]) => other[key] === field);

const STORED = 'dukkan.import-columns';
const KEPT_MAX = 30;

type Kept = Readonly<Record<string, FieldByColumn>>;

/** Names a file's shape: files of one supplier have the same headers in the same columns. */
export const buildFileShapeKey = ({ kind, columns }: Pick<Import, 'kind' | 'columns'>): string =>
  JSON.stringify([kind, columns.map(({ key, header }) => [key, header?.trim().toLowerCase() ?? ''])]);

function readKept(account: number): Kept {
  try {
    const kept: unknown = JSON.parse(readStored('local', `${STORED}.${account}`) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
  } catch {
    // somebody else's text under our name: as if nothing were kept
    return {};
  }
}

/** Fields that tell which record a row means: a product's code, number or name, or a customer's phone. */
const TELLING = { product: /^(barcode|id$|names\.)/, price: /^barcode/, customer: /^phone/ };

/** Whether columns are chosen that tell which record a row means. */
export const tellsRecords = (kind: Import['kind'], fields: Iterable<ImportField>): boolean =>
  [...fields].some((field) => TELLING[kind].test(field));

/** How this person read a file of this shape the last time on this device; null for a new shape. */
export function loadRememberedMapping(
  account: number,
  file: Pick<Import, 'kind' | 'columns'>,
): FieldByColumn | null {
  const kept = readKept(account)[buildFileShapeKey(file)];
  return kept && tellsRecords(file.kind, Object.values(kept)) ? kept : null;
}

/** Keeps a choice for the next file of this shape; the oldest shapes are forgotten. */
export function saveRememberedMapping(
  account: number,
  file: Pick<Import, 'kind' | 'columns'>,
  chosen: FieldByColumn,
): void {
  const shape = buildFileShapeKey(file);
  const others = Object.entries(readKept(account)).filter(([key]) => key !== shape);
  const kept = Object.fromEntries([...others, [shape, chosen]].slice(-KEPT_MAX));
  writeStored('local', `${STORED}.${account}`, JSON.stringify(kept));
}
