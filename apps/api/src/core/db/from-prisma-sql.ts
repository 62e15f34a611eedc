import { type RawBuilder, sql } from 'kysely';
import type { Prisma } from './database.ts';

/** Converts an SQL part of a Prisma statement for Kysely's `sql` (docs/adr 0013). */
export const fromPrismaSql = ({ strings, values }: Prisma.Sql): RawBuilder<unknown> =>
  sql(Object.assign([...strings], { raw: strings }), ...values);
