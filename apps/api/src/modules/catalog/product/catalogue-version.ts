import { Prisma } from '../../../core/db/database.ts';

/**
 * How often the catalogue had changed, as the statement that reads it sees it (triggers of the migrations
 * catalogue_clock, shelf_clock); with `shelves` also how often an item had come to a branch's shelf or left it empty.
 * Changes only ever add up, so that two statements with the same sum see the same; of a transaction that changed
 * something itself it tells nothing.
 */
export const catalogueVersionSql = (shelves: boolean): Prisma.Sql =>
  shelves
    ? Prisma.sql`(SELECT coalesce(sum(ticks), 0)::text FROM catalogue_clock)`
    : Prisma.sql`(SELECT coalesce(sum(ticks), 0)::text FROM catalogue_clock WHERE kind = 'catalogue')`;
