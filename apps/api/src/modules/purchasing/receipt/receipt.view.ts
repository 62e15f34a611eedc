import {
  canDeleteReceipt,
  fromMinor,
  getCurrencyScale,
  isReceiptOpen,
  type Localized,
  listReceiptMoves,
  type ReceiptStatus,
  resolveText,
  toMinor,
  toMinorRounded,
} from '@dukkan/commerce';
import type { api, RowLeftOut } from '@dukkan/contract';
import { type Expression, type InferResult, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { getPermissions, hasPermission, requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';

type Row = z.output<typeof api.receipt.list.output>;
type Show = z.output<typeof api.receipt.show.output>;
type Action = Row['actions'][number];

/**
 * Reads receipts `r` with the columns of a list row; total, net and paid are exact decimals, which are rounded for
 * display only.
 */
export const readReceipts = tables
  .selectFrom('receipt as r')
  .innerJoin('supplier as s', 's.id', 'r.supplier_id')
  .leftJoin('account as a', 'a.id', 'r.account_id')
  .select(({ cast, ref, selectFrom }) => [
    'r.id',
    'r.supplier_id',
    's.name as supplier_name',
    's.phone as supplier_phone',
    's.email as supplier_email',
    ref('r.status').$castTo<ReceiptStatus>().as('status'),
    'r.on_date',
    'r.invoice_date',
    'r.invoice_number',
    'r.notes',
    ref('r.rows_left_out').$castTo<readonly RowLeftOut[]>().as('rows_left_out'),
    'a.name as account_name',
    sql<readonly Localized[]>`array(${selectFrom('branch as b')
      .select('b.names')
      .where('b.id', '=', sql<number>`any(${ref('r.branch_ids')})`)
      .orderBy('b.id')})`.as('branches'),
    'r.lines_count',
    cast<number>('r.quantity', 'float8').as('quantity'),
    'r.total',
    'r.net',
    'r.paid',
    'r.opening_stock',
    'r.currency',
    'r.version',
    'r.created_at',
    'r.updated_at',
  ]);

export type ReceiptQuery = typeof readReceipts;
export type ReceiptRow = InferResult<ReceiptQuery>[number];

const SUM_SCALE = 7;
const PAID_SCALE = 4;

/** Returns the sums of a receipt, rounded to its currency's decimals; the paid amount is not rounded. */
function roundSums({ total, net, paid, currency, opening_stock }: ReceiptRow) {
  const scale = getCurrencyScale(currency);
  const before = toMinorRounded(total, scale, SUM_SCALE);
  const after = toMinorRounded(net, scale, SUM_SCALE);
  const paidUnits = toMinor(paid, PAID_SCALE);
  const owed = opening_stock ? 0n : after;
  return {
    total: fromMinor(before, scale),
    discount: fromMinor(before - after, scale),
    net: fromMinor(after, scale),
    paid: fromMinor(paidUnits, PAID_SCALE),
    balance: fromMinor(owed * 10n ** BigInt(PAID_SCALE - scale) - paidUnits, PAID_SCALE),
  };
}

/** Returns the actions that the caller may take on a receipt in its current status. */
function listActions(ctx: Ctx, { status, paid, opening_stock }: ReceiptRow): Action[] {
  const isUnpaid = Number(paid) === 0;
  const moves = listReceiptMoves(status);
  const may: Record<Action, boolean> = {
    save: isReceiptOpen(status),
    accept: moves.includes(1),
    lock: moves.includes(2),
    cancel: moves.includes(-1) && isUnpaid,
    delete: canDeleteReceipt(status) && isUnpaid,
    pay: (status === 1 || status === 2) && !opening_stock,
  };
  const rights = getPermissions(ctx);
  const right = (action: Action) => {
    if (action === 'pay') return { resource: 'transactions', action: 'save' } as const;
    return { resource: 'reciepts', action: action === 'delete' ? 'delete' : 'save' } as const;
  };
  return (Object.keys(may) as Action[]).filter(
    (action) => may[action] && hasPermission(rights, right(action)),
  );
}

/** Converts a receipt to a list row; a pick-list gets the supplier and invoice as its name. */
export const rowView = (ctx: Ctx, row: ReceiptRow): Row & { name?: string } => ({
  id: row.id,
  ...(ctx.reach === 'pick' ? { name: `${row.supplier_name} · ${row.invoice_number ?? `#${row.id}`}` } : {}),
  supplier_id: row.supplier_id,
  supplier_name: row.supplier_name,
  supplier_phone: row.supplier_phone,
  status: row.status,
  on_date: row.on_date,
  invoice_date: row.invoice_date,
  invoice_number: row.invoice_number,
  branches_names: row.branches.map((names) => resolveText(names, ctx.locale)),
  lines_count: row.lines_count,
  quantity: row.quantity,
  currency: row.currency,
  ...roundSums(row),
  version: row.version,
  created_at: row.created_at.toISOString(),
  actions: listActions(ctx, row),
});

const readLines = tables
  .selectFrom('receipt_line as l')
  .innerJoin('product_item as i', 'i.id', 'l.item_id')
  .innerJoin('product as p', 'p.id', 'i.product_id')
  .innerJoin('branch as b', 'b.id', 'l.branch_id')
  .leftJoin('stock_batch as t', 't.receipt_line_id', 'l.id')
  .select(({ cast, ref }) => [
    'l.id',
    'l.product_id',
    'l.item_id',
    sql<Localized>`item_titles(${ref('p.titles')}, ${ref('i.option')})`.as('titles'),
    'i.barcode',
    cast<number>('i.pack_quantity', 'float8').as('pack_quantity'),
    'l.branch_id',
    ref('b.names').$castTo<Localized>().as('branch_names'),
    cast<number>('l.quantity', 'float8').as('quantity'),
    cast<number>('l.cost_value', 'float8').as('cost_value'),
    cast<number>('l.cost_value_before_discount', 'float8').as('cost_value_before_discount'),
    'l.expire_date',
    sql<string>`(${ref('l.quantity')} * ${ref('l.cost_value')})::numeric(20, 7)`.as('net'),
    't.id as batch_id',
    cast<number | null>('t.remaining_quantity', 'float8').as('remaining_quantity'),
  ])
  .orderBy('l.ord')
  .orderBy('l.id');

/** Returns a full receipt that meets the condition. @throws record.missing */
export async function receiptView(ctx: Ctx, id: number, condition: Expression<SqlBool>): Promise<Show> {
  const row = requireFound(await fetchRow(ctx, readReceipts.where('r.id', '=', id).where(condition)));
  const scale = getCurrencyScale(row.currency);
  const lines = await fetchRows(ctx, readLines.where('l.receipt_id', '=', id));
  return {
    ...rowView(ctx, row),
    supplier_email: row.supplier_email,
    notes: row.notes,
    rows_left_out: [...row.rows_left_out],
    account_name: row.account_name,
    updated_at: row.updated_at.toISOString(),
    items: lines.map(({ titles, branch_names, net, ...line }) => ({
      ...line,
      title: resolveText(titles, ctx.locale),
      branch_name: resolveText(branch_names, ctx.locale),
      net: fromMinor(toMinorRounded(net, scale, SUM_SCALE), scale),
    })),
  };
}
