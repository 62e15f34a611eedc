import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import { email, flag, id, longText, money, name, named, phoneText, zeroOrOne } from '../kit/scalars.ts';

const row = z.object({
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  /** Where orders are sent to. */
  email: z.string().nullable(),
  /** Days from an order to its delivery. */
  delivery_days: z.number().int(),
  /** Days between two orders. */
  order_every_days: z.number().int(),
  /** The least value of an order, in the shop's currency; 0: none. */
  minimum_order: z.number(),
  notes: z.string().nullable(),
  status: z.number().int(),
  receipts_count: z.number().int(),
  /** Net of accepted and locked receipts in the shop's currency, with its decimals. */
  net: z.number(),
  /** Paid to the supplier for these receipts. */
  paid: z.number(),
  /** Amount owed for these receipts: net - paid. */
  balance: z.number(),
  /** The shop's currency, in which the sums above are. */
  currency: z.string(),
  /** The same sums for each currency of purchases, the shop's first; currencies are never added up. */
  amounts: z.array(
    z.object({ currency: z.string(), net: z.number(), paid: z.number(), balance: z.number() }),
  ),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const supplierShow = row.extend({ created_at: z.string(), updated_at: z.string() });

/** The id of an entry: the kind of its record, and the record's id. */
const entryId = z.string().regex(/^(receipt|transaction)-[1-9]\d{0,9}$/);

const entry = z.object({
  id: z.string(),
  kind: z.enum(['receipt', 'transaction']),
  receipt_id: z.number().int(),
  /** The supplier's own invoice number, or a payment's reference. */
  reference: z.string().nullable(),
  /** Local day. */
  on_date: z.string(),
  /** The receipt's currency. */
  currency: z.string(),
  /** Positive: a receipt that the shop owes; negative: a payment. */
  value: z.number(),
  /** Balance in this currency after the entry. */
  balance: z.number(),
});

/** A supplier's name for an item, learned when a row of the supplier's list was assigned to it. */
const item = z.object({
  id: z.number().int(),
  product_id: z.number().int(),
  item_id: z.number().int(),
  /** The product's own title. */
  title: z.string(),
  barcode: z.string().nullable(),
  /** The supplier's code for it; '' if the list has none. */
  supplier_code: z.string(),
  supplier_title: z.string(),
  actions: z.array(z.enum(['delete'])),
});

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'suppliers', action }) as const;
const version = z.number().int().min(1).optional();

export const supplier = {
  list: list({
    path: '/admin/products/suppliers',
    summary: 'Suppliers with what is owed to each',
    audience: 'staff',
    permission: permissionFor('view'),
    pick: ['reciepts', 'transactions', 'reports'],
    list: { filters: { named }, sorts: ['name', 'id', 'balance', 'status'] },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/suppliers/show/{id}',
    summary: 'One supplier',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: supplierShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  ledger: list({
    path: '/admin/products/suppliers/ledger',
    summary: "A supplier's receipts and payments with the running balance",
    audience: 'staff',
    permission: permissionFor('view'),
    list: { filters: { id: entryId.optional(), supplier_id: id }, sorts: ['on_date'], defaultAs: 'desc' },
    row: entry,
    exports: true,
    fails: ['record.missing'],
    invalidates: [],
  }),
  items: list({
    path: '/admin/products/suppliers/items',
    summary: "What a supplier's numbers and names were assigned to; its next lists are read by it",
    audience: 'staff',
    permission: { resource: 'reciepts', action: 'view' },
    list: { filters: { supplier_id: id }, sorts: ['id'], defaultAs: 'desc' },
    row: item,
    fails: ['record.missing'],
    invalidates: [],
  }),
  removeItem: remove({
    path: '/admin/products/suppliers/items/delete/{id}',
    summary: "Forget what a supplier's number or name was assigned to",
    audience: 'staff',
    permission: { resource: 'reciepts', action: 'save' },
    input: { id },
    fails: ['record.missing'],
    invalidates: ['supplier'],
  }),
  save: save({
    path: '/admin/products/suppliers/save',
    summary: 'Create or change a supplier',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      name: name.optional(),
      phone: phoneText.nullish(),
      email: email.nullish(),
      delivery_days: z.int().min(0).max(90).optional(),
      order_every_days: z.int().min(1).max(90).optional(),
      minimum_order: money().optional(),
      notes: longText.nullish(),
      status: zeroOrOne.optional(),
      /** Saves although another one has this name. */
      force: flag.optional(),
    },
    output: supplierShow,
    fails: ['record.missing', 'record.stale', 'name.exists'],
    invalidates: ['supplier', 'receipt'],
  }),
  remove: remove({
    path: '/admin/products/suppliers/delete/{id}',
    summary: 'Delete a supplier without an open receipt',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'supplier.in_use'],
    invalidates: ['supplier', 'receipt'],
  }),
  restore: save({
    path: '/admin/products/suppliers/restore/{id}',
    summary: 'Bring a deleted supplier back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: supplierShow,
    fails: ['record.missing'],
    invalidates: ['supplier', 'receipt'],
  }),
};
