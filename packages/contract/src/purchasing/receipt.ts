import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import { pickRow, printFields } from '../kit/list.ts';
import { printedContent } from '../kit/printed-content.ts';
import {
  flag,
  id,
  localDate,
  longText,
  MAX_MONEY,
  money,
  quantity,
  text,
  zeroOrOne,
} from '../kit/scalars.ts';
import { rowLeftOut, rowsLeftOut } from '../stock/rows-left-out.ts';
import { receiptSheet } from './receipt-sheet.ts';
import { toOrder } from './to-order.ts';

export {
  RECEIPT_SHEET_FIELDS,
  RECEIPT_SHEET_ROWS_MAX,
  type ReceiptSheetField,
} from './receipt-sheet.ts';

/** Maximum number of lines in a receipt. */
export const RECEIPT_LINES_MAX = 1_000;

/** Why a change needs `force`: it is refused first, and carried out when repeated with force. */
export const FORCE_REASONS = [
  'rows_left_out',
  'duplicate_invoice',
  'below_used',
  'recost_used',
  'units_used',
  'units_held',
  'counted_since',
  'over_net',
] as const;
export type ForceReason = (typeof FORCE_REASONS)[number];

/** null sent, -1 cancelled, 1 accepted, 2 done and locked. */
const status = z.union([z.literal(-1), z.literal(1), z.literal(2)]).nullable();

const line = z.object({
  id: z.number().int(),
  product_id: z.number().int(),
  item_id: z.number().int(),
  title: z.string(),
  barcode: z.string().nullable(),
  /** Units in one pack of the item. */
  pack_quantity: z.number(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  quantity: z.number(),
  /** Unit cost after discount, up to four decimals. */
  cost_value: z.number(),
  cost_value_before_discount: z.number(),
  expire_date: z.string().nullable(),
  /** quantity × cost_value. */
  net: z.number(),
  /** The batch of the line; null before the receipt is accepted. */
  batch_id: z.number().int().nullable(),
  remaining_quantity: z.number().nullable(),
});

const row = z.object({
  id: z.number().int(),
  supplier_id: z.number().int(),
  supplier_name: z.string(),
  supplier_phone: z.string().nullable(),
  status: z.number().int().nullable(),
  on_date: z.string(),
  invoice_date: z.string().nullable(),
  invoice_number: z.string().nullable(),
  branches_names: z.array(z.string()),
  lines_count: z.number().int(),
  /** Units of all lines. */
  quantity: z.number(),
  /** The currency of the purchase, in which the amounts below are. */
  currency: z.string(),
  /** Before discount. */
  total: z.number(),
  discount: z.number(),
  net: z.number(),
  paid: z.number(),
  balance: z.number(),
  version: z.number().int(),
  created_at: z.string(),
  /** Possible actions now: edit lines, accept, lock, cancel, delete, pay. */
  actions: z.array(z.enum(['save', 'accept', 'lock', 'cancel', 'delete', 'pay'])),
});

export const receiptShow = row.extend({
  supplier_email: z.string().nullable(),
  notes: z.string().nullable(),
  items: z.array(line),
  /** Unrecognized rows that nobody has resolved yet. */
  rows_left_out: z.array(rowLeftOut),
  account_name: z.string().nullable(),
  updated_at: z.string(),
});

const cost = money(4);
const version = z.number().int().min(1).optional();

const lineFields = {
  /** Must be the item's product; when absent it is taken from the item. */
  product_id: id.optional(),
  item_id: id,
  branch_id: id,
  quantity,
  cost_value: cost,
  /** Undefined: no discount. */
  cost_value_before_discount: cost.optional(),
  expire_date: localDate.nullish(),
};

/** The supplier's own code and name for the item; remembered to recognise the item in that supplier's later lists. */
const supplierFields = {
  supplier_code: text(200).nullish(),
  supplier_title: text(200).nullish(),
};

const head = {
  supplier_id: id.optional(),
  on_date: localDate.optional(),
  invoice_date: localDate.nullish(),
  invoice_number: text(60).nullish(),
  notes: longText.nullish(),
};

const fails = [
  'record.missing',
  'record.stale',
  'reference.missing',
  'branch.forbidden',
  'receipt.locked',
  'receipt.cancelled',
  'receipt.bad_transition',
  'receipt.needs_force',
  'document.rows_left_out',
  'receipt.no_lines',
  'receipt.no_barcode',
  'receipt.line_used',
  'receipt.has_transactions',
  'receipt.invoice_missing',
  'stock.insufficient',
] as const;
const invalidates = ['receipt', 'supplier', 'product', 'batch', 'stock'] as const;
const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'reciepts', action }) as const;
const day = localDate;

