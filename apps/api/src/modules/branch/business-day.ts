import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { DEFAULTS } from '../setting/index.ts';

const MINUTE_MS = 60_000;

/** SQL for the time zone of a branch `b`: its own, or else the shop's. */
export const BRANCH_TIME_ZONE_SQL = sql<string>`coalesce(b.settings->>'timezone',
  (SELECT data->>'timezone' FROM setting WHERE id = 1), ${DEFAULTS.timezone})`;

/** SQL for the current date in a branch `b`. */
export const businessDaySql = ({ now }: Pick<Ctx, 'now'>): RawBuilder<string> => {
  // cut to the minute, on which days begin, so that requests of the same minute share one query
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  return sql<string>`(${minute}::timestamptz AT TIME ZONE ${BRANCH_TIME_ZONE_SQL})::date`;
};
