import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';

/**
 * SQL for whether a batch's receipt opens for the caller: it is not deleted, and all its branches are theirs; false for a
 * batch without a receipt. Rule: docs/rules/access.md#records-of-several-branches
 * @param batch the alias of the batch
 */
export const receiptOpensSql = ({ scope }: Ctx, batch: string): RawBuilder<boolean> =>
  // a scalar subquery is looked up by the key; PostgreSQL would read all receipts for EXISTS
  sql<boolean>`coalesce((SELECT r.deleted_at IS NULL AND (${scope === 'all'}::boolean OR r.branch_ids <@ ${scope === 'all' ? [] : [...scope]}::int[])
    FROM receipt r WHERE r.id = ${sql.ref(`${batch}.reciept_id`)}), FALSE)`;
