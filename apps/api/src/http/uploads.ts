import { type Endpoint, fail } from '@dukkan/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { readJson } from './body.ts';

/** Body limits (decisions 0.1). */
export const JSON_LIMIT = 256 * 1024;
export const PICTURES_LIMIT = 4.5 * 1024 * 1024;
const MULTIPART_LIMIT = 6 * 1024 * 1024;
const PICTURE_LIMIT = 5 * 1024 * 1024;

const SUFFIX = '_base64';

/** The picture fields an endpoint takes, without their suffix. */
function picturesOf(endpoint: Endpoint): string[] {
  const shape = endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : [];
  return shape.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
}

export const takesPictures = (endpoint: Endpoint): boolean => picturesOf(endpoint).length > 0;

/** Lets the routes of a scope take multipart bodies beside JSON. */
export async function readMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: PICTURE_LIMIT, files: 10, fields: 5, parts: 15, fieldSize: JSON_LIMIT },
  });
}

/**
 * Turns a multipart body into the JSON one: part `data` is the body, a part `avatar` becomes `avatar_base64` as bytes
 * (decisions 0.1). Other parts are refused. @throws request.invalid, request.too_large
 */
export async function readUpload(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (!takesPictures(endpoint) || !request.isMultipart()) return;
  if (Number(request.headers['content-length'] ?? 0) > MULTIPART_LIMIT) fail('request.too_large');
  const names = picturesOf(endpoint);
  let body: Record<string, unknown> = {};
  const pictures: Record<string, Uint8Array> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field' && part.fieldname === 'data')
      body = { ...readJson(String(part.value)), ...body };
    else if (part.type === 'file' && names.includes(part.fieldname))
      pictures[`${part.fieldname}${SUFFIX}`] = new Uint8Array(await part.toBuffer());
    else fail('request.unreadable');
  }
  request.body = { ...body, ...pictures };
}
