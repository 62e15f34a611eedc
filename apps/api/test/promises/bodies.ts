import { type Endpoint, LOCALES, NOUNS, PERMISSIONS } from '@dukkan/contract';
import fc from 'fast-check';
import * as z from 'zod';
import { BAD_NUMBERS, FORMULAS, MARKUP, OPERATORS, RAW, SQL, TEXTS } from './hostile.ts';

export type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly format?: string;
};

/** Ids that exist, by field name, so that some bodies hit real records. */
export type KnownValues = Readonly<Record<string, readonly (number | string)[]>>;

export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Values that mean something to us, where a schema says no more than 'text'. */
const MEANT: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: fc.nat(1e6).map((at) => `fuzz${at}@example.test`),
  phone: fc.nat(999_999).map((at) => `+97455${String(at).padStart(6, '0')}`),
  phones: fc.array(
    fc.nat(999_999).map((at) => `+97444${String(at).padStart(6, '0')}`),
    { maxLength: 3 },
  ),
  password: fc.constantFrom('Correct!Horse9', 'wrong', 'Aa1!aaaa'),
  current_password: fc.constantFrom('Correct!Horse9', 'wrong'),
  password_confirmation: fc.constantFrom('Correct!Horse9', 'Aa1!aaaa'),
  code: fc.nat(999_999).map((at) => String(at).padStart(6, '0')),
  permissions: fc.subarray([...PERMISSIONS], { maxLength: 6 }),
  avatar_base64: fc.constantFrom(PIXEL, `data:image/png;base64,${PIXEL}`),
  icon_base64: fc.constantFrom(PIXEL, null),
  logo_base64: fc.constantFrom(PIXEL, null),
  barcode: fc.oneof(
    fc.nat(50).map((at) => `FUZZ-${at}`),
    fc.constantFrom('4006381333931', '4006381333930', '٤٠٠٦٣٨١٣٣٣٩٣١', 12345670, '*A1 '),
  ),
  base64: fc.constantFrom(PIXEL),
  Currency: fc.constantFrom('QAR', 'EUR', 'KWD', 'XXX'),
  country: fc.constantFrom('QA', 'DE', 'ZZ'),
  timezone: fc.constantFrom('Asia/Qatar', 'Europe/Berlin', 'Nowhere/None'),
  primary: fc.constantFrom('#2876E2', '#000000', '#ffffff'),
  website: fc.constantFrom('https://shop.example', 'javascript:alert(1)', 'http://[::1]/'),
  from_date: fc.constantFrom('2026-01-01', '2026-02-30', '9999-12-31', '0001-01-01'),
  to_date: fc.constantFrom('2026-12-31', '2024-02-29', '2023-02-29', '-0001-01-01'),
  record_id: fc.oneof(fc.nat(50).map(String), fc.constantFrom('0', '-1', 'x')),
  noun: fc.constantFrom(...NOUNS),
  locale: fc.constantFrom(...LOCALES),
  export: fc.constantFrom(0, 1, false),
  role: fc.oneof(fc.nat(20), fc.constantFrom('customer', 'staff', 'managers', 'admin', 'x')),
};

const word = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.constantFrom(...TEXTS, ...SQL, ...MARKUP, ...FORMULAS) },
);

/** Mostly valid values of a JSON schema. */
function arbitraryOf(schema: Schema, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  const ids = known[name];
  const meant = MEANT[name];
  if (ids && ids.length > 0)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.nat(100) });
  if (meant) return meant;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, name, known)));
  if (schema.allOf?.[0]) return arbitraryOf(schema.allOf[0], name, known);
  switch (schema.type) {
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? 0,
        max: Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 100),
      });
    case 'number':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -180),
        max: Math.min(schema.maximum ?? 100, 180),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, name, known), {
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'object':
      return objectOf(schema, known);
    default:
      return word;
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  known: KnownValues,
): fc.Arbitrary<object> {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string({ maxLength: 8 }), arbitraryOf(additionalProperties, '', known), {
      maxKeys: 3,
    });
  const shape = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema, name, known)]),
  );
  return fc.record(shape, { requiredKeys: required.filter((name) => name in shape) as never[] });
}

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS, ...SQL, ...MARKUP, ...FORMULAS),
  fc.constantFrom(...OPERATORS),
  fc.constantFrom(...BAD_NUMBERS.map((text) => JSON.parse(text) as unknown)),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    0,
    -0,
    -1,
    1,
    2_147_483_647,
    1e308,
    Number.MIN_VALUE,
    {},
    [],
  ),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Puts a strange value into one place of a body, however deep. */
function spoil(body: unknown, path: number[], value: unknown): unknown {
  if (typeof body !== 'object' || body === null || path.length === 0) return value;
  const names = Object.keys(body);
  const name = names[(path[0] ?? 0) % (names.length + 1)];
  if (name === undefined) return Array.isArray(body) ? [...body, value] : { ...body, stranger: value };
  const part = (body as Record<string, unknown>)[name];
  const next = spoil(part, path.slice(1), value);
  return Array.isArray(body) ? body.with(Number(name), next) : { ...body, [name]: next };
}

export const schemaOf = (endpoint: Endpoint): Schema =>
  z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Bodies that an endpoint's schema mostly accepts. */
export const validBodiesFor = (endpoint: Endpoint, known: KnownValues): fc.Arbitrary<object> =>
  objectOf(schemaOf(endpoint), known);

/** The text of a body for an endpoint: 60 % valid then spoilt, 30 % from the boundaries, 10 % raw. */
export function bodiesFor(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<string> {
  const schema = schemaOf(endpoint);
  const valid = objectOf(schema, known);
  const spoilt = fc
    .tuple(valid, fc.array(fc.nat(30), { maxLength: 3 }), strange, fc.boolean())
    .map(([body, path, value, isSpoilt]) => (isSpoilt ? spoil(body, path.length ? path : [0], value) : body));
  const boundary = fc.record(
    Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, strange])),
    { requiredKeys: [] },
  );
  return fc.oneof(
    { weight: 6, arbitrary: spoilt.map((body) => JSON.stringify(body)) },
    { weight: 3, arbitrary: boundary.map((body) => JSON.stringify(body)) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.constantFrom(...RAW),
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
        fc.json(),
      ),
    },
  );
}

/** The path with its `{id}` filled as a hostile client would: whatever the body's own id is; so for other parts. */
export function pathFor({ path }: Endpoint, body: string): string {
  let said: Record<string, unknown> | null = null;
  try {
    said = JSON.parse(body) as Record<string, unknown> | null;
  } catch {
    said = { id: body.slice(0, 20) };
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = said?.[name];
    const text = typeof part === 'object' ? JSON.stringify(part ?? 0) : String(part ?? 1);
    return encodeURIComponent(text.toWellFormed().slice(0, 90)) || '0';
  });
}
