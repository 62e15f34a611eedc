import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db.ts';
import { DEFAULTS } from '../setting/index.ts';

/** The time zone of a branch `b`: its own, else the shop's (decisions 0.3). */
export const ZONE = Prisma.sql`coalesce(b.settings->>'timezone',
  (SELECT data->>'timezone' FROM setting WHERE id = 1), ${DEFAULTS.timezone})`;

/** The business day that it is now in a branch `b`, a date (decisions 0.3). */
export const branchDay = (ctx: Ctx): Prisma.Sql =>
  Prisma.sql`(${ctx.now}::timestamptz AT TIME ZONE ${ZONE})::date`;
