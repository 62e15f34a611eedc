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
import type * as z from 'zod';
import { getPermissions, hasPermission, requireFound } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';

type Row = z.output<typeof api.receipt.list.output>;
type Show = z.output<typeof api.receipt.show.output>;
type Line = Show['items'][number];
type Action = Row['actions'][number];

export type ReceiptRow = {
  readonly id: number;
  readonly supplier_id: number;
  readonly supplier_name: string;
  readonly supplier_phone: string | null;
  readonly status: ReceiptStatus;
  readonly on_date: string;
  readonly invoice_date: string | null;
  readonly invoice_number: string | null;
  readonly notes: string | null;
  readonly rows_left_out: readonly RowLeftOut[];
  readonly account_name: string | null;
  readonly branches: readonly Localized[];
  readonly lines_count: number;
  readonly quantity: number;
  /** Sums as exact decimals, which are rounded for display only. */
  readonly total: string;
  readonly net: string;
  readonly paid: string;
  readonly opening_stock: boolean;
  readonly currency: string;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Receipts `r` with the columns of a list row. */
export const SELECT = Prisma.sql`
  SELECT r.id, r.supplier_id, s.name AS supplier_name, s.phone AS supplier_phone, r.status, r.on_date::text AS on_date,
         r.invoice_date::text AS invoice_date, r.invoice_number, r.notes, r.rows_left_out, a.name AS account_name,
         (SELECT coalesce(jsonb_agg(b.names ORDER BY b.id), '[]') FROM branch b WHERE b.id = ANY(r.branch_ids)) AS branches,
         r.lines_count, r.quantity::float8 AS quantity, r.total::text AS total, r.net::text AS net, r.paid::text AS paid,
         r.opening_stock, r.currency, r.version, r.created_at, r.updated_at
    FROM receipt r JOIN supplier s ON s.id = r.supplier_id LEFT JOIN account a ON a.id = r.account_id`;

const SUM_SCALE = 7;
const PAID_SCALE = 4;

/** Returns the sums of a receipt, rounded to its currency's decimals; the paid amount is not rounded. */
function sumsOf({ total, net, paid, currency, opening_stock }: ReceiptRow) {
  const scale = getCurrencyScale(currency);
  const before = toMinorRounded(total, scale, SUM_SCALE);
  const after = toMinorRounded(net, scale, SUM_SCALE);
  const given = toMinor(paid, PAID_SCALE);
  const owed = opening_stock ? 0n : after;
  return {
    total: fromMinor(before, scale),
    discount: fromMinor(before - after, scale),
    net: fromMinor(after, scale),
    paid: fromMinor(given, PAID_SCALE),
    balance: fromMinor(owed * 10n ** BigInt(PAID_SCALE - scale) - given, PAID_SCALE),
  };
}

/** Returns the actions that the caller may take on a receipt in its current status. */
function actionsOf(ctx: Ctx, { status, paid, opening_stock }: ReceiptRow): Action[] {
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
  ...sumsOf(row),
  version: row.version,
  created_at: row.created_at.toISOString(),
  actions: actionsOf(ctx, row),
});

type LineRow = Omit<Line, 'title' | 'branch_name' | 'net'> & {
  readonly titles: Localized;
  readonly branch_names: Localized;
  readonly net: string;
};

const linesOf = (ctx: Ctx, id: number) =>
  ctx.db.$queryRaw<LineRow[]>`
    SELECT l.id, l.product_id, l.item_id, item_titles(p.titles, i.option) AS titles, i.barcode,
           i.pack_quantity::float8 AS pack_quantity, l.branch_id, b.names AS branch_names,
           l.quantity::float8 AS quantity, l.cost_value::float8 AS cost_value,
           l.cost_value_before_discount::float8 AS cost_value_before_discount, l.expire_date::text AS expire_date,
           (l.quantity * l.cost_value)::numeric(20, 7)::text AS net, t.id AS batch_id,
           t.remaining_quantity::float8 AS remaining_quantity
      FROM receipt_line l JOIN product_item i ON i.id = l.item_id JOIN product p ON p.id = l.product_id
      JOIN branch b ON b.id = l.branch_id LEFT JOIN stock_batch t ON t.receipt_line_id = l.id
     WHERE l.receipt_id = ${id} ORDER BY l.ord, l.id`;

/** Returns a full receipt that meets the condition `find`. @throws record.missing */
export async function receiptView(ctx: Ctx, id: number, find: Prisma.Sql): Promise<Show> {
  const [found] = await ctx.db.$queryRaw<ReceiptRow[]>`${SELECT} WHERE r.id = ${id} AND ${find}`;
  const row = requireFound(found);
  const scale = getCurrencyScale(row.currency);
  const lines = await linesOf(ctx, id);
  return {
    ...rowView(ctx, row),
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
