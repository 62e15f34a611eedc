import { type Endpoint, pageMeta, pickRow } from '@dukkan/contract';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Reach } from '../core/ctx.ts';
import type { Page } from '../core/list/page.ts';

/** What a use-case answers, as it is sent. */
type Writer = (answer: unknown) => string | Buffer;

/** JSON Schema in the dialect the serializer reads; what it does not name never leaves the server (Z7). */
const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });

const compiled = (shape: z.ZodType) => fastJson(schemaOf(shape) as object, { rounding: 'trunc' });

function writerOf(results: z.ZodType): Writer {
  const json = compiled(z.object({ results }));
  return (answer) => json({ results: answer });
}

/** A page that answers several who asked the same in the same moment (docs/adr/0010) is written once for them. */
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
 * The answer's writers by reach: the whole row, a pick-list's short row, or what a customer or anyone may see.
 * Each is compiled when it is first needed: a start should not pay for what nobody calls.
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
