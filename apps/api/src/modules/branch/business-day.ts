import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { DEFAULTS } from '../setting/index.ts';

const MINUTE_MS = 60_000;

/** The time zone of a branch `b`: its own, else the shop's (decisions 0.3). */
export const BRANCH_TIME_ZONE_SQL = Prisma.sql`coalesce(b.settings->>'timezone',
  (SELECT data->>'timezone' FROM setting WHERE id = 1), ${DEFAULTS.timezone})`;

/** The business day that it is now in a branch `b`, a date (decisions 0.3). */
export const businessDaySql = ({ now }: Pick<Ctx, 'now'>): Prisma.Sql => {
  // days begin on a whole minute: who asks within the same one says the same, and is answered together
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  return Prisma.sql`(${minute}::timestamptz AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date`;
};
