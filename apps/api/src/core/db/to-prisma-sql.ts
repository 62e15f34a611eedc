import type { RawBuilder } from 'kysely';
import { Prisma } from './database.ts';
import { tables } from './tables.ts';

/** Converts an SQL part of Kysely's `sql` for a Prisma statement (docs/adr 0013). */
export function toPrismaSql(part: RawBuilder<unknown>): Prisma.Sql {
  const { sql, parameters } = part.compile(tables);
  return new Prisma.Sql(sql.split(/\$\d+/), [...parameters]);
}
