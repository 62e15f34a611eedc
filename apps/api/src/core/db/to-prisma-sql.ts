import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { Prisma } from './database.ts';
import { tables } from './tables.ts';

/** Converts a statement or an SQL part of Kysely for a Prisma statement (docs/adr 0013). */
export function toPrismaSql(part: RawBuilder<unknown> | Compilable | CompiledQuery): Prisma.Sql {
  const { sql, parameters } =
    'sql' in part ? part : 'isRawBuilder' in part ? part.compile(tables) : part.compile();
  return new Prisma.Sql(sql.split(/\$\d+/), [...parameters]);
}
