import { defineFields, type FieldSpec, getFieldValue } from './fact.ts';

type Facts = Readonly<Record<string, FieldSpec>>;
type Sides = { from: unknown; to: unknown };
export type LogChange = Sides & {
  readonly of: FieldSpec;
  /** The title of the item that changed, where it is not a field of the record. */
  readonly title?: string;
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

type LoggedPrice = {
  readonly item_id: number;
  readonly title: string;
  readonly price: number;
  readonly status: number;
};

const isLoggedPrice = (part: unknown): part is LoggedPrice =>
  typeof part === 'object' && part !== null && 'item_id' in part && 'price' in part && 'title' in part;

const priceField: FieldSpec = { name: 'price', label: 'fields:price', kind: 'money' };
const activeField: FieldSpec = { name: 'status', label: 'fields:status', kind: 'flag' };

/** Splits changed prices into one change per item, as amounts; null for other changes. */
function splitPrices({ from, to }: Sides): LogChange[] | null {
  const sides = [from, to].map((side) => (Array.isArray(side) ? (side as unknown[]) : []));
  const parts = sides.flat();
  if (parts.length === 0 || !parts.every(isLoggedPrice)) return null;
  const [before, after] = sides.map(
    (side) => new Map((side as LoggedPrice[]).map((part) => [part.item_id, part])),
  );
  const titles = new Map((parts as LoggedPrice[]).map(({ item_id, title }) => [item_id, title]));
  return [...titles].flatMap(([item_id, title]): LogChange[] => {
    const [was, becomes] = [before?.get(item_id), after?.get(item_id)];
    const name = `items.${item_id}`;
    const price = {
      title,
      of: { ...priceField, name },
      from: was?.price ?? null,
      to: becomes?.price ?? null,
    };
    const isSwitched = was && becomes && was.status !== becomes.status;
    const active = {
      title,
      of: { ...activeField, name: `${name}.status` },
      from: was?.status,
      to: becomes?.status,
    };
    return [...(was?.price === becomes?.price ? [] : [price]), ...(isSwitched ? [active] : [])];
  });
}

const asObject = (value: unknown) => (typeof value === 'object' ? value : null);

/**
 * Returns the changed fields of an audit entry; leaves out deletion and restoration, which the entry's action states.
 */
export const listLogChanges = (fields: Facts, changes: Readonly<Record<string, Sides>>): LogChange[] =>
  Object.entries(changes)
    .filter(([name]) => name !== 'deleted_at')
    .flatMap(
      ([name, sides]) =>
        splitPrices(sides) ??
        splitChange(fields, name, sides).map(([path, inside]) => ({
          ...inside,
          of: { ...findField(fields, path), name: path },
        })),
    );

/** Returns a cell for a logged value; the log has ids without the names of the records. */
export const toLogCell = (field: FieldSpec, value: unknown): { of: FieldSpec; row: object } => {
  const { shown: _, ...fieldWithoutName } = field;
  // a logged secret is only a mark, and a logged picture is a file name, so both are shown as text
  const kind = fieldWithoutName.kind === 'image' || value === SECRET ? 'text' : fieldWithoutName.kind;
  return { of: { ...fieldWithoutName, kind, name: 'value' }, row: { value } };
};
