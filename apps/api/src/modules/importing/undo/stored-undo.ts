import type { ImportFieldChange } from '../import.view.ts';
import type { RowUndo, UndoField } from '../row-undo.ts';

type Texts = Readonly<Record<string, string>>;

/** The undo data of imports before November 2026: whole previous values, with the written ones stored separately. */
type FormerUndo = {
  readonly titles?: Texts;
  readonly descriptions?: Texts;
  readonly price?: number;
  readonly free?: number;
  readonly compare_at?: number | null;
  readonly status?: number;
  readonly item?: { readonly id: number; readonly price: number | null };
};

export type StoredUndo = RowUndo & FormerUndo;

/** Returns the undo data of a row in the current shape, also for old rows. */
export function toRowUndo(stored: StoredUndo | null, changes: readonly ImportFieldChange[]): RowUndo {
  if (stored === null) return {};
  const { titles, descriptions, price, free, compare_at, status, item, ...undo } = stored;
  const former = { price, free, compare_at, status };
  const fields: Record<string, UndoField> = {};
  for (const { field, to } of changes) {
    const [noun = '', locale = ''] = field.split('.');
    const texts = noun === 'names' ? titles : noun === 'descriptions' ? descriptions : undefined;
    if (texts) fields[`${noun}.${locale}`] = { from: texts[locale] ?? '', to: to ?? '' };
    else if (field === 'price' && item) fields[`item.${item.id}`] = { from: item.price, to };
    else if (Object.hasOwn(former, field) && former[field as keyof typeof former] !== undefined)
      fields[field] = { from: former[field as keyof typeof former], to };
  }
  return Object.keys(fields).length === 0 ? undo : { ...undo, fields: { ...fields, ...undo.fields } };
}
