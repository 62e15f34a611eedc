import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const numberVariable = (fallback: number, min = 0, max = 2_147_483_647) => {
  const error = `must be a number from ${min} to ${max}`;
  return z.coerce.number({ error }).min(min, error).max(max, error).default(fallback);
};
/** A whole number, such as a port or a number of seconds. */
const wholeNumberVariable = (fallback: number, min = 0, max?: number) =>
  numberVariable(fallback, min, max).refine(Number.isInteger, 'must be a whole number');
const text = z.string().trim().min(1, 'must not be blank').optional();
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const enumVariable = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const toggle = enumVariable('0', '1', 'true', 'false').transform(
  (value) => value === '1' || value === 'true',
);
const webUrl = z.url({ error: 'must be an address such as https://shop.example' }).optional();

const secureUrl = z
  .url({ protocol: /^https$/, error: 'must be an address that starts with https://' })
  .optional();

const POSTGRES = 'must look like postgresql://user:password@host:5432/database';
const postgresUrl = z
  .string({ error: POSTGRES })
  .refine((value) => /^postgres(ql)?:\/\/[^\s]+$/.test(value) && URL.canParse(value), { message: POSTGRES });

/** Names of networks that the server understands. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * True for an address or a network in CIDR notation, such as 172.16.0.0/12; length 0 is refused because it allows
 * everyone.
 */
function isNetwork(part: string): boolean {
  const [, address = '', length = '1'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return NAMED.includes(part) || (Number(length) >= 1 && Number(length) <= bits);
}

const WEAK = /^(secret|changeme|change-me|password|default|test|dukkan)/i;

const schema = z.object({
  NODE_ENV: enumVariable('production', 'development', 'test').default('production'),
  ROLE: enumVariable('all', 'api', 'worker').default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumberVariable(3000, 0, 65_535),
  API_BASE: z
    .string()
    .regex(/^(\/[a-z0-9-]+)*$/, 'must be empty or start with a slash')
    .default(''),
  PUBLIC_URL: webUrl,
  DATABASE_URL: postgresUrl,
  /** Networks with printers, in addition to the private ones: addresses or CIDR networks. */
  PRINTER_NETWORKS: list.refine((parts) => parts.every((part) => isNetwork(part) && !NAMED.includes(part)), {
    message: 'must be addresses or networks such as 203.0.113.0/24',
  }),
  /** LISTEN and job locks need a direct connection when DATABASE_URL goes through a pooler. */
  DIRECT_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: wholeNumberVariable(10, 2, 200),
  /** A request that waits longer for a connection fails with 'service busy'. */
  DATABASE_WAIT_MS: wholeNumberVariable(2_000, 100, 60_000),
  /** A streaming replica that serves lists and statistics while its lag is below this limit. */
  READ_DATABASE_URL: postgresUrl.optional(),
  READ_LAG_MS: wholeNumberVariable(2_000, 200, 60_000),
  DATA_DIR: z.string().default('.dukkan/data'),
  WEB_ROOT: text,
  DEMO: toggle.default(false),
  /** Creates orders for the demo business: those of the last days at once, those of six months in the background. */
  DEMO_HISTORY: toggle.default(true),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((value) => !WEAK.test(value), { message: 'is a well-known default; make a random one' })
    .optional(),
  LOG_LEVEL: enumVariable('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  TRUST_PROXY: list.refine((value) => value.every(isNetwork), {
    message: 'must name the proxies by addresses or networks such as 172.16.0.0/12, not everyone',
  }),
  CORS_ORIGINS: list.refine(
    (value) => value.every((part) => URL.canParse(part) && new URL(part).origin === part),
    {
      message:
        'must be a list of origins such as https://shop.example, without a slash or a path behind them',
    },
  ),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  COMMIT: z.string().default(''),
  MAP_LAT: numberVariable(25.2854, -90, 90),
  MAP_LNG: numberVariable(51.531, -180, 180),
  MAP_ZOOM: wholeNumberVariable(11, 1, 20),
  TILE_URL: webUrl,
  TILE_ATTRIBUTION: text,
  /** The shop's brand until it is saved in the settings. */
  APP_NAME_AR: text,
  APP_NAME_EN: text,
  APP_NAME_DE: text,
  APP_LOGO_URL: secureUrl,
  APP_FAVICON_URL: secureUrl,
  APP_PHONE: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be an international number such as +97444000100')
    .optional(),
  APP_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  APP_WEBSITE: secureUrl,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Dukkan <no-reply@localhost>'),
  SMS_WEBHOOK_URL: webUrl,
  SMS_WEBHOOK_TOKEN: text,
  S3_ENDPOINT: webUrl,
  S3_BUCKET: text,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: text,
  S3_SECRET_KEY: text,
  PASSWORD_COST: wholeNumberVariable(12, 4, 15),
  PASSWORD_THREADS: wholeNumberVariable(2, 1, 16),
  RATE_PER_MINUTE: wholeNumberVariable(1200, 1),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumberVariable(2_000, 0),
  SOCKETS_PER_ADDRESS: wholeNumberVariable(1000, 10),
  /** Requests whose headers or body are not complete by then are cut off. */
  HEADERS_SECONDS: wholeNumberVariable(10, 1, 300),
  REQUEST_SECONDS: wholeNumberVariable(15, 1, 300),
  UPLOAD_SECONDS: wholeNumberVariable(600, 1, 3_600),
  /** How often an open live stream checks that its session, permissions and branches are still valid. */
  STREAM_CHECK_MS: wholeNumberVariable(30_000, 50, 30_000),
  /** Behind a load balancer: how long /readyz returns 503 before the listener closes. */
  DRAIN_WAIT_MS: wholeNumberVariable(0, 0, 60_000),
  EXPORTS_PER_MINUTE: wholeNumberVariable(5, 1),
  PRINTS_PER_MINUTE: wholeNumberVariable(60, 1),
  /** Per customer; staff have no limit. */
  ORDERS_PER_HOUR: wholeNumberVariable(30, 1),
  UPLOAD_MB_PER_DAY: wholeNumberVariable(500, 1),
  SIGN_IN_PER_IDENTITY_ADDRESS: wholeNumberVariable(10, 1),
  SIGN_IN_PER_IDENTITY: wholeNumberVariable(50, 1),
  SIGN_IN_PER_ADDRESS: wholeNumberVariable(200, 1),
  CODES_PER_HOUR: wholeNumberVariable(5, 1),
  CODES_PER_DAY: wholeNumberVariable(10, 1),
  CODES_PER_ADDRESS_HOUR: wholeNumberVariable(20, 1),
  MESSAGES_PER_DAY: wholeNumberVariable(5000, 1),
  CONTACTS_PER_ADDRESS_HOUR: wholeNumberVariable(5, 1),
  CONTACTS_PER_DAY: wholeNumberVariable(500, 1),
});

