import { type Localized, resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { InferResult } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { allowedActions } from '../../../core/list/localized-columns.ts';

type Row = z.output<typeof api.transaction.list.output>;

/** Reads payments `t` with their receipt `r` and supplier `s`. */
export const readSupplierPayments = tables
  .selectFrom('receipt_transaction as t')
  .innerJoin('receipt as r', (join) => join.onRef('r.id', '=', 't.receipt_id').on('r.deleted_at', 'is', null))
  .innerJoin('supplier as s', 's.id', 'r.supplier_id')
  .leftJoin('payment_method as m', 'm.id', 't.payment_method')
  .leftJoin('account as a', 'a.id', 't.account_id')
  .select(({ cast, ref }) => [
    't.id',
    't.receipt_id',
    'r.supplier_id',
    's.name as supplier_name',
    'r.invoice_number',
    cast<number>('t.value', 'float8').as('value'),
    'r.currency',
    't.payment_method',
    'm.code as payment_code',
    ref('m.titles').$castTo<Localized | null>().as('payment_titles'),
    't.ref_number',
    't.on_date',
    'a.name as account_name',
    't.version',
    't.created_at',
    't.deleted_at',
  ]);

export type SupplierPaymentQuery = typeof readSupplierPayments;
export type SupplierPaymentRow = InferResult<SupplierPaymentQuery>[number];

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
