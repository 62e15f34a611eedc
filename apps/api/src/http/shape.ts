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
 * The answer's writers by reach: the whole row, a pick-list's short row, or what anyone may see.
 * Compiled once per endpoint.
 */
export function writersOf(endpoint: Endpoint): (reach: Reach) => Writer {
  const isList = endpoint.kind === 'list';
  const full = writerOf(isList ? z.array(endpoint.output) : endpoint.output, isList);
  const short = isList ? writerOf(z.array(pickRow), true) : full;
  const open = isList && endpoint.publicOutput ? writerOf(z.array(endpoint.publicOutput), true) : full;
  return (reach) => (reach === 'pick' ? short : reach === 'public' ? open : full);
}
