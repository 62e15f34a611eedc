import * as z from 'zod';
import { batchMovement } from '../catalog/product.ts';
import { defineCommand, list, save, show } from '../kit/endpoint.ts';
import { flag, id, localDate, longText, quantity, zeroOrOne } from '../kit/scalars.ts';
import { itemFacts } from './item-facts.ts';
import { rowsLeftOut } from './rows-left-out.ts';

/** States by which stock levels can be filtered. */
export const STOCK_STATES = ['available', 'out', 'low', 'deficit', 'expired', 'reserved'] as const;

/** The purpose of a batch movement. */
export const MOVEMENT_TARGETS = [1, 2, 3, 4, 5] as const;

const view = { resource: ['products', 'reciepts', 'reports'], action: 'view' } as const;
const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'reciepts', action }) as const;
const invalidates = ['stock', 'batch', 'product'] as const;

const level = {
  on_hand: z.number(),
  /** Expired units: on hand, but never sold. */
  expired: z.number(),
  reserved: z.number(),
  /** Sold without stock; the next receipt settles it. */
  deficit: z.number(),
  /** on_hand - expired - reserved - deficit. */
  available: z.number(),
};

const levelRow = z.object({
  /** Item id and branch id: '12-3'. */
  id: z.string(),
  ...itemFacts,
  branch_id: z.number().int(),
  branch_name: z.string(),
  ...level,
  /** Available quantity of the item in all of the caller's branches. */
  available_all: z.number(),
  /** Stock value at cost. */
  value: z.number(),
  /** Units sold per day over the last four weeks. */
  pace: z.number(),
  /** Days until it is sold out at this pace; null: never. */
  days_left: z.number().nullable(),
  image_url: z.string().nullable(),
});

/** A deleted branch or product with units in stock or reserved (docs/rules/deleting.md#stock-of-deleted-records). */
const deletedHolderRow = z.object({
  /** Noun and id: 'branch-3'. */
  id: z.string(),
  noun: z.enum(['branch', 'product']),
  record_id: z.number().int(),
  title: z.string(),
  /** Null: the product exists, but deleted items of it have stock. */
  deleted_at: z.string().nullable(),
  units: z.number(),
  reserved: z.number(),
  /** Stock value at cost. */
  value: z.number(),
});

/** Recommended action for a batch or an item. */
export const ADVICE = ['mark_down', 'transfer', 'reorder', 'write_off'] as const;

const batchRow = z.object({
  id: z.number().int(),
  ...itemFacts,
  branch_id: z.number().int(),
  branch_name: z.string(),
  reciept_id: z.number().int().nullable(),
  /** True when the caller may open the receipt: all its branches are theirs. */
  receipt_opens: z.boolean(),
  order_id: z.number().int().nullable(),
  parent_batch_id: z.number().int().nullable(),
  quantity: z.number(),
  remaining_quantity: z.number(),
  cost_value: z.number(),
  cost_value_before_discount: z.number(),
  expire_date: z.string().nullable(),
  expired: z.boolean(),
  created_at: z.string(),
  /** Average number of days that a unit was in stock, six decimals. */
  weight: z.number(),
  /** Units sold per day in stock, two decimals; null when unknown. */
  rate: z.number().nullable(),
  /** Days until this batch is sold out at the item's pace; null: never. */
  days_left: z.number().nullable(),
  /** Units that will expire unsold at this pace. */
  unsold: z.number(),
  advice: z.enum(ADVICE).nullable(),
  /** With `movements: 1`. */
  movements: z.array(batchMovement).optional(),
});

