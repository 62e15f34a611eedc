import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../user-error.mjs';

const reasons = {
  ECONNREFUSED: 'nothing answers there; is PostgreSQL running?',
  ENOTFOUND: 'that host is unknown',
  EAI_AGAIN: 'that host could not be looked up',
  ETIMEDOUT: 'no answer in time',
  ECONNRESET: 'the connection was cut',
  '28P01': 'user name or password is wrong',
  28000: 'this user may not connect',
  '3D000': 'that database does not exist',
  53300: 'it has no free connections',
};

/** Formats a PostgreSQL URL without its password, for messages. */
function formatAddress(address) {
  return `${address.hostname}:${address.port || 5432}${address.pathname}`;
}

/** Parses a PostgreSQL URL; an invalid one is reported with its setting. */
function parse(url, key) {
  let address;
  try {
    address = new URL(url);
  } catch {
    address = undefined;
  }
  if (!address || !['postgres:', 'postgresql:'].includes(address.protocol) || !address.hostname) {
    throw new UserError(
      `${key} is not a PostgreSQL address such as postgresql://user:password@host:5432/database`,
    );
  }
  return address;
}

/**
 * Connects to PostgreSQL; waits for a server that is still starting.
 *
 * @param {string} url
 * @param {string} key the setting to name in an error
 * @returns {Promise<import('pg').Client>}
 * @throws {UserError} with a sentence that names the setting
 */
export async function connect(url, key = 'DATABASE_URL') {
  const address = parse(url, key);
  const { default: pg } = await import('pg');
  for (const end = Date.now() + 30_000; ; await sleep(300)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    // a connection lost between two queries must not end the script with a stack trace
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error.code === '57P03' && Date.now() < end) continue;
      const cause = error.errors?.[0] ?? error;
      const reason = reasons[cause.code] ?? (cause.message || String(cause.code));
      throw new UserError(`${key}: PostgreSQL at ${formatAddress(address)} cannot be used: ${reason}`);
    }
  }
}

/** Creates a database unless it exists. */
export async function ensureDatabase(adminUrl, name) {
  const client = await connect(adminUrl);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
