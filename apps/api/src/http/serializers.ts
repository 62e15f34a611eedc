import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Endpoint, pageMeta, pickRow } from '@dukkan/contract';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Reach } from '../core/ctx.ts';
import type { Page } from '../core/list/page.ts';

/** Serializes a use-case's result. */
type Serializer = (answer: unknown) => string | Buffer | Readable;

/** A part of a long answer; writing it keeps the process from others for a few milliseconds. */
const PART_LETTERS = 64 * 1024;

/** JSON Schema for the serializer; fields that it does not list never leave the server. */
const toJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });

const compileSerializer = (shape: z.ZodType) =>
  fastJson(toJsonSchema(shape) as object, { rounding: 'trunc' });

function createSerializer(results: z.ZodType): Serializer {
  const json = compileSerializer(z.object({ results }));
  return (answer) => json({ results: answer });
}

/** Writes the rows of a long list in parts, and lets the process answer others between two of them. */
async function* writeParts(start: string, rows: readonly unknown[], write: (row: unknown) => string) {
  let part = `${start}[`;
  for (const [index, row] of rows.entries()) {
    part += index === 0 ? write(row) : `,${write(row)}`;
    if (part.length < PART_LETTERS) continue;
    yield part;
    part = '';
    await setImmediate();
  }
  yield `${part}]}}`;
}

/** Serializes a result whose list `name` may be megabytes long. */
function createLongSerializer(results: z.ZodObject, name: string): Serializer {
  const list = results.shape[name] as z.ZodArray<z.ZodType>;
  const others = Object.fromEntries(Object.entries(results.shape).filter(([field]) => field !== name));
  const json = compileSerializer(z.object({ results: z.object(others) }));
  const rowJson = compileSerializer(list.element);
  return (answer) => {
    const rest = json({ results: answer }).slice(0, -'}}'.length);
    const start = `${rest}${rest.endsWith('{') ? '' : ','}${JSON.stringify(name)}:`;
    const rows = (answer as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
    return Readable.from(writeParts(start, rows, rowJson));
  };
}

/** Serializes a page once for all callers that shared it (docs/adr/0010). */
function createPageSerializer(row: z.ZodType, meta: z.ZodType, group: z.ZodType | undefined): Serializer {
  const json = compileSerializer(z.object({ results: z.array(row), meta }));
  const groupJson = group && compileSerializer(z.object({ results: z.array(group), meta }));
  const serializedPages = new WeakMap<object, Buffer>();
  return (answer) => {
    const page = answer as Page<unknown>;
    const serialized = serializedPages.get(page);
    if (serialized) return serialized;
    const write = (page.grouped && groupJson) || json;
    const bytes = Buffer.from(write({ results: page.rows, meta: page.meta }));
    serializedPages.set(page, bytes);
    return bytes;
  };
}

/**
 * The serializers of an endpoint by reach: the full row, a pick-list's short row, or the part for a customer or
 * anyone. Each is compiled on first use to keep the start short.
 */
export function createSerializers(endpoint: Endpoint): (reach: Reach) => Serializer {
  const isList = endpoint.kind === 'list';
  const serializers = new Map<Reach, Serializer>();
  const outputSchemaFor = (reach: Reach): z.ZodType => {
    if (reach === 'pick' && isList) return endpoint.pickOutput ?? pickRow;
    return (reach === 'public' || reach === 'own') && endpoint.publicOutput
      ? endpoint.publicOutput
      : endpoint.output;
  };
  return (reach) => {
    const serializer = serializers.get(reach);
    if (serializer) return serializer;
    const schema = outputSchemaFor(reach);
    const writer = isList
      ? createPageSerializer(schema, endpoint.metaOutput ?? pageMeta, endpoint.groupOutput)
      : endpoint.longList && schema instanceof z.ZodObject
        ? createLongSerializer(schema, endpoint.longList)
        : createSerializer(schema);
    serializers.set(reach, writer);
    return writer;
  };
}
