import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { timeLimit } from './size.ts';
import { say } from './sockets.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

type Parts = {
  method?: string;
  path?: string;
  headers?: readonly string[];
  body?: string;
  length?: number | null;
};

const message = ({
  method = 'POST',
  path = '/settings',
  headers = [],
  body = '{}',
  length = body.length,
}: Parts) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: shop.example',
    'connection: close',
    ...headers,
    ...(length === null ? [] : [`content-length: ${length}`]),
    '',
    body,
  ].join('\r\n');

const JSON_TYPE = 'content-type: application/json';

const statuses = (heard: string): number[] =>
  [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code));

/** The status of the only answer to a message; 0 where the server just closed. */
const statusOf = async (parts: Parts): Promise<number> => {
  const found = statuses(await say(app.url, message(parts)));
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0] ?? 0;
};

it.each([
  ['an empty body', { headers: [JSON_TYPE], body: '' }],
  ['no body and no type', { headers: [], body: '', length: null }],
  ['no body, no type, length 0', { headers: [], body: '' }],
  ['a type with a charset', { headers: ['content-type: application/json; charset=utf-8'] }],
  ['a type in capitals', { headers: ['Content-Type: APPLICATION/JSON'] }],
])('M22 a call with %s, as in the specification, is answered', async (_, parts) => {
  expect(await statusOf(parts)).toBe(200);
});

it.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['XML', 'text/xml'],
  ['JSON and a tab', 'application/json\tx'],
  ['JSON and garbage', 'application/json garbage'],
  ['another JSON', 'application/vnd.api+json'],
  ['a prefix of JSON', 'application/jso'],
  ['JSON beside text', 'text/plain; application/json'],
  ['a list of types', 'application/json, text/plain'],
  ['multipart where no file belongs', 'multipart/form-data; boundary=x'],
  ['nothing of sense', 'x'],
  ['an octet stream', 'application/octet-stream'],
])('M23 M24 I11 a body sent as %s is refused', async (_, type) => {
  expect([400, 415]).toContain(
    await statusOf({ headers: [`content-type: ${type}`], body: '{"locale":"ar"}' }),
  );
});

it('an OPTIONS call that no browser would send is refused like any other method', async () => {
  const ask = async (headers: readonly string[], origin = 'https://shop.example') => {
    const heard = await say(
      app.url,
      message({ method: 'OPTIONS', headers: [`origin: ${origin}`, ...headers], body: '', length: null }),
    );
    return { status: statuses(heard)[0], heard };
  };
  const { status, heard } = await ask([]);
  expect(status).toBe(405);
  expect(heard).toContain('request.method_not_allowed');
  expect((await ask(['access-control-request-method: POST'])).status).toBe(204);
});

it('M23 a form can be posted to an export and nothing else', async () => {
  const form = { headers: ['content-type: application/x-www-form-urlencoded'], body: 'a=1' };
  for (const path of ['/settings', '/user/auth', '/user/profile', '/admin/accounts/save', '/admin/views'])
    expect([400, 401, 415], path).toContain(await statusOf({ ...form, path }));
  const auth = [...form.headers, `authorization: Bearer ${admin.token}`];
  expect(await statusOf({ path: '/admin/accounts', headers: auth, body: 'export=1' })).toBe(401);
  expect(
    await statusOf({ path: '/admin/accounts', headers: auth, body: `export=1&token=${admin.token}` }),
  ).toBe(401);
});

