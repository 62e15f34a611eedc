import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Prisma } from './database.ts';

/** Converts an SQL part of a Prisma statement for Kysely's `sql` (docs/adr 0013). */
export const fromPrismaSql = ({ strings, values }: Prisma.Sql): RawBuilder<unknown> =>
  sql(Object.assign([...strings], { raw: strings }), ...values);

/** A typed statement or part of one, or what is still Prisma's. */
export type SqlPart = Prisma.Sql | Expression<unknown>;

/** Returns the part for Kysely's `sql`. */
export const toTypedSql = (part: SqlPart): Expression<unknown> =>
  'strings' in part ? fromPrismaSql(part) : part;
