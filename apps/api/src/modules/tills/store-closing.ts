import { sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { runStatement } from '../../core/db/tables.ts';
import { CLOSING_FIGURES } from './session-figures.ts';

// Rule: docs/rules/tills.md#reports-of-a-session

/** Stores the figures of a session that has just been closed; they never change afterwards. */
export const storeClosing = (ctx: Ctx, session_id: number) =>
  runStatement(
    ctx,
    sql`INSERT INTO pos_closing (session_id, figures)
      SELECT s.id, ${CLOSING_FIGURES} FROM pos_session s WHERE s.id = ${session_id}`,
  );
