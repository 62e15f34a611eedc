import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { Prisma } from '../../core/db/database.ts';

type Shown = z.output<typeof api.posSession.open.output>;

/** A session as stored; amounts are numbers of the shop's currency. */
export type SessionRow = Omit<Shown, 'opened_at' | 'closed_at'> & {
  readonly opened_at: Date;
  readonly closed_at: Date | null;
};

export const SELECT = Prisma.sql`
  SELECT s.id, s.branch_id, s.device_id, s.status, s.opened_by, s.opened_at, s.currency,
         s.start_amount::float8 AS start_amount,
         s.closed_by, s.closed_at, s.end_session_amount::float8 AS end_session_amount,
         s.expected_amount::float8 AS expected_amount, s.difference::float8 AS difference,
         s.left_in_drawer::float8 AS left_in_drawer, s.z_number, s.note,
         s.approved_by, s.version
    FROM pos_session s`;

/** Converts a session row for the response. */
export const sessionView = (row: SessionRow): Shown => ({
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
