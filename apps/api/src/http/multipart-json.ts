import { ALBUM_MAX, album, type Endpoint, Failure, fail } from '@dukkan/contract';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { readJson } from './body.ts';

/** Maximum size of a JSON body in bytes. */
export const JSON_LIMIT = 256 * 1024;
export const PICTURES_LIMIT = 4.5 * 1024 * 1024;
const MULTIPART_LIMIT = 6 * 1024 * 1024;
const PICTURE_LIMIT = 5 * 1024 * 1024;

const SUFFIX = '_base64';

/** Returns the picture fields of an endpoint, without their suffix. */
function pictureFields(endpoint: Endpoint): string[] {
  const shape = endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : [];
  return shape.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
}

/** Returns the fields that accept a list of pictures. */
function albumFields(endpoint: Endpoint): string[] {
  const shape =
    endpoint.input instanceof z.ZodObject ? (endpoint.input.shape as Record<string, z.ZodType>) : {};
  return Object.keys(shape).filter((name) => {
    const type = shape[name];
    return type === album || (type instanceof z.ZodOptional && type.unwrap() === album);
  });
}

export const acceptsPictures = (endpoint: Endpoint): boolean =>
  pictureFields(endpoint).length > 0 || albumFields(endpoint).length > 0;

/** Accepts multipart bodies in addition to JSON in the routes of a scope. */
export async function registerMultipartParser(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: PICTURE_LIMIT,
      files: ALBUM_MAX,
      fields: 5,
      parts: ALBUM_MAX + 5,
      fieldSize: JSON_LIMIT,
    },
  });
}

/** Returns the text of a field; a field sent as `application/json` is already parsed. */
export const fieldText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? '');

/** True when a part is the JSON body; a browser sends JSON with a content type as a file named `blob`. */
export const isJsonPart = ({ fieldname, mimetype }: Pick<MultipartFile, 'fieldname' | 'mimetype'>): boolean =>
  fieldname === 'data' && mimetype === 'application/json';

/** Returns the text of the JSON part. @throws request.too_large */
export async function readJsonPart(part: Pick<MultipartFile, 'toBuffer'>): Promise<string> {
  const bytes = await part.toBuffer();
  if (bytes.byteLength > JSON_LIMIT) fail('request.too_large');
  return bytes.toString('utf8');
}

/** Errors of the form parser and of an interrupted stream; all other errors keep their code. */
const BROKEN_FORM =
  /^(Unexpected end of|Malformed |Part terminated early|Missing Content-Type|Multipart: |Unsupported content type|Premature close|aborted|Unexpected end)/i;

/**
 * Reads a multipart body and returns 400 when it is cut off or broken, whichever step notices first.
 * @param read reads the body
 * @returns what `read` returns
 * @throws request.unreadable for a broken body (docs/rules/imports.md#broken-bodies), or the error of `read`
 */
export async function rethrowMultipartErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure) && error instanceof Error && BROKEN_FORM.test(error.message))
      fail('request.unreadable');
    throw error;
  }
}

/**
 * Converts a multipart body to JSON: part `data` is the body, a part `avatar` becomes `avatar_base64` as bytes, parts
 * `images` are added to the list of that name. Other parts are refused.
 * @throws request.invalid, request.too_large
 */
export async function multipartToJson(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (!acceptsPictures(endpoint) || !request.isMultipart()) return;
  await rethrowMultipartErrors(() => readParts(endpoint, request));
}

async function readParts(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MULTIPART_LIMIT) fail('request.too_large');
  const [names, albums] = [pictureFields(endpoint), albumFields(endpoint)];
  let body: Record<string, unknown> = {};
  let total = 0;
  let files = 0;
  const maxParts = names.length + (albums.length > 0 ? ALBUM_MAX : 0);
  const pictures: Record<string, Uint8Array> = {};
  const added: Record<string, { base64: Uint8Array }[]> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field' && part.fieldname === 'data') {
      body = { ...readJson(fieldText(part.value)), ...body };
      continue;
    }
    if (part.type !== 'file') fail('request.unreadable');
    if (isJsonPart(part)) {
      body = { ...readJson(await readJsonPart(part)), ...body };
      continue;
    }
    files += 1;
    if (files > maxParts) fail('request.too_large');
    const bytes = new Uint8Array(await part.toBuffer());
    total += bytes.byteLength;
    // a chunked body does not announce its length
    if (total > MULTIPART_LIMIT) fail('request.too_large');
    if (names.includes(part.fieldname)) pictures[`${part.fieldname}${SUFFIX}`] = bytes;
    else if (albums.includes(part.fieldname))
      added[part.fieldname] = [...(added[part.fieldname] ?? []), { base64: bytes }];
    else fail('request.unreadable');
  }
  for (const [name, list] of Object.entries(added))
    body[name] = Array.isArray(body[name]) ? [...body[name], ...list] : list;
  request.body = { ...body, ...pictures };
}
