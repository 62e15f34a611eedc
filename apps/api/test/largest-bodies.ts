import type { Endpoint } from '@dukkan/contract';
import { PIXEL, type Schema, schemaOf } from './promises/bodies.ts';

/** Ids of records by the name of a field. */
export type KnownIds = Readonly<Record<string, readonly number[]>>;

/** A letter that is normalised into another of half its length. */
const SLOW_LETTER = 'e\u0301';
/** Lists whose length the schema does not say. */
const LIST_MAX = 1_000;

const long = (length: number): string =>
  length < 8 ? 'x'.repeat(length) : `${SLOW_LETTER.repeat(length - 1)}x`;

const TEXTS: Readonly<Record<string, unknown>> = {
  email: 'largest@example.test',
  phone: '+97455123456',
  phones: ['+97455123456'],
  Currency: 'QAR',
  country: 'QA',
  timezone: 'Asia/Qatar',
  primary: '#2876E2',
  from_date: '2026-01-01',
  to_date: '2026-12-31',
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  on_date: '2026-11-01',
  locale: 'ar',
  export: 0,
  page: 1,
};

function largestOf(schema: Schema, name: string, known: KnownIds, at = 0): unknown {
  if (name.endsWith('_base64')) return PIXEL;
  const ids = known[name];
  if (ids && ids.length > 0 && schema.type !== 'array' && !schema.anyOf) return ids[at % ids.length];
  if (name in TEXTS) return TEXTS[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const all = choices
      .filter(({ type }) => type !== 'null')
      .map((choice) => largestOf(choice, name, known, at));
    return all.toSorted((a, b) => JSON.stringify(b ?? null).length - JSON.stringify(a ?? null).length)[0];
  }
  if (schema.allOf?.[0]) return largestOf(schema.allOf[0], name, known, at);
  switch (schema.type) {
    case 'integer':
      return /(^|_)ids?$/.test(name) ? at + 1 : Math.min(schema.maximum ?? 1_000, 1_000);
    case 'number':
      return Math.min(schema.maximum ?? 1_000, 1_000);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const length = Math.min(schema.maxItems ?? LIST_MAX, LIST_MAX);
      return Array.from({ length }, (_, index) => largestOf(schema.items ?? {}, name, known, index));
    }
    case 'object':
      return largestObject(schema, known, at);
    case 'string':
      return long(Math.min(schema.maxLength ?? 200, 5_000));
    default:
      return undefined;
  }
}

function largestObject({ properties = {}, additionalProperties }: Schema, known: KnownIds, at = 0): object {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`k${index}`, largestOf(additionalProperties, '', known)]),
    );
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, largestOf(schema, name, known, at)]),
  );
}

/** Cuts every list of a body to a share of its length. */
function shorten(value: unknown, share: number): unknown {
  if (Array.isArray(value))
    return value.slice(0, Math.max(1, Math.floor(value.length * share))).map((one) => shorten(one, share));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part, share)]));
}

export const sizeOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body));

/** The largest body that the contract of an endpoint describes, within `limit` bytes. */
export function largestBody(endpoint: Endpoint, known: KnownIds, limit: number): Record<string, unknown> {
  let body: unknown = largestObject(schemaOf(endpoint), known);
  while (sizeOf(body) > limit) body = shorten(body, 0.8);
  return body as Record<string, unknown>;
}
