import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { allowedActions } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.transaction.list.output>;

export type SupplierPaymentRow = {
  readonly id: number;
  readonly receipt_id: number;
  readonly supplier_id: number;
  readonly supplier_name: string;
  readonly invoice_number: string | null;
  readonly value: number;
  readonly currency: string;
  readonly payment_method: number | null;
  readonly payment_code: string | null;
  readonly payment_titles: Localized | null;
  readonly ref_number: string | null;
  readonly on_date: string;
  readonly account_name: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
};

/** Payments `t` with their receipt `r` and supplier `s`. */
export const FROM = Prisma.sql`receipt_transaction t JOIN receipt r ON r.id = t.receipt_id AND r.deleted_at IS NULL
    JOIN supplier s ON s.id = r.supplier_id`;

export const SELECT = Prisma.sql`
  SELECT t.id, t.receipt_id, r.supplier_id, s.name AS supplier_name, r.invoice_number, t.value::float8 AS value, r.currency,
         t.payment_method, m.code AS payment_code, m.titles AS payment_titles, t.ref_number, t.on_date::text AS on_date,
         a.name AS account_name, t.version, t.created_at, t.deleted_at
    FROM ${FROM} LEFT JOIN payment_method m ON m.id = t.payment_method LEFT JOIN account a ON a.id = t.account_id`;

/** Converts a payment for the response. */
export const rowView = (
  ctx: Ctx,
  { payment_titles, deleted_at: _, created_at, ...row }: SupplierPaymentRow,
): Row => ({
  ...row,
  payment_title: payment_titles && resolveText(payment_titles, ctx.locale),
  created_at: created_at.toISOString(),
  actions: allowedActions(ctx, 'transactions'),
});

/** The fields that the audit log compares. */
export const auditView = ({
  receipt_id,
  value,
  payment_method,
  ref_number,
  on_date,
}: SupplierPaymentRow) => ({
  receipt_id,
  value,
  payment_method,
  ref_number,
  on_date,
});
