import { type Endpoint, pageMeta, pickRow } from '@dukkan/contract';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Reach } from '../core/ctx.ts';
import type { Page } from '../core/list/page.ts';

/** Serializes a use-case's result. */
type Serializer = (answer: unknown) => string | Buffer;

/** JSON Schema for the serializer; fields that it does not list never leave the server. */
const toJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });

const compiled = (shape: z.ZodType) => fastJson(toJsonSchema(shape) as object, { rounding: 'trunc' });

function createSerializer(results: z.ZodType): Serializer {
  const json = compiled(z.object({ results }));
  return (answer) => json({ results: answer });
}

/** Serializes a page once for all callers that shared it (docs/adr/0010). */
function createPageSerializer(row: z.ZodType, meta: z.ZodType, group: z.ZodType | undefined): Serializer {
  const json = compiled(z.object({ results: z.array(row), meta }));
  const groupJson = group && compiled(z.object({ results: z.array(group), meta }));
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
    const writer = isList
      ? createPageSerializer(outputSchemaFor(reach), endpoint.metaOutput ?? pageMeta, endpoint.groupOutput)
      : createSerializer(outputSchemaFor(reach));
    serializers.set(reach, writer);
    return writer;
  };
}