export const stock = {
  list: list({
    path: '/admin/products/stock',
    summary: 'Stock of each item in each branch',
    audience: 'staff',
    permission: view,
    list: {
      filters: {
        branch_id: id.optional(),
        product_id: id.optional(),
        item_id: id.optional(),
        categorys_id: id.optional(),
        supplier_id: id.optional(),
        state: z.enum(STOCK_STATES).optional(),
      },
      sorts: ['title', 'available', 'on_hand', 'value'],
    },
    row: levelRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  listDeletedStockHolders: list({
    path: '/admin/products/stock/deleted',
    summary:
      'Deleted branches and products that still hold stock; restored, it can be moved, counted or written off',
    audience: 'staff',
    permission: { resource: ['products', 'reciepts', 'reports', 'branchs'], action: 'view' },
    list: {
      filters: { noun: z.enum(['branch', 'product']).optional() },
      sorts: ['title', 'units'],
    },
    row: deletedHolderRow,
    fails: [],
    invalidates: [],
  }),
  explain: show({
    path: '/admin/products/stock/explain',
    summary: 'What of an item is on hand in a branch, what holds the rest, and where else it is',
    audience: 'staff',
    permission: { resource: ['products', 'reciepts', 'reports', 'orders', 'seller'], action: 'view' },
    input: { item_id: id, branch_id: id },
    output: z.object({
      ...itemFacts,
      branch_id: z.number().int(),
      branch_name: z.string(),
      ...level,
      batches: z.array(
        z.object({
          id: z.number().int(),
          remaining_quantity: z.number(),
          cost_value: z.number().nullable(),
          expire_date: z.string().nullable(),
          expired: z.boolean(),
          created_at: z.string(),
          reciept_id: z.number().int().nullable(),
          /** True when the caller may open the receipt. */
          receipt_opens: z.boolean(),
        }),
      ),
      /** Reservations of orders. */
      holds: z.array(
        z.object({
          ref_type: z.string(),
          ref_id: z.number().int(),
          quantity: z.number(),
          created_at: z.string(),
        }),
      ),
      elsewhere: z.array(
        z.object({ branch_id: z.number().int(), branch_name: z.string(), available: z.number() }),
      ),
    }),
    fails: ['record.missing', 'branch.forbidden'],
    invalidates: [],
  }),
  writeOff: defineCommand({
    path: '/admin/products/stock/writeoff',
    summary: 'Take units out of stock that will not be sold',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      branch_id: id,
      item_id: id,
      quantity,
      /** By default expired batches first, then in order of expiry. */
      batch_id: id.optional(),
      reason: z.enum(['expired', 'damaged', 'lost', 'own_use']),
      notes: longText.nullish(),
    },
    output: z.object({ written_off: z.number(), value: z.number() }),
    fails: ['record.missing', 'branch.forbidden', 'reference.missing', 'stock.insufficient'],
    invalidates,
  }),
};

export const batch = {
  list: list({
    path: '/admin/products/used-quantities',
    summary: 'Stock batches with their pace, and what to do about them',
    audience: 'staff',
    permission: view,
    list: {
      filters: {
        branch_id: id.optional(),
        product_id: id.optional(),
        item_id: id.optional(),
        reciept_id: id.optional(),
        supplier_id: id.optional(),
        /** 1: batches with remaining units. */
        remaining: zeroOrOne.optional(),
        expire_from: localDate.optional(),
        expire_to: localDate.optional(),
        movements: flag.optional(),
      },
      sorts: ['remaining_quantity', 'quantity', 'expire_date', 'created_at', 'id'],
      defaultAs: 'desc',
      defaultLimit: 100,
    },
    row: batchRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
};

const transferLine = z.object({
  ...itemFacts,
  quantity: z.number(),
  value: z.number(),
});

const transferRow = z.object({
  id: z.number().int(),
  from_branch_id: z.number().int(),
  from_branch_name: z.string(),
  to_branch_id: z.number().int(),
  to_branch_name: z.string(),
  lines_count: z.number().int(),
  quantity: z.number(),
  value: z.number(),
  notes: z.string().nullable(),
  account_name: z.string().nullable(),
  created_at: z.string(),
  version: z.number().int(),
});

export const transferShow = transferRow.extend({ items: z.array(transferLine) });

export const transfer = {
  list: list({
    path: '/admin/products/transfers',
    summary: 'Transfers between branches',
    audience: 'staff',
    permission: permissionFor('view'),
    list: {
      filters: { branch_id: id.optional(), from_date: localDate.optional(), to_date: localDate.optional() },
      sorts: ['id', 'created_at'],
      defaultAs: 'desc',
    },
    row: transferRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/transfers/show/{id}',
    summary: 'One transfer',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: transferShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/transfers/save',
    summary: 'Move stock from one branch to another; it is there at once, at the same cost and expiry',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      from_branch_id: id,
      to_branch_id: id,
      notes: longText.nullish(),
      items: z
        .array(z.strictObject({ item_id: id, quantity, product_id: id.optional() }))
        .min(1)
        .max(500),
      /** Unrecognized rows: with any, the transfer must be confirmed with force. */
      rows_left_out: rowsLeftOut,
      force: flag.optional(),
    },
    output: transferShow,
    fails: [
      'document.rows_left_out',
      'branch.forbidden',
      'reference.missing',
      'stock.insufficient',
      'transfer.same_branch',
    ],
    invalidates: ['transfer', ...invalidates],
  }),
};
