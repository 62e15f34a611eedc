import { fail } from '@dukkan/contract';
import type { FastifyInstance } from 'fastify';
import secureParse from 'secure-json-parse';
import { isJsonNestedTooDeep } from '../core/json-depth.ts';

/**
 * The deepest allowed nesting of a body, checked on the text before the parsed value is walked; the deepest
 * documented body is a GeoJSON collection of multi-polygons.
 */
const MAX_DEPTH = 10;

/** Parses a body as a JSON object; an empty body counts as `{}`, because clients send none to show and delete. */
export function readJson(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  if (isJsonNestedTooDeep(text, MAX_DEPTH)) fail('request.too_deep');
  let value: unknown;
  try {
    value = secureParse.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    fail('request.unreadable');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('request.unreadable');
  return value as Record<string, unknown>;
}

/** Registers the body parsers: JSON, and an empty one for requests without a content type. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, readJson(String(text)));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Drops the empty values of a list's filters, which mean 'not given'. */
export function dropEmptyFields(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  );
}

/** Turns empty strings into null at any depth; arrays keep their length and files are not changed. */
export function emptyToNull(value: unknown): unknown {
  if (value === '') return null;
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(emptyToNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptyToNull(part)]));
}
