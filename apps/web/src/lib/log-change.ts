import { defineFields, type FieldSpec, fieldValue } from './fact.ts';

type Facts = Readonly<Record<string, FieldSpec>>;
type Sides = { from: unknown; to: unknown };
export type LogChange = Sides & { readonly of: FieldSpec };

/** What the audit log stores instead of a secret. */
const SECRET = '•••';

/** Fields that appear only in the audit log. */
const kept = defineFields({
  password_hash: { kind: 'code', label: 'fields:password' },
  email_verified_at: { kind: 'instant' },
  phone_verified_at: { kind: 'instant' },
  paid_amount: { kind: 'money' },
  total: { kind: 'money' },
  amount: { kind: 'money' },
  must_change_password: { kind: 'flag' },
});

const factOf = (given: Facts, name: string): FieldSpec =>
  [...Object.values(given), ...Object.values(kept)].find(
    (of) => of.name === name || of.name.endsWith(`.${name}`) || of.name === `${name}_base64`,
  ) ?? { name, label: `fields:${name}`, kind: 'text' };

/** Splits a change of an object (`settings`) into changes of its fields, where their definitions are known. */
function fieldsOf(given: Facts, name: string, { from, to }: Sides): [string, Sides][] {
  if (!Object.values(given).some((of) => of.name.startsWith(`${name}.`))) return [[name, { from, to }]];
  const inside = [from, to].flatMap((side) => Object.keys(side ?? {}));
  return [...new Set(inside)]
    .map((key) => ({
      path: `${name}.${key}`,
      from: fieldValue(asObject(from), key),
      to: fieldValue(asObject(to), key),
    }))
    .filter((sides) => JSON.stringify(sides.from) !== JSON.stringify(sides.to))
    .flatMap(({ path, ...sides }) => fieldsOf(given, path, sides));
}

const asObject = (value: unknown) => (typeof value === 'object' ? value : null);

/** The changed fields of an audit entry; deletion and restoration are told by its action instead. */
export const changesOf = (given: Facts, changes: Readonly<Record<string, Sides>>): LogChange[] =>
  Object.entries(changes)
    .filter(([name]) => name !== 'deleted_at')
    .flatMap(([name, sides]) => fieldsOf(given, name, sides))
    .map(([name, sides]) => ({ ...sides, of: { ...factOf(given, name), name } }));

/** A value from the log, which has no names of other records with it. */
export const loggedCell = (of: FieldSpec, value: unknown): { of: FieldSpec; row: object } => {
  const { shown: _, ...bare } = of;
  // a secret is a mark in the log, and a picture is a file name
  const kind = bare.kind === 'image' || value === SECRET ? 'text' : bare.kind;
  return { of: { ...bare, kind, name: 'value' }, row: { value } };
};
