import type { RawBuilder } from 'kysely';
import { Prisma } from './database.ts';
import { tables } from './tables.ts';

/** A part of a statement made by Kysely's `sql`, for a statement that is still text of Prisma (docs/adr 0013). */
export function toPrismaSql(part: RawBuilder<unknown>): Prisma.Sql {
  const { sql, parameters } = part.compile(tables);
  return new Prisma.Sql(sql.split(/\$\d+/), [...parameters]);
}
