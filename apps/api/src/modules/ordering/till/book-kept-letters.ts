import { sql } from 'kysely';
import { createSystemCtx, type Services } from '../../../core/ctx.ts';
import { fetchRows } from '../../../core/db/tables.ts';
import { closeLateSessions } from '../../tills/index.ts';
import { bookKept } from './handle-letter.ts';

/** How long a letter may be on its way through its own call. */
const LEFT_SECONDS = 30;

/**
 * Books letters that a process kept and did not book, because it was killed or the database was busy, and closes the
 * sessions of late sales that are complete.
 * Rule: docs/rules/till-sales.md#late-sales
 */
export async function bookKeptLetters(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'till.book');
  const kept = await fetchRows(
    ctx,
    sql<{ uuid: string }>`
      SELECT uuid FROM pos_inbox
       WHERE state = 'kept' AND received_at < ${ctx.now}::timestamptz - make_interval(secs => ${LEFT_SECONDS})
       ORDER BY id LIMIT 500`,
  );
  for (const { uuid } of kept) await bookKept(ctx, uuid);
  const late = await fetchRows(
    ctx,
    sql<{ device_id: number }>`
      SELECT DISTINCT device_id FROM pos_session WHERE status = 'open' AND late_of IS NOT NULL ORDER BY 1`,
  );
  for (const { device_id } of late) await closeLateSessions(ctx, device_id);
}
