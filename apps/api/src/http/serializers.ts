import { type Endpoint, pageMeta, pickRow } from '@dukkan/contract';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Reach } from '../core/ctx.ts';
import type { Page } from '../core/list/page.ts';

/** Serializes a use-case's answer. */
type Writer = (answer: unknown) => string | Buffer;

/** JSON Schema for the serializer; fields that it does not list never leave the server. */
const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });

const compiled = (shape: z.ZodType) => fastJson(schemaOf(shape) as object, { rounding: 'trunc' });

function writerOf(results: z.ZodType): Writer {
  const json = compiled(z.object({ results }));
  return (answer) => json({ results: answer });
}

/** Serializes a page once for all callers that shared it (docs/adr/0010). */
function pageWriterOf(row: z.ZodType): Writer {
  const json = compiled(z.object({ results: z.array(row), meta: pageMeta }));
  const written = new WeakMap<object, Buffer>();
  return (answer) => {
    const page = answer as Page<unknown>;
    const known = written.get(page);
    if (known) return known;
    const bytes = Buffer.from(json({ results: page.rows, meta: page.meta }));
    written.set(page, bytes);
    return bytes;
  };
}

/**
 * The serializers of an endpoint by reach: the full row, a pick-list's short row, or the part for a customer or
 * anyone. Each is compiled on first use to keep the start short.
 */
export function createSerializers(endpoint: Endpoint): (reach: Reach) => Writer {
  const isList = endpoint.kind === 'list';
  const made = new Map<Reach, Writer>();
  const shapeOf = (reach: Reach): z.ZodType => {
    if (reach === 'pick' && isList) return endpoint.pickOutput ?? pickRow;
    return (reach === 'public' || reach === 'own') && endpoint.publicOutput
      ? endpoint.publicOutput
      : endpoint.output;
  };
  return (reach) => {
    const known = made.get(reach);
    if (known) return known;
    const writer = isList ? pageWriterOf(shapeOf(reach)) : writerOf(shapeOf(reach));
    made.set(reach, writer);
    return writer;
  };
}