/** Totals of receipts in one currency; only accepted or locked ones are owed. */
const sumsOfCurrency = {
  count: z.number().int(),
  quantity: z.number(),
  total: z.number(),
  discount: z.number(),
  net: z.number(),
  paid: z.number(),
  balance: z.number(),
};

/** Count and quantity of all receipts; amounts in the shop's currency, and in `totals` in each currency. */
const sums = {
  ...sumsOfCurrency,
  totals: z.array(z.object({ currency: z.string(), ...sumsOfCurrency })),
};

export const receipt = {
  list: list({
    path: '/admin/products/receipts',
    summary: 'Purchase receipts (invoices from suppliers)',
    audience: 'staff',
    permission: permissionFor('view'),
    pick: ['transactions', 'reports'],
    // a receipt is paid in its own currency
    pickRow: pickRow.extend({ currency: z.string() }),
    list: {
      filters: {
        supplier_id: id.optional(),
        branch_id: id.optional(),
        product_id: id.optional(),
        /** 'none' is a draft that was sent to the supplier. */
        status: z.union([z.literal('none'), z.int().min(-1).max(2)]).optional(),
        from_date: day.optional(),
        to_date: day.optional(),
        /** 1: receipts with an unpaid amount. */
        unpaid: zeroOrOne.optional(),
      },
      sorts: ['id', 'on_date', 'net', 'balance'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/receipts/show/{id}',
      summary: 'One purchase receipt with its lines; with export as a PDF',
      audience: 'staff',
      permission: permissionFor('view'),
      input: { id, ...printFields },
      output: receiptShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    prints: true as const,
  },
  paper: show({
    path: '/admin/products/receipts/invoice/{id}',
    summary: 'A purchase receipt as it stands on paper, for a browser that prints it itself',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: printedContent,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/receipts/save',
    summary: 'Create a receipt, or change one that is not accepted yet; status 1 accepts it in the same step',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      ...head,
      /** Replaces the lines; existing ones are identified by their id. */
      items: z
        .array(z.strictObject({ id: id.optional(), ...lineFields, ...supplierFields }))
        .max(RECEIPT_LINES_MAX)
        .optional(),
      /** Stored with the receipt: accepting it then requires confirmation from every user. */
      rows_left_out: rowsLeftOut,
      status: status.optional(),
      force: flag.optional(),
    },
    output: receiptShow,
    fails,
    invalidates,
  }),
  sheet: receiptSheet,
  ...toOrder,
  update: save({
    path: '/admin/products/receipts/update',
    summary: 'Change lines of an accepted receipt, or move its status',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id,
      version,
      ...head,
      /** Only the changed lines, each identified by its id. */
      items: z
        .array(
          z.strictObject({
            id,
            product_id: id.optional(),
            item_id: id.optional(),
            branch_id: id.optional(),
            quantity: z
              .number()
              .min(0)
              .max(MAX_MONEY)
              .pipe(quantity.or(z.literal(0)))
              .optional(),
            cost_value: cost.optional(),
            cost_value_before_discount: cost.optional(),
            expire_date: localDate.nullish(),
          }),
        )
        .max(RECEIPT_LINES_MAX)
        .optional(),
      status: status.optional(),
      force: flag.optional(),
    },
    output: receiptShow,
    fails,
    invalidates,
  }),
  remove: remove({
    path: '/admin/products/receipts/delete/{id}',
    summary: 'Delete a receipt that never moved stock',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: [
      'record.missing',
      'record.stale',
      'receipt.locked',
      'receipt.bad_transition',
      'receipt.has_transactions',
    ],
    invalidates,
  }),
  statistics: show({
    path: '/admin/products/receipts/statistics',
    summary: 'Receipts of a time by status and supplier',
    audience: 'staff',
    permission: permissionFor('view'),
    input: {
      from_date: day.optional(),
      to_date: day.optional(),
      branch_id: id.optional(),
      supplier_id: id.optional(),
    },
    output: z.object({
      /** The shop's currency. */
      currency: z.string(),
      ...sums,
      by_status: z.array(z.object({ status: z.number().int().nullable(), ...sums })),
      by_supplier: z.array(z.object({ supplier_id: z.number().int(), supplier_name: z.string(), ...sums })),
    }),
    fails: [],
    invalidates: [],
  }),
};
