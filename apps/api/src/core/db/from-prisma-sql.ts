import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Prisma } from './database.ts';

/** A part of a statement, over the typed tables or still of Prisma. */
export type SqlPart = RawBuilder<unknown> | Compilable | Prisma.Sql;

/** Converts an SQL part of a Prisma statement for Kysely's `sql` (docs/adr 0013). */
export const fromPrismaSql = ({ strings, values }: Prisma.Sql): RawBuilder<unknown> =>
  sql(Object.assign([...strings], { raw: strings }), ...values);

/** Returns a part for Kysely's `sql`, converting one of Prisma. */
export const asTypedSql = (part: SqlPart): RawBuilder<unknown> =>
  'isRawBuilder' in part ? part : 'strings' in part ? fromPrismaSql(part) : sql`${part}`;
