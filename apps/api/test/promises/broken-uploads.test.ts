import { readdirSync } from 'node:fs';
import { api, type Endpoint } from '@dukkan/contract';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptsFiles } from '../../src/http/multipart-files.ts';
import { acceptsPictures } from '../../src/http/multipart-json.ts';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';

let app: TestApp;
let admin: Person;
let picture: Buffer;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  picture = await sharp({ create: { width: 24, height: 24, channels: 3, background: '#2876E2' } })
    .png()
    .toBuffer();
});
afterAll(() => app.stop());

const endpoints: readonly Endpoint[] = Object.values(api)
  .flatMap((group) => Object.values(group) as unknown as Endpoint[])
  .filter((endpoint) => acceptsFiles(endpoint) || acceptsPictures(endpoint));

const BOUNDARY = 'cutboundary';

function partOf(name: string, value: Buffer | string, filename: string | null): Buffer {
  const file = filename === null ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
}

/** A whole body as that endpoint takes it, up to and without the closing boundary's two dashes. */
function bodyOf(endpoint: Endpoint): Buffer {
  const shape = 'shape' in endpoint.input ? Object.keys(endpoint.input.shape as object) : [];
  const name =
    endpoint.uploads?.[0] ??
    shape.find((field) => field.endsWith('_base64'))?.replace('_base64', '') ??
    'images';
  const file = acceptsFiles(endpoint) ? Buffer.from('barcode,name\n4006381333931,Pen\n') : picture;
  return Buffer.concat([
    partOf('data', '{}', null),
    partOf(name, file, acceptsFiles(endpoint) ? 'goods.csv' : 'picture.png'),
    Buffer.from(`--${BOUNDARY}`),
  ]);
}

async function send(
  endpoint: Endpoint,
  body: Buffer,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): Promise<number> {
  const response = await fetch(`${app.url}${endpoint.path.replace('{id}', '1')}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      authorization: `Bearer ${admin.token}`,
    },
    body: new Uint8Array(body),
  });
  await response.text();
  return response.status;
}

const filesLeft = (): string[] =>
  readdirSync(app.services.env.DATA_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.name.startsWith('u-'))
    .map((entry) => entry.name)
    .toSorted();

async function countRows(): Promise<number> {
  const [row] = await app.services.database.prisma.$queryRaw<{ rows: number }[]>`
    SELECT ((SELECT count(*) FROM product_import) + (SELECT count(*) FROM product) + (SELECT count(*) FROM brand)
      + (SELECT count(*) FROM category) + (SELECT count(*) FROM audit_log))::int AS rows`;
  return row?.rows ?? -1;
}

it('the test cuts every endpoint of the contract that takes files or pictures', () => {
  expect(endpoints.filter(acceptsFiles).length).toBeGreaterThanOrEqual(3);
  expect(endpoints.filter(acceptsPictures).length).toBeGreaterThanOrEqual(8);
});

it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  'a multipart body for %s that is cut anywhere is refused as unreadable and leaves no file behind',
  async (_, endpoint) => {
    const whole = bodyOf(endpoint);
    const before = { files: filesLeft(), rows: await countRows() };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length }), async (at) => {
        expect(await send(endpoint, whole.subarray(0, at)), `cut after ${at} bytes`).toBe(400);
      }),
      { numRuns: 25, examples: [[1], [20], [60], [whole.length - 20], [whole.length - 1], [whole.length]] },
    );
    expect({ files: filesLeft(), rows: await countRows() }).toEqual(before);
  },
);

it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  'a body for %s that is not a form never causes a server error and leaves no file behind',
  async (_, endpoint) => {
    const before = filesLeft();
    expect(await send(endpoint, bodyOf(endpoint), 'multipart/form-data')).toBeLessThan(500);
    expect(await send(endpoint, Buffer.from('no boundary in here'))).toBeLessThan(500);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (garbage) => {
        expect(await send(endpoint, Buffer.from(garbage))).toBeLessThan(500);
      }),
      { numRuns: 8, examples: [[new Uint8Array()]] },
    );
    expect(filesLeft()).toEqual(before);
  },
);

it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  'a form for %s with garbled part headers never causes a server error',
  async (_, endpoint) => {
    const [, headers = '', rest = ''] =
      /^([\s\S]*?\r\n\r\n)([\s\S]*)$/.exec(`${bodyOf(endpoint).toString('latin1')}--\r\n`) ?? [];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(headers.length - 1),
        fc.string({ maxLength: 12, unit: 'binary-ascii' }),
        async (at, noise) => {
          const garbled = headers.slice(0, at) + noise + headers.slice(at + noise.length);
          expect(await send(endpoint, Buffer.from(garbled + rest, 'latin1'))).toBeLessThan(500);
        },
      ),
      { numRuns: 6 },
    );
  },
);
