import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/** Marks a statement whose best plan depends on its values, so that it is planned for them each time. */
export const CUSTOM_PLAN = Prisma.raw('/* own plan */');

/** A short hash that names a text. */
export const sha1Base64 = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** The name of the prepared statement, a hash of its text; '' for statements that must not be prepared. */
export const preparedStatementName = (text: string): string =>
  text.startsWith(CUSTOM_PLAN.sql) || text === 'BEGIN' || text === 'COMMIT' ? '' : sha1Base64(text);

/** Converts a statement for the driver; timestamps are sent in UTC. */
export function toQueryConfig(sql: Prisma.Sql): pg.QueryConfig {
  const { text } = sql;
  const name = preparedStatementName(text);
  const values = sql.values.map((value) => (value instanceof Date ? value.toISOString() : value));
  return { text, values, ...(name ? { name } : {}) };
}