export type Env = z.output<typeof schema> & { readonly SECRET_KEY: string };

/** A configuration error: `message` is one sentence that names the key. */
export class ConfigurationError extends Error {}

const failConfiguration = (sentence: string): never => {
  throw new ConfigurationError(sentence);
};

/**
 * Reads and checks the configuration. No other code reads process.env.
 * @throws ConfigurationError that names the key and the problem, but no secret.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = String(issue?.path[0] ?? 'configuration');
    return failConfiguration(`${key} ${issue?.message ?? 'is wrong'}.`);
  }
  const env = parsed.data;
  const loopback = ['127.0.0.1', '::1', 'localhost'].includes(env.HOST);
  if (env.S3_ENDPOINT && !(env.S3_BUCKET && env.S3_ACCESS_KEY && env.S3_SECRET_KEY))
    return failConfiguration('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it.');
  if (
    env.NODE_ENV === 'production' &&
    env.CORS_ORIGINS.some((origin) => /localhost|127\.0\.0\.1/.test(origin)) &&
    !loopback
  )
    return failConfiguration('CORS_ORIGINS names a local address although HOST is open to others.');
  const dir = resolve(env.DATA_DIR);
  try {
    mkdirSync(join(dir, 'files'), { recursive: true });
    writeFileSync(join(dir, '.writable'), '');
  } catch {
    return failConfiguration(`DATA_DIR cannot be written: ${dir}.`);
  }
  return { ...env, DATA_DIR: dir, SECRET_KEY: env.SECRET_KEY ?? keptKey(dir) };
}

/** Returns the signing key of this installation, created on first start in a file that only its owner can read. */
function keptKey(dir: string): string {
  const file = join(dir, 'secret.key');
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch {
    // the file exists, because an earlier start or a parallel process has created it
  }
  const key = readFileSync(file, 'utf8').trim();
  return key.length >= 32
    ? key
    : failConfiguration('DATA_DIR holds a damaged secret.key; remove it to sign everyone out.');
}

/** The product's folder has the same relative path from the sources and from the bundle. */
const ROOT = new URL('../../../', import.meta.url);

/** The product's version, from its root package. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))).version;

/** Names of the migrations that this code needs. */
export const MIGRATIONS: readonly string[] = globSync('*/migration.sql', {
  cwd: fileURLToPath(new URL('prisma/migrations', ROOT)),
}).map(dirname);
