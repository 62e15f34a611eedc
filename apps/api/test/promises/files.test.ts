import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { api } from '@dukkan/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';

let app: TestApp;
let admin: Person;
let trap: ReturnType<typeof createServer>;
let caught = 0;
let trapUrl = '';

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  trap = createServer((_request, response) => {
    caught += 1;
    response.end();
  });
  await new Promise<void>((ready) => trap.listen(0, '127.0.0.1', ready));
  const address = trap.address();
  trapUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  trap.close();
  await app.stop();
});

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2876E2' } });

const save = (base64: string) =>
  app.call(api.auth.updateProfile, { avatar_base64: base64 }, { token: admin.token });

const served = async (url: string | null) => {
  const response = await fetch(`${app.url}${url}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

/** A PNG that says it is larger than it is: decoding it would need gigabytes. */
async function flood(): Promise<Buffer> {
  const png = await solid(8, 8).png().toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

const hostile: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'an SVG': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'an SVG that fetches': () =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${trapUrl}/x"/></svg>`),
  'an SVG behind an XML head': () =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
    ),
  'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a GIF that is a page': () => Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'),
  'a JPEG that is a page': () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html><script>alert(1)</script>')]),
  'the head of a PNG alone': () => Buffer.from('89504e470d0a1a0a', 'hex'),
  'half a PNG': async () => (await solid(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 2000),
  'half a JPEG': async () => (await solid(400, 400).jpeg().toBuffer()).subarray(0, 300),
  'a PNG with a broken checksum': async () => {
    const png = await solid(20, 20).png().toBuffer();
    png.writeUInt32BE(0, 29);
    return png;
  },
  'a flood of pixels': flood,
  'a real flood of pixels': () => solid(6000, 6000).png().toBuffer(),
  'a ZIP': () =>
    Buffer.from(
      'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIUAAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAABhUEsFBgAAAAABAAEALwAAAB8AAAAAAA==',
      'base64',
    ),
  'a PDF': () =>
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
  'a program': () => Buffer.from('MZ\x90\0\x03\0\0\0\x04', 'latin1'),
  'a script': () => Buffer.from('#!/bin/sh\nid\n'),
  'PHP behind a GIF head': () => Buffer.from('GIF89a<?php system($_GET[0]); ?>'),
  'a TIFF': () => solid(10, 10).tiff().toBuffer(),
  'an AVIF': () => solid(10, 10).avif({ effort: 0 }).toBuffer(),
  'an MVG': () =>
    Buffer.from(
      "push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 'url:http://127.0.0.1/'\npop graphic-context",
    ),
  'a playlist': () => Buffer.from(`#EXTM3U\n#EXTINF:1,\nconcat:${trapUrl}/a`),
  'an icon': () => Buffer.from('0000010001001010', 'hex'),
  noise: () => Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256)),
  'one byte': () => Buffer.from([0xff]),
};

it.each(Object.entries(hostile))('X1 a picture upload of %s is refused on its field', async (_, make) => {
  const reply = await save((await make()).toString('base64'));
  expect(reply.status, reply.text).toBe(422);
  expect(reply.failure.errors).toHaveProperty('avatar_base64');
});

const PAYLOAD = '<script>alert("stored")</script>';

const carriers: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a PNG with a page behind its end': async () =>
    Buffer.concat([await solid(32, 32).png().toBuffer(), Buffer.from(PAYLOAD)]),
  'a JPEG with a position and a script in its facts': async () =>
    solid(32, 32)
      .jpeg()
      .withExif({
        IFD0: { Copyright: PAYLOAD, ImageDescription: PAYLOAD },
        IFD3: { GPSLatitude: '25/1 17/1 7/1', GPSLatitudeRef: 'N' },
      })
      .toBuffer(),
  'a WebP': () => solid(32, 32).webp().toBuffer(),
  'a GIF': () => solid(32, 32).gif().toBuffer(),
  'a picture larger than it is shown': () => solid(2000, 500).jpeg().toBuffer(),
};

it.each(Object.entries(carriers))(
  'X1 a picture upload of %s is redrawn, and nothing of the original file is served',
  async (_, make) => {
    const upload = await make();
    const reply = await save(upload.toString('base64'));
    expect(reply.status, reply.text).toBe(200);
    const { response, bytes } = await served(reply.results.avatar_url);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(bytes.equals(upload)).toBe(false);
    expect(bytes.includes(PAYLOAD)).toBe(false);
    const facts = await sharp(bytes).metadata();
    expect(facts.format).toBe('webp');
    expect(facts.exif).toBeUndefined();
    expect(Math.max(facts.width ?? 0, facts.height ?? 0)).toBeLessThanOrEqual(512);
  },
);

