import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigurationError, readEnv } from '../../src/env.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { MAIN } from './processes.ts';

let dir: string;
let database: TestDatabase;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'dukkan-configuration-'));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

const good = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: dir,
  SECRET_KEY: 'k'.repeat(40),
  LOG_LEVEL: 'silent',
});

it.each([
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://x:y@localhost/z' }],
  ['DATABASE_URL', { DATABASE_URL: 'not an address' }],
  ['PORT', { PORT: 'eighty' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '3.5' }],
  ['DATABASE_POOL', { DATABASE_POOL: '2.5' }],
  ['DATABASE_WAIT_MS', { DATABASE_WAIT_MS: '0' }],
  ['ROLE', { ROLE: 'boss' }],
  ['SECRET_KEY', { SECRET_KEY: 'short' }],
  ['SECRET_KEY', { SECRET_KEY: 'changeme-changeme-changeme-changeme-changeme' }],
  ['SECRET_KEY', { SECRET_KEY: 'secretsecretsecretsecretsecretsecretsecret' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
  ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'notanip' }],
  ['TRUST_PROXY', { TRUST_PROXY: '::/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: '*' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'https://shop.example/' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'https://shop.example/app' }],
  ['CORS_ORIGINS', { CORS_ORIGINS: 'http://localhost:5173', HOST: '0.0.0.0', NODE_ENV: 'production' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'https://store.example' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['PASSWORD_COST', { PASSWORD_COST: '3' }],
  ['DEMO', { DEMO: 'maybe' }],
  ['API_BASE', { API_BASE: 'api/' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'shop.example' }],
  ['APP_LOGO_URL', { APP_LOGO_URL: 'http://shop.example/logo.png' }],
  ['APP_FAVICON_URL', { APP_FAVICON_URL: 'javascript:alert(1)' }],
  ['APP_WEBSITE', { APP_WEBSITE: 'shop.example' }],
  ['APP_PHONE', { APP_PHONE: '44000100' }],
  ['APP_EMAIL', { APP_EMAIL: 'shop' }],
  ['SMS_WEBHOOK_TOKEN', { SMS_WEBHOOK_TOKEN: '  ' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
])(
  'O7 a wrong %s is reported in one sentence that names the setting and repeats no secret: %j',
  (key, wrong) => {
    const source = { ...good(), ...wrong };
    const read = () => readEnv(source as Record<string, string>);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(new RegExp(`^${key} (must|needs|names|is) [^\\n]*\\.$`));
    for (const secret of [source.SECRET_KEY, source.DATABASE_URL])
      if (secret) expect(read).not.toThrow(secret);
  },
);

/** Starts the real process and waits for its end. */
async function start(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    said += part;
  });
  const late = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { code, said };
}

const sentence = /^[A-Z_]+\b[^\n]*\.\n$/;

it('O7 a start with an unreadable configuration exits at once with that sentence and code 1', async () => {
  const { code, said } = await start({ ...good(), TRUST_PROXY: '*' });
  expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
  expect(said).toMatch(/^TRUST_PROXY/);
});

it('O7 a start without PostgreSQL, or with an unknown database or password, says so and exits', async () => {
  const wrong = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return start({ ...good(), DATABASE_URL: url.href });
  };
  const [absent, unknown, stranger, nowhere] = await Promise.all([
    wrong((url) => {
      url.port = '9';
    }),
    wrong((url) => {
      url.pathname = '/no_such_database';
    }),
    wrong((url) => {
      url.password = 'wrong-canary';
    }),
    wrong((url) => {
      url.hostname = 'no-such-machine.invalid';
    }),
  ]);
  for (const { code, said } of [absent, unknown, stranger, nowhere]) {
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
    expect(said).toMatch(/^DATABASE_URL/);
    expect(said).not.toContain('wrong-canary');
  }
});

it('O7 a wrong direct database address is reported by its own setting, and a database without tables as such', async () => {
  const at = (pathname: string) => Object.assign(new URL(database.url), { pathname }).href;
  const [direct, empty] = await Promise.all([
    start({ ...good(), DIRECT_DATABASE_URL: at('/no_such_database') }),
    start({ ...good(), DATABASE_URL: at('/postgres') }),
  ]);
  expect([direct.code, direct.said]).toEqual([1, expect.stringMatching(/^DIRECT_DATABASE_URL[^\n]*\.\n$/)]);
  expect([empty.code, empty.said]).toEqual([
    1,
    expect.stringMatching(/^DATABASE_URL[^\n]*migrate[^\n]*\.\n$/),
  ]);
});

it('O7 a used port, a data folder that is a file, and a damaged key each stop the start with their names', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const file = join(dir, 'a-file');
  writeFileSync(file, '');
  const keys = mkdtempSync(join(dir, 'keys-'));
  writeFileSync(join(keys, 'secret.key'), 'short');
  const { SECRET_KEY: _, ...keyless } = good();
  const [busy, unwritable, damaged] = await Promise.all([
    start({ ...good(), PORT: port }),
    start({ ...good(), DATA_DIR: join(file, 'below') }),
    start({ ...keyless, DATA_DIR: keys }),
  ]);
  taken.close();
  expect([busy.code, busy.said]).toEqual([1, expect.stringMatching(new RegExp(`^PORT ${port}\\b`))]);
  // nobody was made for a shop that did not start
  expect(busy.said).not.toContain('administrator');
  expect([unwritable.code, unwritable.said]).toEqual([1, expect.stringMatching(/^DATA_DIR/)]);
  expect([damaged.code, damaged.said]).toEqual([1, expect.stringMatching(/^DATA_DIR/)]);
});
