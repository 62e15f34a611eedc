import { Prisma } from '../../core/db.ts';

/**
 * How often the catalogue had changed, as the statement that reads it sees it (triggers of the migration
 * catalogue_clock). Changes only ever add up, so that two statements with the same sum see the same catalogue; of a
 * transaction that changed something itself it tells nothing.
 */
export const CLOCK = Prisma.sql`(SELECT coalesce(sum(ticks), 0)::text FROM catalogue_clock)`;
