import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import { countedQuantity, flag, id, localDate, longText, quantity } from '../kit/scalars.ts';
import { itemFacts } from './item-facts.ts';
import { rowLeftOut, rowsLeftOut } from './rows-left-out.ts';

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'reciepts', action }) as const;
const version = z.number().int().min(1).optional();

const countLine = z.object({
  id: z.number().int(),
  ...itemFacts,
  /** On hand when the line was first counted. */
  snapshot: z.number(),
  counted: z.number().nullable(),
  counted_at: z.string().nullable(),
  /** counted - the expected quantity at that moment; null while not counted. */
  difference: z.number().nullable(),
  value: z.number().nullable(),
});

const countRow = z.object({
  id: z.number().int(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  /** 0 draft, 1 posted. */
  status: z.number().int(),
  notes: z.string().nullable(),
  lines_count: z.number().int(),
  counted_count: z.number().int(),
  difference: z.number(),
  value: z.number(),
  account_name: z.string().nullable(),
  created_at: z.string(),
  posted_at: z.string().nullable(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'post', 'delete'])),
});

export const countShow = countRow.extend({
  items: z.array(countLine),
  /** Unrecognized rows that nobody has resolved yet. */
  rows_left_out: z.array(rowLeftOut),
});

/** Stock-taking. */
export const stockCount = {
  list: list({
    path: '/admin/products/counts',
    summary: 'Stock-takings',
    audience: 'staff',
    permission: { resource: ['reciepts', 'reports'], action: 'view' },
    list: {
      filters: {
        branch_id: id.optional(),
        from_date: localDate.optional(),
        to_date: localDate.optional(),
      },
      sorts: ['id', 'created_at', 'value'],
      defaultAs: 'desc',
    },
    row: countRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/counts/show/{id}',
    summary: 'One stock-taking with its lines',
    audience: 'staff',
    permission: { resource: ['reciepts', 'reports'], action: 'view' },
    input: { id },
    output: countShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/counts/save',
    summary: 'Start a stock-taking, or write down what was counted; `add` counts a scan on top',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      branch_id: id.optional(),
      notes: longText.nullish(),
      items: z
        .array(
          z.strictObject({
            item_id: id,
            /**
             * The counted quantity; null removes the line; with neither this nor `add`, a new line waits to be counted.
             */
            counted: countedQuantity.nullish(),
            /** Added to the counted quantity: one scan, one piece. */
            add: quantity.optional(),
          }),
        )
        .max(1_000)
        .optional(),
      /** Stored with the count: posting it then requires confirmation from every user. */
      rows_left_out: rowsLeftOut,
      /**
       * 1: the response contains only the lines of this request, in their current state, because a scan should not
       * return a long count.
       */
      brief: flag.optional(),
    },
    output: countShow,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'branch.forbidden', 'count.posted'],
    invalidates: ['stock-count'],
  }),
  post: defineCommand({
    path: '/admin/products/counts/post/{id}',
    summary: 'Bring the stock to what was counted',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, version, force: flag.optional() },
    output: countShow,
    fails: [
      'document.rows_left_out',
      'count.needs_force',
      'record.missing',
      'record.stale',
      'count.posted',
      'count.empty',
      'branch.forbidden',
    ],
    invalidates: ['stock-count', 'stock', 'batch', 'product'],
  }),
  remove: remove({
    path: '/admin/products/counts/delete/{id}',
    summary: 'Throw a draft away',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'count.posted'],
    invalidates: ['stock-count'],
  }),
};
