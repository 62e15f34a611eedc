import { sql } from 'kysely';
import type { Ctx } from '../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../core/db/tables.ts';
import { lockTill } from './check-till.ts';
import { finishSession } from './close-session.ts';
import { getSession, insertNextSession } from './session.service.ts';
import { OPEN_SQL, readOpenDrawer, readSessionRows, type SessionRow } from './session.view.ts';

// Rule: docs/rules/till-sales.md#late-sales

/** Where a sale of a till belongs that was sold already. */
type SoldAt = {
  readonly device_id: number;
  readonly branch_id: number;
  readonly currency: string;
  /** The session that the till sold in; null: it had none. */
  readonly session_id: number | null;
  readonly cashier_id: number | null;
};

export type SessionOfSale = {
  readonly session: SessionRow;
  /** False when the till names a session that is not its own. */
  readonly isKnown: boolean;
};

/**
 * Returns the session of a sale that a till has made, locked against closing: the one that it names, beside a closed one
 * the session of what came too late, else the drawer that is open, else a new one.
 * Rule: docs/rules/till-sales.md#late-sales
 */
export async function findSessionOfSale(ctx: Ctx, sale: SoldAt): Promise<SessionOfSale> {
  const { device_id, branch_id, currency, session_id, cashier_id } = sale;
  const named =
    session_id === null
      ? undefined
      : await fetchRow(ctx, readSessionRows.where('s.id', '=', session_id).forShare());
  const own = named?.device_id === device_id && named.currency === currency ? named : undefined;
  const isKnown = session_id === null || own !== undefined;
  if (own?.status === 'open') return { session: own, isKnown };
  if (own) return { session: await lateSession(ctx, own), isKnown };
  const open = async () => {
    const row = await fetchRow(ctx, readOpenDrawer(device_id).forShare());
    return row?.currency === currency ? row : undefined;
  };
  const standing = await open();
  if (standing) return { session: standing, isKnown };
  await lockTill(ctx, device_id);
  const opened_by = cashier_id;
  const session =
    (await open()) ?? (await insertNextSession(ctx, device_id, branch_id, { opened_by, currency }));
  return { session, isKnown };
}

/** Returns the session of the sales of a closed one that came too late, locked against closing. */
async function lateSession(ctx: Ctx, closed: SessionRow): Promise<SessionRow> {
  const late_of = closed.late_of ?? closed.id;
  const read = () =>
    fetchRow(
      ctx,
      readSessionRows.where('s.late_of', '=', late_of).where('s.status', '=', OPEN_SQL).forShare(),
    );
  const standing = await read();
  if (standing) return standing;
  const { device_id, branch_id, currency } = closed;
  await lockTill(ctx, device_id);
  return (
    (await read()) ??
    insertNextSession(ctx, device_id, branch_id, { amount: 0, opened_by: null, currency, late_of })
  );
}

/**
 * Closes the sessions of a till's late sales once all of its numbers are here: nothing was counted, because the cash was
 * counted with the session before. The caller sees every branch.
 */
export const closeLateSessions = (ctx: Ctx, device_id: number): Promise<void> =>
  ctx.tx(async (ctx) => {
    await lockTill(ctx, device_id);
    const rows = await fetchRows(
      ctx,
      tables
        .selectFrom('pos_session as s')
        .select('s.id')
        .where('s.device_id', '=', device_id)
        .where('s.status', '=', OPEN_SQL)
        .where('s.late_of', 'is not', null)
        .where(sql<boolean>`NOT EXISTS (
          SELECT 1 FROM pos_inbox l WHERE l.device_id = s.device_id AND l.state = 'kept')`)
        .where(sql<boolean>`NOT EXISTS (
          SELECT 1 FROM pos_pairing p, pos_missing_numbers(p.device_id, p.epoch) m WHERE p.device_id = s.device_id)`)
        .orderBy('s.id')
        .forUpdate(),
    );
    for (const { id } of rows) await finishSession(ctx, await getSession(ctx, id), { end_session_amount: 0 });
  });
