import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@dukkan/contract';
import type { Env } from '../../env.ts';

/**
 * Stores pictures and files in a folder or in an S3-compatible store; the store's names are random and never reused.
 */
export type FileStore = {
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null when the file does not exist. */
  get(name: string): Promise<{ stream: Readable; bytes: number } | null>;
  remove(name: string): Promise<void>;
  /**
   * Files that are never served, such as uploads of a waiting import; they are copied from disk to disk because they
   * are large.
   */
  readonly private: {
    put(name: string, from: string, type: string): Promise<void>;
    /** Copies the file to a path; false when it does not exist. */
    get(name: string, to: string): Promise<boolean>;
    remove(name: string): Promise<void>;
  };
};

/** The only file names the store accepts: random with a known extension, so that no path can be smuggled in. */
export const FILE_NAME = /^[A-Za-z0-9_-]{22}\.(webp|png|xlsx|csv|zip|pdf)$/;

/** The folder in DATA_DIR for files that a request or job is working on. */
export const UPLOADS = 'uploads';

export function openFileStore(env: Env): FileStore {
  return env.S3_ENDPOINT ? bucketFiles(env) : folderFiles(join(env.DATA_DIR, 'files'));
}

function folderFiles(root: string): FileStore {
  const path = (name: string, folder = root) => {
    if (!FILE_NAME.test(name)) throw new Error(`not a file name of the store: ${name}`);
    return join(folder, name.slice(0, 2), name);
  };
  const hidden = (name: string) => path(name, join(root, 'private'));
  const write = async (target: string, fill: (temporary: string) => Promise<void>) => {
    const temporary = `${target}.${process.pid}.part`;
    try {
      await mkdir(join(target, '..'), { recursive: true });
      await fill(temporary);
      const file = await open(temporary, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, target);
    } catch {
      // a full disk must not leave a half-written file
      await unlink(temporary).catch(() => undefined);
      fail('upload.unavailable', { seconds: 30 });
    }
  };
  return {
    put: (name, bytes) => write(path(name), (temporary) => writeFile(temporary, bytes, { mode: 0o640 })),
    private: {
      put: (name, from) => write(hidden(name), (temporary) => copyFile(from, temporary)),
      get: async (name, to) => {
        const facts = await stat(hidden(name)).catch(() => null);
        if (facts?.isFile()) await copyFile(hidden(name), to);
        return facts?.isFile() ?? false;
      },
      remove: async (name) => {
        await unlink(hidden(name)).catch(() => undefined);
      },
    },
    get: async (name) => {
      if (!FILE_NAME.test(name)) return null;
      const target = path(name);
      const facts = await stat(target).catch(() => null);
      return facts?.isFile() ? { stream: createReadStream(target), bytes: facts.size } : null;
    },
    remove: async (name) => {
      await unlink(path(name)).catch(() => undefined);
    },
  };
}

function bucketFiles(env: Env): FileStore {
  const Bucket = env.S3_BUCKET ?? '';
  // loaded on first use, because most installations keep files in a folder
  const client = (async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const connection = new s3.S3Client({
      endpoint: env.S3_ENDPOINT ?? '',
      region: env.S3_REGION,
      forcePathStyle: true,
      credentials: { accessKeyId: env.S3_ACCESS_KEY ?? '', secretAccessKey: env.S3_SECRET_KEY ?? '' },
    });
    return { s3, connection };
  })();
  const hidden = (name: string): string => `private/${name}`;
  const get = async (Key: string) => {
    const { s3, connection } = await client;
    try {
      const answer = await connection.send(new s3.GetObjectCommand({ Bucket, Key }));
      return answer.Body ? { stream: answer.Body as Readable, bytes: answer.ContentLength ?? 0 } : null;
    } catch (error) {
      if (error instanceof s3.NoSuchKey) return null;
      return fail('service.busy', { seconds: 5 });
    }
  };
  const remove = async (Key: string) => {
    const { s3, connection } = await client;
    await connection.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
  };
  return {
    put: async (Key, Body, ContentType) => {
      const { s3, connection } = await client;
      try {
        await connection.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentType }));
      } catch {
        fail('upload.unavailable', { seconds: 30 });
      }
    },
    get: async (name) => (FILE_NAME.test(name) ? get(name) : null),
    remove,
    private: {
      put: async (name, from, ContentType) => {
        const { s3, connection } = await client;
        const { size } = await stat(from);
        const Body = createReadStream(from);
        try {
          const Key = hidden(name);
          await connection.send(
            new s3.PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: size }),
          );
        } catch {
          Body.destroy();
          fail('upload.unavailable', { seconds: 30 });
        }
      },
      get: async (name, to) => {
        const file = await get(hidden(name));
        if (file) await pipeline(file.stream, createWriteStream(to, { mode: 0o600 }));
        return file !== null;
      },
      remove: (name) => remove(hidden(name)),
    },
  };
}
