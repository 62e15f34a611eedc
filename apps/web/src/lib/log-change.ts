import { defineFields, type FieldSpec, getFieldValue } from './fact.ts';

type Facts = Readonly<Record<string, FieldSpec>>;
type Sides = { from: unknown; to: unknown };
export type LogChange = Sides & { readonly of: FieldSpec };

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

/**
 * Returns the changed fields of an audit entry; leaves out deletion and restoration, which the entry's action states.
 */
export const listLogChanges = (fields: Facts, changes: Readonly<Record<string, Sides>>): LogChange[] =>
  Object.entries(changes)
    .filter(([name]) => name !== 'deleted_at')
    .flatMap(([name, sides]) => splitChange(fields, name, sides))
    .map(([name, sides]) => ({ ...sides, of: { ...findField(fields, name), name } }));

/** Returns a cell for a logged value; the log has ids without the names of the records. */
export const toLogCell = (field: FieldSpec, value: unknown): { of: FieldSpec; row: object } => {
  const { shown: _, ...fieldWithoutName } = field;
  // a logged secret is only a mark, and a logged picture is a file name, so both are shown as text
  const kind = fieldWithoutName.kind === 'image' || value === SECRET ? 'text' : fieldWithoutName.kind;
  return { of: { ...fieldWithoutName, kind, name: 'value' }, row: { value } };
};
