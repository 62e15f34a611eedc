import { type Endpoint, pageMeta, pickRow } from '@dukkan/contract';
import fastJson from 'fast-json-stringify';
import * as z from 'zod';
import type { Reach } from '../core/ctx.ts';

type Writer = (answer: unknown) => string;

/** JSON Schema in the dialect the serializer reads; what it does not name never leaves the server (Z7). */
const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });

const writerOf = (results: z.ZodType, paged: boolean): Writer =>
  fastJson(schemaOf(z.object(paged ? { results, meta: pageMeta } : { results })) as object, {
    rounding: 'trunc',
  });

/**
 * The answer's writers by reach: the whole row, a pick-list's short row, or what a customer or anyone may see.
 * Each is compiled when it is first needed: a start should not pay for what nobody calls.
 */
export function writersOf(endpoint: Endpoint): (reach: Reach) => Writer {
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
    const shape = shapeOf(reach);
    const writer = writerOf(isList ? z.array(shape) : shape, isList);
    made.set(reach, writer);
    return writer;
  };
}
