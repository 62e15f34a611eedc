import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/**
 * Stands at the start of a statement whose best plan depends on what is asked: it is planned for its values each time
 * instead of once for all.
 */
export const CUSTOM_PLAN = Prisma.raw('/* own plan */');

/** A text's short name. */
export const digest = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** What a statement is prepared under: its text; '' where it is not to be. */
export const statementName = (text: string): string =>
  text.startsWith(CUSTOM_PLAN.sql) || text === 'BEGIN' || text === 'COMMIT' ? '' : digest(text);

/** A statement as the driver takes it. Instants are said in UTC, whatever the process's own zone is. */
export function toQueryConfig(sql: Prisma.Sql): pg.QueryConfig {
  const { text } = sql;
  const name = statementName(text);
  const values = sql.values.map((value) => (value instanceof Date ? value.toISOString() : value));
  return { text, values, ...(name ? { name } : {}) };
}
