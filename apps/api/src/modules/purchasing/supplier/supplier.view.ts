import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions } from '../../../core/list/localized-columns.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';

type Row = z.output<typeof api.supplier.list.output>;
type Show = z.output<typeof api.supplier.show.output>;

export type SupplierRow = {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly notes: string | null;
  readonly status: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  readonly receipts_count: number;
  readonly net: number;
  readonly paid: number;
  readonly balance: number;
};

/**
 * Suppliers `s` with what is owed for the accepted and locked receipts that the caller sees, each net rounded to the
 * currency's scale (decisions 0.2).
 */
export const selectSuppliers = (ctx: Ctx, scale: number): Prisma.Sql => Prisma.sql`
  SELECT s.id, s.name, s.phone, s.notes, s.status, s.version, s.created_at, s.updated_at, s.deleted_at,
         owed.receipts_count, owed.net::float8 AS net, owed.paid::float8 AS paid, (owed.net - owed.paid)::float8 AS balance
    FROM supplier s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS receipts_count,
             coalesce(sum(round(r.net, ${scale}::int)) FILTER (WHERE r.status IN (1, 2)), 0) AS net,
             coalesce(sum(r.paid) FILTER (WHERE r.status IN (1, 2)), 0) AS paid
        FROM receipt r
       WHERE r.supplier_id = s.id AND r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)}) owed`;

/** One row of the list; pick-lists get no telephone number. */
export const rowView = (ctx: Ctx, row: SupplierRow): Row => ({
  id: row.id,
  name: row.name,
  phone: ctx.reach === 'pick' ? null : row.phone,
  notes: row.notes,
  status: row.status,
  receipts_count: row.receipts_count,
  net: row.net,
  paid: row.paid,
  balance: row.balance,
  version: row.version,
  actions: allowedActions(ctx, 'suppliers'),
});

/** A supplier in full. */
export const showView = (ctx: Ctx, row: SupplierRow): Show => ({
  ...rowView(ctx, row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** What the audit log compares. */
export const auditView = ({ name, phone, notes, status }: SupplierRow) => ({ name, phone, notes, status });
