import * as z from 'zod';
import { defineCommand, list, show } from '../kit/endpoint.ts';
import { pageMeta, printFields } from '../kit/list.ts';
import { printedContent } from '../kit/printed-content.ts';
import { email, id, quantity, signedMoney } from '../kit/scalars.ts';
import { itemFacts } from '../stock/item-facts.ts';

// Rule: docs/rules/stock.md#to-order

/** Maximum number of lines that are ordered at once. */
export const ORDERED_LINES_MAX = 1_000;

/** Days until a supplier delivers, and between two orders, where no supplier is known. */
export const DEFAULT_DELIVERY_DAYS = 3;
export const DEFAULT_ORDER_EVERY_DAYS = 7;

const supplierFilter = z.union([z.literal('none'), id]);
const save = { resource: 'reciepts', action: 'save' } as const;

const row = z.object({
  /** Item id and branch id: '12-3'. */
  id: z.string(),
  ...itemFacts,
  branch_id: z.number().int(),
  branch_name: z.string(),
  image_url: z.string().nullable(),
  /** Who delivered the item last; null: unknown. */
  supplier_id: z.number().int().nullable(),
  /** Units sold per day over the last four weeks. */
  pace: z.number(),
  available: z.number(),
  /** Units on receipts that were sent to a supplier and are not accepted yet. */
  on_the_way: z.number(),
  /** Units in one pack; a whole number where the item is sold in whole units. */
  pack_quantity: z.number(),
  minimum_quantity: z.number(),
  /** Days until the delivery after the next. */
  horizon: z.number().int(),
  /** Days until it is sold out at this pace; null: never. */
  days_left: z.number().nullable(),
  /** Units that are missing until then: pace × horizon + minimum - available - on the way. */
  shortage: z.number(),
  /** What to order: the missing units in whole packs. */
  quantity: z.number(),
  /** Cost of a unit when it was bought last; 0: unknown. */
  cost: z.number(),
  /** quantity × cost. */
  value: z.number(),
});

/** What is ordered from a supplier; `supplier_id` null: goods without one. */
const supplierTotal = z.object({
  supplier_id: z.number().int().nullable(),
  supplier_name: z.string().nullable(),
  email: z.string().nullable(),
  lines: z.number().int(),
  value: z.number(),
  minimum_order: z.number(),
  /** True when the lines are worth less than the supplier's minimum. */
  is_below_minimum: z.boolean(),
  /** Local day on which an order of today arrives. */
  arrives_on: z.string(),
});

/** An order that should have arrived before the next one of its supplier, and still counts as on the way. */
const overdueOrder = z.object({
  id: z.number().int(),
  supplier_name: z.string(),
  /** Local day on which it was sent. */
  on_date: z.string(),
  /** Local day on which it should have arrived. */
  expected_on: z.string(),
});

export const toOrder = {
  toOrder: list({
    path: '/admin/products/to-order',
    summary: 'What must be ordered today: items that run out before the delivery after the next',
    audience: 'staff',
    permission: { resource: ['products', 'reciepts', 'reports'], action: 'view' },
    list: {
      filters: {
        branch_id: id.optional(),
        /** 'none': items without a supplier. */
        supplier_id: supplierFilter.optional(),
        categorys_id: id.optional(),
      },
      sorts: ['runs_out', 'title', 'quantity', 'value'],
    },
    row,
    meta: pageMeta.extend({
      /** The shop's currency, in which values are. */
      currency: z.string(),
      /** All suppliers of the filtered rows, the most urgent first. */
      suppliers: z.array(supplierTotal),
      /** Orders that are late, the oldest first, at most 20; whatever is filtered but the branch. */
      overdue_orders: z.array(overdueOrder),
      /** Without anything to order: days until something runs out; null: nothing does. */
      next_runs_out: z.number().nullable(),
    }),
    fails: [],
    invalidates: [],
  }),
  makeOrders: defineCommand({
    path: '/admin/products/to-order/make',
    summary:
      'Create a receipt that is sent to each supplier; refused when something was ordered since it was read',
    audience: 'staff',
    permission: save,
    input: {
      items: z
        .array(
          z.strictObject({
            item_id: id,
            branch_id: id,
            supplier_id: id,
            quantity,
            /** The units on the way when the suggestion was read. */
            on_the_way: signedMoney(3),
          }),
        )
        .min(1)
        .max(ORDERED_LINES_MAX),
    },
    output: z.object({
      receipts: z.array(
        z.object({
          id: z.number().int(),
          supplier_id: z.number().int(),
          supplier_name: z.string(),
          email: z.string().nullable(),
          lines_count: z.number().int(),
          quantity: z.number(),
        }),
      ),
    }),
    fails: ['reference.missing', 'branch.forbidden', 'receipt.ordered_meanwhile'],
    invalidates: ['receipt', 'supplier', 'product', 'batch', 'stock'],
  }),
  purchaseOrder: {
    ...show({
      path: '/admin/products/receipts/order/{id}',
      summary: 'What is ordered from a supplier as it stands on paper, without costs; with export as a PDF',
      audience: 'staff',
      permission: { resource: 'reciepts', action: 'view' },
      input: { id, ...printFields },
      output: printedContent,
      fails: ['record.missing'],
      invalidates: [],
    }),
    prints: true as const,
  },
  sendOrder: defineCommand({
    path: '/admin/products/receipts/send',
    summary:
      "Send what is ordered to the supplier's e-mail address, with its PDF, in the language of `locale`",
    audience: 'staff',
    permission: save,
    input: {
      id,
      /** Instead of the supplier's own address. */
      email: email.optional(),
    },
    output: z.object({ recipient: z.string() }),
    fails: [
      'record.missing',
      'receipt.bad_transition',
      'receipt.no_lines',
      'receipt.no_address',
      'rate.limited',
      'record.conflict',
      'service.busy',
    ],
    invalidates: ['receipt'],
  }),
};
