import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions } from '../../../core/list/localized-columns.ts';
import { owedSql } from '../receipt-amounts.ts';
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
  readonly currency: string;
  readonly amounts: Row['amounts'];
};

/**
 * Suppliers `s` with the amount owed in each currency for accepted and locked receipts that the caller may see; each
 * net is rounded to its currency's decimals, and `owed.balance` is in the shop's currency.
 * Rule: docs/rules/currencies.md#suppliers
 * @param currency the shop's, which is listed first
 */
export const selectSuppliersSql = (ctx: Ctx, currency: string): Prisma.Sql => Prisma.sql`
  SELECT s.id, s.name, s.phone, s.notes, s.status, s.version, s.created_at, s.updated_at, s.deleted_at,
         ${currency} AS currency, owed.receipts_count, owed.amounts
    FROM supplier s
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(c.count), 0)::int AS receipts_count,
             coalesce(sum(c.net - c.paid) FILTER (WHERE c.currency = ${currency}), 0) AS balance,
             coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'net', c.net, 'paid', c.paid,
                 'balance', c.net - c.paid) ORDER BY c.currency <> ${currency}, c.currency)
               FILTER (WHERE c.owed > 0), '[]') AS amounts
        FROM (SELECT r.currency, count(*) AS count, count(*) FILTER (WHERE r.status IN (1, 2)) AS owed,
                     coalesce(sum(${owedSql}) FILTER (WHERE r.status IN (1, 2)), 0) AS net,
                     coalesce(sum(r.paid) FILTER (WHERE r.status IN (1, 2)), 0) AS paid
                FROM receipt r
               WHERE r.supplier_id = s.id AND r.deleted_at IS NULL AND ${visibleReceiptsSql(ctx)}
               GROUP BY r.currency) c) owed`;

const NOTHING = { net: 0, paid: 0, balance: 0 };

/** Converts a supplier to a list row; pick-lists get no phone number. */
export const rowView = (ctx: Ctx, row: SupplierRow): Row => ({
  id: row.id,
  name: row.name,
  phone: ctx.reach === 'pick' ? null : row.phone,
  notes: row.notes,
  status: row.status,
  receipts_count: row.receipts_count,
  ...NOTHING,
  ...row.amounts.find(({ currency }) => currency === row.currency),
  currency: row.currency,
  amounts: row.amounts,
  version: row.version,
  actions: allowedActions(ctx, 'suppliers'),
});

/** Converts a supplier to the full response. */
export const showView = (ctx: Ctx, row: SupplierRow): Show => ({
  ...rowView(ctx, row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The fields that the audit log compares. */
export const auditView = ({ name, phone, notes, status }: SupplierRow) => ({ name, phone, notes, status });