const part = (name: string, filename: string | null, value: Buffer | string, type = 'image/png'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--cut\r\ncontent-disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`}\r\n\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);

const multipart = async (...parts: Buffer[]) => {
  const response = await fetch(`${app.url}/user/profile/update`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=cut', authorization: `Bearer ${admin.token}` },
    body: Buffer.concat([...parts, Buffer.from('--cut--\r\n')]),
  });
  return {
    status: response.status,
    body: (await response.json()) as { results: { avatar_url?: string; name?: string } },
  };
};

it('a multipart data part is read as JSON with its content type too, as a field or as a file part', async () => {
  const name = 'Renamed by a form';
  const json = JSON.stringify({ name });
  const field = Buffer.from(
    `--cut\r\ncontent-disposition: form-data; name="data"\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${json}\r\n`,
  );
  for (const data of [part('data', null, json), field, part('data', 'blob', json, 'application/json')]) {
    const { status, body } = await multipart(data);
    expect([status, body.results.name]).toEqual([200, name]);
  }
  for (const wrong of ['{"name":', '[1]', '"text"']) {
    const { status } = await multipart(part('data', 'blob', wrong, 'application/json'));
    expect(status).toBe(400);
  }
  const long = JSON.stringify({ name: 'x'.repeat(300_000) });
  expect((await multipart(part('data', 'blob', long, 'application/json'))).status).toBe(413);
});

it.each([
  '../../../../tmp/evil.png',
  '..\\..\\evil.png',
  '/etc/passwd',
  'C:\\evil.png',
  'evil.php',
  'evil.png\\0.php',
  '%2e%2e%2fevil',
  '.htaccess',
  'x'.repeat(300),
  'CON',
  '',
  'evil.svg',
])('X4 the uploaded file name %j is ignored', async (name) => {
  const before = filesIn(app.services.env.DATA_DIR);
  const png = await solid(16, 16).png().toBuffer();
  const { status, body } = await multipart(
    part('avatar', name, png),
    part('data', null, '{"name":"Uploader"}'),
  );
  if (name === '') return expect([200, 400]).toContain(status);
  expect(status).toBe(200);
  expect(body.results.name).toBe('Uploader');
  expect(body.results.avatar_url).toMatch(/^\/files\/[\w-]{22}\.webp$/);
  const made = filesIn(app.services.env.DATA_DIR).filter((file) => !before.includes(file));
  expect(made).toHaveLength(1);
  expect(made[0]).toMatch(/\/files\/[\w-]{2}\/[\w-]{22}\.webp$/);
});

it('X4 an unexpected upload part is refused, and so is a file above its limit', async () => {
  const png = await solid(16, 16).png().toBuffer();
  expect((await multipart(part('evil', 'x.png', png))).status).toBe(400);
  expect((await multipart(part('avatar_base64', 'x.png', png))).status).toBe(400);
  expect((await multipart(part('__proto__', null, '{}'))).status).toBe(400);
  expect((await multipart(part('data', null, '{"__proto__":{"x":1}}'))).status).toBe(400);
  expect((await multipart(part('avatar', 'x.png', Buffer.alloc(5.1 * 1_048_576)))).status).toBe(413);
  expect((await multipart(...Array.from({ length: 40 }, () => part('avatar', 'x.png', png)))).status).toBe(
    413,
  );
});

it('X1 base64 pictures have a size limit, and invalid base64 is no picture', async () => {
  const large = Buffer.alloc(3 * 1_048_576 + 1).toString('base64');
  for (const text of [
    large,
    '****',
    'AAA',
    'data:image/svg+xml;base64,PHN2Zy8+',
    `data:text/html;base64,${'A'.repeat(8)}`,
    'http://127.0.0.1/x.png',
    '/etc/passwd',
  ]) {
    const reply = await save(text);
    expect(reply.status, text.slice(0, 40)).toBe(422);
    expect(Object.keys(reply.failure.errors)).toEqual(['avatar_base64']);
  }
});

it.each([
  '../secret.key',
  '..%2fsecret.key',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e/secret.key',
  '.writable',
  'secret.key',
  'AAAAAAAAAAAAAAAAAAAAAA.webp',
  'AAAAAAAAAAAAAAAAAAAAAA.svg',
  'AAAAAAAAAAAAAAAAAAAAAA.webp%00.html',
  'AAAAAAAAAAAAAAAAAAAAAA.webp/',
  'a'.repeat(99),
  'a'.repeat(300),
])('X4 /files/%s reveals nothing', async (name) => {
  const response = await fetch(`${app.url}/files/${name}`);
  expect([400, 404]).toContain(response.status);
  expect((await response.text()).length).toBeLessThan(400);
});

it('R8 an account can upload a limited number of megabytes of pictures a day', async () => {
  const strict = await startApp({
    database: app.database,
    env: { UPLOAD_MB_PER_DAY: '1', SECRET_KEY: app.services.env.SECRET_KEY },
  });
  const person = await makePerson(strict);
  const noise = await sharp(
    Buffer.from(Array.from({ length: 500 * 500 * 3 }, (_, at) => (at * at * 31) % 251)),
    {
      raw: { width: 500, height: 500, channels: 3 },
    },
  )
    .png({ compressionLevel: 0 })
    .toBuffer();
  const statuses: number[] = [];
  for (let at = 0; at < 3; at += 1)
    statuses.push(
      (
        await strict.call(
          api.auth.updateProfile,
          { avatar_base64: noise.toString('base64') },
          { token: person.token },
        )
      ).status,
    );
  await strict.stop();
  expect(statuses).toEqual([200, 409, 409]);
});

it('P23 no upload of these tests caused an outgoing request, and every stored file is one of ours', () => {
  expect(caught).toBe(0);
  const { DATA_DIR } = app.services.env;
  const files = filesIn(join(DATA_DIR, 'files'));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    expect(file).toMatch(/\/[\w-]{2}\/[\w-]{22}\.webp$/);
    expect(statSync(file).mode & 0o111).toBe(0);
  }
});
