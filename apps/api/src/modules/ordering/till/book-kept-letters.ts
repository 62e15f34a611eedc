import { sql } from 'kysely';
import { createSystemCtx, type Services } from '../../../core/ctx.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import { closeLateSessions } from '../../tills/index.ts';
import { bookStoredLetter } from './handle-letter.ts';

/** How long a letter may be on its way through its own call. */
const LEFT_SECONDS = 30;

/**
 * Books letters that a process kept and did not book, because it was killed or the database was busy, and closes the
 * sessions of late sales that are complete.
 * Rule: docs/rules/till-sales.md#late-sales
 */
export async function bookKeptLetters(services: Services): Promise<void> {
  const ctx = createSystemCtx(services, 'till.book');
  const before = new Date(ctx.now.getTime() - LEFT_SECONDS * 1_000);
  const letters = await fetchRows(
    ctx,
    tables
      .selectFrom('pos_inbox')
      .select('uuid')
      .where('state', '=', sql.lit('kept'))
      .where('received_at', '<', before)
      .orderBy('id')
      .limit(500),
  );
  for (const { uuid } of letters) await bookStoredLetter(ctx, uuid);
  const late = await fetchRows(
    ctx,
    tables
      .selectFrom('pos_session')
      .select('device_id')
      .distinct()
      .where('status', '=', sql.lit('open'))
      .where('late_of', 'is not', null)
      .orderBy('device_id'),
  );
  for (const { device_id } of late) await closeLateSessions(ctx, device_id);
}
