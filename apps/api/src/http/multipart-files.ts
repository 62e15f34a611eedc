import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Endpoint, fail, IMPORT_MAX_BYTES } from '@dukkan/contract';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Services, Upload } from '../core/ctx.ts';
import { UPLOADS } from '../core/file/files.ts';
import { readJson } from './body.ts';
import { fieldText, isJsonPart, JSON_LIMIT, readJsonPart, rethrowMultipartErrors } from './multipart-json.ts';

/** The files of a running request; `digests` replace them when repeated requests are compared. */
export type Uploads = {
  readonly files: Readonly<Record<string, Upload>>;
  readonly digests: Readonly<Record<string, string>>;
  remove(): Promise<void>;
};

const NO_UPLOADS: Uploads = { files: {}, digests: {}, remove: async () => undefined };

const fileFields = (endpoint: Endpoint): readonly string[] => endpoint.uploads ?? [];

export const acceptsFiles = (endpoint: Endpoint): boolean => fileFields(endpoint).length > 0;

/** Accepts multipart bodies with files of import size in the routes of a scope. */
export async function registerFileUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: IMPORT_MAX_BYTES,
      files: 4,
      fields: 20,
      parts: 24,
      fieldSize: JSON_LIMIT,
      fieldNameSize: 100,
    },
  });
}

/** Passes bytes on and counts them against the limit of the whole body. @throws request.too_large */
const countBytes = (remaining: { bytes: number }, hash: Hash) =>
  new Transform({
    transform(part: Buffer, _encoding, done) {
      remaining.bytes -= part.length;
      hash.update(part);
      if (remaining.bytes >= 0) return done(null, part);
      try {
        fail('request.too_large');
      } catch (error) {
        done(error as Error);
      }
    },
  });

/** Parses a single form field: as text if the input expects text, else as JSON (`mapping`, `start_row`). */
function fieldValue(endpoint: Endpoint, name: string, text: string): unknown {
  const shape =
    endpoint.input instanceof z.ZodObject ? (endpoint.input.shape as Record<string, z.ZodType>) : {};
  const wants = shape[name];
  if (!wants || wants.safeParse(text).success) return text;
  try {
    return readJson(`{"value":${text}}`).value;
  } catch {
    return text;
  }
}

async function saveFile(part: MultipartFile, path: string, remaining: { bytes: number }) {
  const hash = createHash('sha256');
  await pipeline(part.file, countBytes(remaining, hash), createWriteStream(path, { mode: 0o600 }));
  if (part.file.truncated) fail('request.too_large');
  const name = part.filename.normalize('NFC').replace(/^.*[\\/]/, '');
  const displayName = name.replace(/[\p{C}]/gu, '').slice(0, 200) || 'file';
  return {
    upload: { path, name: displayName, bytes: (await stat(path)).size },
    digest: hash.digest('base64url'),
  };
}

/**
 * Streams the files of a multipart body to disk; part `data` or single fields become the JSON body. The caller
 * removes the files afterwards.
 * @throws request.too_large, request.unreadable, upload.unavailable
 */
export async function saveUploads(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Uploads> {
  if (!request.isMultipart()) return NO_UPLOADS;
  // everything except the files is small
  if (Number(request.headers['content-length'] ?? 0) > IMPORT_MAX_BYTES + JSON_LIMIT)
    fail('request.too_large');
  const root = join(services.env.DATA_DIR, UPLOADS);
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, 'u-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const files: Record<string, Upload> = {};
  const digests: Record<string, string> = {};
  const remaining = { bytes: IMPORT_MAX_BYTES };
  let body: Record<string, unknown> = {};
  const readParts = async () => {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        const text = fieldText(part.value);
        if (part.fieldname === 'data') body = { ...readJson(text), ...body };
        else if (text !== '') body[part.fieldname] = fieldValue(endpoint, part.fieldname, text);
        continue;
      }
      if (isJsonPart(part)) {
        body = { ...readJson(await readJsonPart(part)), ...body };
        continue;
      }
      if (!fileFields(endpoint).includes(part.fieldname) || files[part.fieldname]) fail('request.unreadable');
      const saved = await saveFile(part, join(folder, String(Object.keys(files).length)), remaining);
      // browsers send empty file fields too
      if (saved.upload.bytes === 0 && part.filename === '') continue;
      files[part.fieldname] = saved.upload;
      digests[part.fieldname] = saved.digest;
    }
  };
  try {
    await rethrowMultipartErrors(readParts);
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') fail('upload.unavailable', { seconds: 30 });
    throw error;
  }
  request.body = body;
  return { files, digests, remove };
}
