import type { api } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { allowedActions } from '../../../core/list/localized-columns.ts';
import { isAcceptedSql, owedSql } from '../receipt-amounts.ts';
import { visibleReceiptsSql } from '../receipt-visibility.ts';

type Row = z.output<typeof api.supplier.list.output>;
type Show = z.output<typeof api.supplier.show.output>;

/**
 * Reads suppliers `s` with the amount owed in each currency for accepted and locked receipts that the caller may see;
 * each net is rounded to its currency's decimals, and `owed.balance` is in the shop's currency.
 * Rule: docs/rules/currencies.md#suppliers
 * @param currency the shop's, which is listed first
 */
export const readSuppliers = (ctx: Ctx, currency: string) =>
  tables
    .selectFrom('supplier as s')
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom(
        selectFrom('receipt as r')
          .select(({ ref }) => [
            'r.currency',
            sql<number>`count(*)`.as('count'),
            sql<number>`count(*) FILTER (WHERE ${isAcceptedSql})`.as('owed'),
            sql<string>`coalesce(sum(${owedSql}) FILTER (WHERE ${isAcceptedSql}), 0)`.as('net'),
            sql<string>`coalesce(sum(${ref('r.paid')}) FILTER (WHERE ${isAcceptedSql}), 0)`.as('paid'),
          ])
          .whereRef('r.supplier_id', '=', 's.id')
          .where('r.deleted_at', 'is', null)
          .where(visibleReceiptsSql(ctx))
          .groupBy('r.currency')
          .as('c'),
      )
        .select([
          sql<number>`coalesce(sum(c.count), 0)::int`.as('receipts_count'),
          sql<string>`coalesce(sum(c.net - c.paid) FILTER (WHERE c.currency = ${currency}), 0)`.as('balance'),
          sql<Row['amounts']>`coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'net', c.net,
              'paid', c.paid, 'balance', c.net - c.paid) ORDER BY c.currency <> ${currency}, c.currency)
            FILTER (WHERE c.owed > 0), '[]')`.as('amounts'),
        ])
        .as('owed'),
    )
    .select([
      's.id',
      's.name',
      's.phone',
      's.email',
      's.delivery_days',
      's.order_every_days',
      's.notes',
      's.status',
      's.version',
      's.created_at',
      's.updated_at',
      's.deleted_at',
      'owed.receipts_count',
      'owed.amounts',
    ])
    .select(({ cast }) => cast<number>('s.minimum_order', 'float8').as('minimum_order'))
    .select(sql<string>`${currency}::text`.as('currency'));

export type SupplierQuery = ReturnType<typeof readSuppliers>;
export type SupplierRow = InferResult<SupplierQuery>[number];

const NO_AMOUNTS = { net: 0, paid: 0, balance: 0 };

/** Converts a supplier to a list row; pick-lists get no phone number. */
export const rowView = (ctx: Ctx, row: SupplierRow): Row => ({
  id: row.id,
  name: row.name,
  phone: ctx.reach === 'pick' ? null : row.phone,
  email: ctx.reach === 'pick' ? null : row.email,
  delivery_days: row.delivery_days,
  order_every_days: row.order_every_days,
  minimum_order: row.minimum_order,
  notes: row.notes,
  status: row.status,
  receipts_count: row.receipts_count,
  ...NO_AMOUNTS,
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
export const auditView = (row: SupplierRow) => ({
  name: row.name,
  phone: row.phone,
  email: row.email,
  delivery_days: row.delivery_days,
  order_every_days: row.order_every_days,
  minimum_order: row.minimum_order,
  notes: row.notes,
  status: row.status,
});
