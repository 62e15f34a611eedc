import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';

/**
 * SQL for whether a batch's receipt opens for the caller: it is not deleted, and all its branches are theirs; false for a
 * batch without a receipt. Rule: docs/rules/access.md#records-of-several-branches
 * @param batch the alias of the batch
 */
export const receiptOpensSql = ({ scope }: Ctx, batch: string): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM receipt r WHERE r.id = ${Prisma.raw(`${batch}.reciept_id`)} AND r.deleted_at IS NULL
    AND (${scope === 'all'}::boolean OR r.branch_ids <@ ${scope === 'all' ? [] : [...scope]}::int[]))`;
