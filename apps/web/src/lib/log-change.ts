import { defineFields, type FieldSpec, getFieldValue } from './fact.ts';

type Facts = Readonly<Record<string, FieldSpec>>;
type Sides = { from: unknown; to: unknown };
export type LogChange = Sides & {
  readonly of: FieldSpec;
  /** The title of the item that changed, where it is not a field of the record. */
  readonly title?: string;
  /** The language that changed, of a text in several. */
  readonly language?: string;
};

/** What the audit log stores instead of a secret. */
const SECRET = '•••';

/** Fields that appear only in the audit log. */
const logFields = defineFields({
  password_hash: { kind: 'code', label: 'fields:password' },
  email_verified_at: { kind: 'instant' },
  phone_verified_at: { kind: 'instant' },
  paid_amount: { kind: 'money' },
  total: { kind: 'money' },
  amount: { kind: 'money' },
  must_change_password: { kind: 'flag' },
  assigned: { kind: 'flag' },
});

const findField = (fields: Facts, name: string): FieldSpec =>
  [...Object.values(fields), ...Object.values(logFields)].find(
    (of) => of.name === name || of.name.endsWith(`.${name}`) || of.name === `${name}_base64`,
  ) ?? { name, label: `fields:${name}`, kind: 'text' };

/** Splits a change of an object (`settings`) into changes of its fields, where their definitions are known. */
function splitChange(fields: Facts, name: string, { from, to }: Sides): [string, Sides][] {
  if (!Object.values(fields).some((of) => of.name.startsWith(`${name}.`))) return [[name, { from, to }]];
  const inside = [from, to].flatMap((side) => Object.keys(side ?? {}));
  return [...new Set(inside)]
    .map((key) => ({
      path: `${name}.${key}`,
      from: getFieldValue(asObject(from), key),
      to: getFieldValue(asObject(to), key),
    }))
    .filter((sides) => JSON.stringify(sides.from) !== JSON.stringify(sides.to))
    .flatMap(({ path, ...sides }) => splitChange(fields, path, sides));
}

const asObject = (value: unknown) => (typeof value === 'object' ? value : null);

type LoggedItem = { readonly item_id: number; readonly title: string; readonly [field: string]: unknown };

const isLoggedItem = (part: unknown): part is LoggedItem =>
  typeof part === 'object' && part !== null && 'item_id' in part && 'price' in part && 'title' in part;

/** The fields of an item that are told, of a product (which has options) or of a price list. */
const itemFields = defineFields({
  price: { kind: 'money' },
  barcode: { kind: 'code' },
  option: { kind: 'text' },
  pack_quantity: { kind: 'quantity' },
  minimum_quantity: { kind: 'quantity' },
  status: { kind: 'flag' },
});
const { price, barcode, option, pack_quantity, minimum_quantity, status } = itemFields;
const PRODUCT_FIELDS: readonly FieldSpec[] = [price, barcode, option, pack_quantity, minimum_quantity];
const PRICE_FIELDS: readonly FieldSpec[] = [price, status];

/** Splits changed items into one change per item and field, with prices as amounts; null for other changes. */
function splitItems({ from, to }: Sides): LogChange[] | null {
  const sides = [from, to].map((side) => (Array.isArray(side) ? (side as unknown[]) : []));
  const parts = sides.flat();
  if (parts.length === 0 || !parts.every(isLoggedItem)) return null;
  const [before, after] = sides.map(
    (side) => new Map((side as LoggedItem[]).map((part) => [part.item_id, part])),
  );
  const titles = new Map((parts as LoggedItem[]).map(({ item_id, title }) => [item_id, title]));
  return [...titles].flatMap(([item_id, title]): LogChange[] => {
    const [was, becomes] = [before?.get(item_id), after?.get(item_id)];
    const isPriced = !('option' in (was ?? becomes ?? {}));
    return (isPriced ? PRICE_FIELDS : PRODUCT_FIELDS)
      .map((of) => ({
        title,
        of: { ...of, name: of === price ? `items.${item_id}` : `items.${item_id}.${of.name}` },
        from: was?.[of.name] ?? null,
        to: becomes?.[of.name] ?? null,
      }))
      .filter(
        (change, index) =>
          change.from !== change.to &&
          (!isPriced || index === 0 || (was !== undefined && becomes !== undefined)),
      );
  });
}

/** Splits a changed text of several languages into the languages that changed; null for other changes. */
function splitLanguages(field: FieldSpec, { from, to }: Sides): LogChange[] | null {
  if (field.kind !== 'localized' || asObject(from ?? to) === null) return null;
  const text = (side: unknown, language: string) => getFieldValue(asObject(side), language) ?? '';
  return [...new Set([from, to].flatMap((side) => Object.keys(asObject(side) ?? {})))]
    .filter((language) => text(from, language) !== text(to, language))
    .map((language) => ({
      of: { ...field, kind: 'text', name: `${field.name}.${language}` },
      language,
      from: text(from, language),
      to: text(to, language),
    }));
}

/**
 * Returns the changed fields of an audit entry; leaves out deletion and restoration, which the entry's action states.
 */
export const listLogChanges = (fields: Facts, changes: Readonly<Record<string, Sides>>): LogChange[] =>
  Object.entries(changes)
    .filter(([name]) => name !== 'deleted_at')
    .flatMap(
      ([name, sides]) =>
        splitItems(sides) ??
        splitLanguages(findField(fields, name), sides) ??
        splitChange(fields, name, sides).map(([path, inside]) => ({
          ...inside,
          of: { ...findField(fields, path), name: path },
        })),
    );

/** Returns whether a logged value is none. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Returns what a changed list of plain values gained and lost; null for other changes. */
export function compareLists({ from, to }: Sides): { added: unknown[]; removed: unknown[] } | null {
  if (!Array.isArray(from) || !Array.isArray(to) || ![...from, ...to].every(isPlain)) return null;
  return {
    added: to.filter((value) => !from.includes(value)),
    removed: from.filter((value) => !to.includes(value)),
  };
}

/** Returns a cell for a logged value; the log has ids without the names of the records. */
export const toLogCell = (field: FieldSpec, value: unknown): { of: FieldSpec; row: object } => {
  const { shown: _, ...fieldWithoutName } = field;
  // a logged secret is only a mark, and a logged picture is a file name, so both are shown as text
  const kind = fieldWithoutName.kind === 'image' || value === SECRET ? 'text' : fieldWithoutName.kind;
  return { of: { ...fieldWithoutName, kind, name: 'value' }, row: { value } };
};
