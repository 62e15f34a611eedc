import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { tables } from '../../core/db/tables.ts';

type OpenedSessionView = z.output<typeof api.posSession.open.output>;

/** Reads sessions `s` as stored; amounts are numbers of the session's currency. */
export const readSessionRows = tables
  .selectFrom('pos_session as s')
  .select(({ cast, ref }) => [
    's.id',
    's.branch_id',
    's.device_id',
    ref('s.status').$castTo<OpenedSessionView['status']>().as('status'),
    's.opened_by',
    's.opened_at',
    's.currency',
    cast<number>('s.start_amount', 'float8').as('start_amount'),
    's.closed_by',
    's.closed_at',
    cast<number | null>('s.end_session_amount', 'float8').as('end_session_amount'),
    cast<number | null>('s.expected_amount', 'float8').as('expected_amount'),
    cast<number | null>('s.difference', 'float8').as('difference'),
    cast<number | null>('s.left_in_drawer', 'float8').as('left_in_drawer'),
    's.z_number',
    's.note',
    's.approved_by',
    's.late_of',
    's.version',
  ]);

export type SessionRowQuery = typeof readSessionRows;
export type SessionRow = Readonly<InferResult<SessionRowQuery>[number]>;

/** The status of an open drawer as a literal, because partial indexes do not match parameters. */
export const OPEN_SQL = sql<string>`'open'`;

/**
 * Reads the drawer that is open at a device; sales that came too late have a session beside it.
 * Rule: docs/rules/till-sales.md#late-sales
 */
export const readOpenDrawer = (device_id: number): SessionRowQuery =>
  readSessionRows
    .where('s.device_id', '=', device_id)
    .where('s.status', '=', OPEN_SQL)
    .where('s.late_of', 'is', null);

/** Converts a session row for the response. */
export const sessionView = (row: SessionRow): OpenedSessionView => ({
  ...row,
  opened_at: row.opened_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
});

/** The fields that the audit log compares. */
export const auditView = ({ id, version, ...row }: SessionRow): Record<string, unknown> => ({
  ...row,
  opened_at: row.opened_at.toISOString(),
  closed_at: row.closed_at?.toISOString() ?? null,
});