const smuggling: readonly (readonly [string, string])[] = [
  [
    'length and chunks',
    message({
      headers: [JSON_TYPE, 'transfer-encoding: chunked'],
      body: '0\r\n\r\nPOST /user/profile HTTP/1.1\r\nhost: x\r\n\r\n',
    }),
  ],
  ['two lengths', message({ headers: [JSON_TYPE, 'content-length: 2'], body: '{}', length: 44 })],
  ['two equal lengths with a list', message({ headers: [JSON_TYPE, 'content-length: 2, 2'], length: null })],
  ['a length with a plus', message({ headers: [JSON_TYPE, 'content-length: +2'], length: null })],
  ['a negative length', message({ headers: [JSON_TYPE, 'content-length: -2'], length: null })],
  ['a length in hexadecimal', message({ headers: [JSON_TYPE, 'content-length: 0x2'], length: null })],
  [
    'chunked, misspelt',
    message({
      headers: [JSON_TYPE, 'transfer-encoding: xchunked'],
      length: null,
      body: '2\r\n{}\r\n0\r\n\r\n',
    }),
  ],
  [
    'chunked twice',
    message({
      headers: [JSON_TYPE, 'transfer-encoding: chunked', 'transfer-encoding: identity'],
      length: null,
      body: '2\r\n{}\r\n0\r\n\r\n',
    }),
  ],
  ['a space before the colon', message({ headers: [JSON_TYPE, 'transfer-encoding : chunked'] })],
  ['a folded header', message({ headers: [JSON_TYPE, 'x-fold: a\r\n b'] })],
  ['a bare line feed in a header', message({ headers: [JSON_TYPE, 'x-bare: a\nx-admin: 1'] })],
  ['a bare carriage return in a header', message({ headers: [JSON_TYPE, 'x-bare: a\rx-admin: 1'] })],
  ['a NUL in a header', message({ headers: [JSON_TYPE, 'x-nul: a\0b'] })],
  ['a header without a name', message({ headers: [JSON_TYPE, ': value'] })],
  ['no host', `POST /settings HTTP/1.1\r\n${JSON_TYPE}\r\ncontent-length: 2\r\n\r\n{}`],
  ['a version from the future', `POST /settings HTTP/3.7\r\nhost: x\r\n\r\n`],
  ['no version', 'POST /settings\r\n\r\n'],
  ['a method of ours', message({ method: 'ADMIN' })],
  ['a tunnel', 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nhost: 127.0.0.1:5432\r\n\r\n'],
  [
    'an upgrade',
    message({ headers: [JSON_TYPE, 'connection: upgrade', 'upgrade: h2c', 'http2-settings: x'] }),
  ],
  [
    'a chunk of nonsense length',
    message({
      headers: [JSON_TYPE, 'transfer-encoding: chunked'],
      length: null,
      body: 'zz\r\n{}\r\n0\r\n\r\n',
    }),
  ],
  [
    'a chunk too large for a number',
    message({
      headers: [JSON_TYPE, 'transfer-encoding: chunked'],
      length: null,
      body: 'fffffffffffffffff\r\n{}',
    }),
  ],
  ['a path with spaces', 'POST /settings /admin HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['greetings of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['noise', 'Aa0Aa1Aa2Aa3\r\n\r\n'],
];

it.each(smuggling)(
  "I11 %s gets one refusal or one plain answer, never two, and never another client's",
  async (_, text) => {
    const heard = await say(app.url, text);
    const found = statuses(heard);
    expect(found.length, heard.slice(0, 500)).toBeLessThanOrEqual(1);
    for (const status of found) expect(status, heard.slice(0, 500)).toBeLessThan(500);
    if (found[0] && found[0] >= 400) {
      const body = heard.slice(heard.indexOf('\r\n\r\n') + 4);
      if (body.startsWith('{')) expect(JSON.parse(body)).toHaveProperty('results.code');
    }
  },
);

it('I11 a second request hidden in a body is not answered', async () => {
  const hidden = `POST /user/profile HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-length: 0\r\n\r\n`;
  const heard = await say(app.url, message({ headers: [JSON_TYPE], body: `{}${hidden}`, length: 2 }));
  expect(statuses(heard)).toHaveLength(1);
  expect(heard).not.toContain(admin.email);
});

it.each([
  ['a header of 20 kB', message({ headers: [JSON_TYPE, `x-long: ${'x'.repeat(20_000)}`] })],
  [
    'three thousand headers',
    message({ headers: [JSON_TYPE, ...Array.from({ length: 3000 }, (_, at) => `x-${at}: 1`)] }),
  ],
  ['an address of 20 kB', message({ path: `/settings?${'x'.repeat(20_000)}` })],
  [
    'a token of 15 kB',
    message({ path: '/user/profile', headers: [`authorization: Bearer ${'x'.repeat(15_000)}`] }),
  ],
  ['a language of 15 kB', message({ headers: [JSON_TYPE, `accept-language: ${'en,'.repeat(5000)}`] })],
])('I11 %s is refused or ignored quickly', async (_, text) => {
  const from = performance.now();
  const found = statuses(await say(app.url, text));
  expect(performance.now() - from).toBeLessThan(timeLimit(3000));
  for (const status of found) expect(status).toBeLessThan(500);
});

it('M27 of two equal keys in a body the last one applies, and invalid UTF-8 does not sign in', async () => {
  const heard = await say(app.url, message({ headers: [JSON_TYPE], body: '{"locale":"ar","locale":"xx"}' }));
  expect(heard).toContain('"request.invalid"');
  expect(heard).toContain('"locale"');
  const odd = await statusOf({
    headers: [JSON_TYPE],
    path: '/user/auth',
    body: '{"email":"\xff\xfe@example.test","password":"x"}',
  });
  expect([400, 422]).toContain(odd);
});

it('P20 a body above its limit is refused before it is read: 256 kB of JSON, 4.5 MB with pictures', async () => {
  const declared = async (path: string, length: number, token = admin.token) =>
    statuses(
      await say(
        app.url,
        message({ path, headers: [JSON_TYPE, `authorization: Bearer ${token}`], body: '{', length }),
      ),
    )[0];
  expect(await declared('/settings', 256 * 1024 + 1)).toBe(413);
  expect(await declared('/admin/accounts', 256 * 1024 + 1)).toBe(413);
  expect(await declared('/admin/accounts/save', 4.5 * 1024 * 1024 + 1)).toBe(413);
  // who may not call at all is told so before anything is read
  expect(await declared('/admin/accounts/save', 1_000_000, 'dead.token.x')).toBe(401);
});

it('P20 a compressed body is not unpacked', async () => {
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip'])
    expect([400, 415], encoding).toContain(
      await statusOf({
        headers: [JSON_TYPE, `content-encoding: ${encoding}`],
        body: '\x1f\x8b\x08\x00\x00\x00\x00\x00',
      }),
    );
});

it('P20 a compression bomb of a hundred megabytes in a hundred kilobytes is not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1_048_576, 0x20)).toString('latin1');
  const from = performance.now();
  const found = statuses(
    await say(app.url, message({ headers: [JSON_TYPE, 'content-encoding: gzip'], body: bomb })),
  );
  expect([400, 413, 415]).toContain(found[0]);
  expect(performance.now() - from).toBeLessThan(timeLimit(2000));
});

it('X8 every answer has the headers that keep stored text from running', async () => {
  const csp =
    "default-src 'self';script-src 'self' 'wasm-unsafe-eval';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
    "connect-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';frame-ancestors 'none'";
  const requests: readonly Parts[] = [
    {},
    { method: 'GET', path: '/', body: '' },
    { method: 'GET', path: '/orders/1', body: '' },
    { method: 'GET', path: '/docs', body: '' },
    { method: 'GET', path: '/openapi.json', body: '' },
    { method: 'GET', path: '/livez', body: '' },
    { path: '/nothing' },
    { path: '/user/profile' },
    { headers: [JSON_TYPE], body: '{' },
  ];
  for (const parts of requests) {
    const heard = (await say(app.url, message(parts))).toLowerCase();
    const label = `${parts.method ?? 'POST'} ${parts.path ?? '/settings'}`;
    expect(heard, label).toContain('x-content-type-options: nosniff');
    expect(heard, label).toContain('referrer-policy: no-referrer');
    expect(heard, label).toContain('content-security-policy: ');
    expect(heard, label).not.toContain('x-powered-by');
    expect(heard, label).not.toContain('unsafe-eval\'"');
    if (parts.path !== '/docs') expect(heard, label).toContain(`content-security-policy: ${csp}`);
    if (parts.path === '/docs') expect(heard).not.toMatch(/script-src[^;]*'unsafe-inline'/);
    if (!parts.method) expect(heard, label).toMatch(/content-type: application\/json/);
  }
});

it('X8 an answer with personal data is never cached', async () => {
  for (const path of ['/user/profile', '/admin/accounts', '/settings', '/admin/audit']) {
    const heard = await say(
      app.url,
      message({ path, headers: [JSON_TYPE, `authorization: Bearer ${admin.token}`] }),
    );
    expect(heard.toLowerCase(), path).toContain('cache-control: no-store');
  }
});

it('O3 a failure answer names no file, statement or stack', async () => {
  const tries: readonly Parts[] = [
    { headers: [JSON_TYPE], body: '{"__proto__":1}' },
    { path: '/admin/accounts/show/0', headers: [`authorization: Bearer ${admin.token}`] },
    { path: '/files/x', method: 'GET', body: '' },
    { path: `/admin/accounts/show/${'9'.repeat(99)}`, headers: [`authorization: Bearer ${admin.token}`] },
    { path: '/%', headers: [JSON_TYPE] },
    { path: '/%ff%fe', headers: [JSON_TYPE] },
  ];
  for (const parts of tries) {
    const heard = await say(app.url, message(parts));
    expect(statuses(heard)[0]).toBeLessThan(500);
    expect(heard).not.toMatch(/node_modules|\.ts:\d|SELECT |at \w+ \(|prisma/i);
  }
});
