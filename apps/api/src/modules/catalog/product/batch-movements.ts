import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../generated/tables.ts';

/** A movement as JSON has it: its quantity as a number and its moment as text. */
type BatchMovement = Omit<
  Selectable<Tables['stock_movement']>,
  'batch_id' | 'account_id' | 'quantity' | 'created_at'
> & {
  quantity: number;
  created_at: string;
};

/**
 * SQL for the latest movements of a batch as JSON, oldest first. Sales are net of returns, so that a client computes
 * the same sales rate as the server.
 * @param batch an expression for the batch id
 * @param limit the maximum number of movements
 */
export const recentBatchMovementsJsonSql = (
  batch: RawBuilder<unknown>,
  limit: number,
): RawBuilder<BatchMovement[]> => sql<BatchMovement[]>`
  (SELECT coalesce(json_agg(json_build_object('id', m.id, 'product_used_id', m.product_used_id, 'target', m.target,
            'quantity', CASE WHEN m.target = 1 AND u.id IS NOT NULL THEN m.quantity - u.returned_quantity ELSE m.quantity END,
            'ref_type', m.ref_type, 'ref_id', m.ref_id,
            'created_at', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.id), '[]')
     FROM (SELECT * FROM stock_movement WHERE batch_id = ${batch} ORDER BY id DESC LIMIT ${limit}::int) m
     LEFT JOIN stock_use u ON u.id = m.product_used_id)`;
