import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import { pageMeta } from '../kit/list.ts';
import {
  count,
  flag,
  id,
  ids,
  instant,
  keywords,
  limit,
  localDate,
  localized,
  localizedOutput,
  longText,
  money,
  name,
  page,
  phoneText,
  zeroOrOne,
} from '../kit/scalars.ts';

/** Maximum number of rows in one save; other rows of the list do not change. */
export const PRICE_ITEMS_MAX = 1_000;
/** Maximum number of phone numbers of a list. */
export const PRICE_PHONES_MAX = 1_000;

/** Maximum number of codes, items or phone numbers in one lookup. */
export const PRICE_LOOKUP_MAX = 1_000;

/** Whether a price list sets prices today. */
export const PRICE_LIST_HOLDS = ['off', 'now', 'later', 'over'] as const;

const row = z.object({
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  status: z.number().int(),
  /** When several lists contain an item, the lower number wins. */
  ord: z.number().int(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** 0: for everybody. */
  phones_count: z.number().int(),
  items_count: z.number().int(),
  /** Average change against base prices in percent, one decimal, over active rows; null without any. */
  average_change: z.number().nullable(),
  /** For the shop's current date; `off` also when it is assigned to no branch. */
  holds: z.enum(PRICE_LIST_HOLDS),
  /** The caller's branches to which it is assigned. */
  branches_ids: z.array(z.number().int()),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

/** An item as in the sheet of a list, whether or not the list contains it. */
const sheetItem = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  product_title: z.string(),
  barcode: z.string().nullable(),
  base_price: z.number(),
  /** Percent of tax included in its price; 0 when prices exclude tax. */
  tax: z.number(),
  /** The last received unit cost; only for callers who may see costs, null when it was never received. */
  cost: z.number().nullable().optional(),
});

const item = sheetItem.extend({
  /** The row's own id. */
  id: z.number().int(),
  price: z.number(),
  status: z.number().int(),
  /** Price against base price in percent, one decimal; null without a base price. */
  change: z.number().nullable(),
  /** Margin of the price without tax in percent, one decimal; only for callers who may see costs. */
  margin: z.number().nullable().optional(),
  /** The price list that sets the price instead, in the requested branch or in any where both are valid. */
  beaten_by: z.object({ kind: z.literal('price_list'), id: z.number().int(), title: z.string() }).nullable(),
});

/** An item looked up for a list, with its row in the list if there is one. */
const lookedUpItem = sheetItem.extend({
  row: item.pick({ id: true, price: true, status: true }).nullable(),
});

export const priceListShow = row.omit({ average_change: true }).extend({
  titles: localizedOutput,
  description: z.string(),
  descriptions: localizedOutput,
  /** E.164; empty is for everybody. */
  phones: z.array(z.string()),
  /** A page of the items, latest first. */
  items: z.array(item),
  items_meta: pageMeta,
  created_at: z.string(),
  updated_at: z.string(),
});

/** A pasted code: any short text, so that unknown ones get a result instead of an error. */
const lookupCode = z.string().max(100);

const itemsInput = z
  .array(
    z.strictObject({
      id: id.optional(),
      product_id: id,
      item_id: id,
      price: money().optional(),
      status: zeroOrOne.optional(),
    }),
  )
  .max(PRICE_ITEMS_MAX);

/** Prices of a list that a change takes away or brings, in one branch and for some days. */
const priceListEffect = z.object({
  branch_id: z.number().int(),
  branch_name: z.string(),
  kind: z.enum(['stop', 'start']),
  /** Number of active prices that no other list has priority over on the first of these days. */
  count: z.number().int(),
  /** The first day; null when it is today. */
  from_date: z.string().nullable(),
  /** The last day; null without an end. */
  to_date: z.string().nullable(),
  /** `others`: all customers but those behind `phones_count` phones; `phones`: those customers alone. */
  audience: z.enum(['all', 'others', 'phones']),
  phones_count: z.number().int(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'pricelist', action }) as const;
const version = z.number().int().min(1).optional();
const filters = {
  /** Lists assigned to this branch. */
  branch_id: id.optional(),
  /** Lists with an item of this product. */
  product_id: id.optional(),
};
const sorts = ['ord', 'title', 'id', 'status', 'start_date', 'end_date'] as const;

export const priceList = {
  list: list({
    path: '/admin/pricelist',
    summary: 'Price lists',
    audience: 'staff',
    permission: permissionFor('view'),
    pick: ['products'],
    list: { filters, sorts },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/pricelist/show/{id}',
    summary: 'One price list with a page of its prices',
    audience: 'staff',
    permission: permissionFor('view'),
    input: {
      id,
      items_page: page.default(1),
      limit: limit.default(50),
      /** Matches titles and barcodes of its products. */
      keywords: keywords.optional(),
      /** The branch for `beaten_by`; by default any branch where both lists are valid. */
      branch_id: id.optional(),
      /** The time for `beaten_by`; by default now. */
      at: instant.optional(),
    },
    output: priceListShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  lookup: show({
    path: '/admin/pricelist/lookup',
    summary: 'Items by pasted or scanned codes or by their ids, each with its row in a price list',
    audience: 'staff',
    permission: permissionFor('view'),
    input: {
      /** The list whose rows are returned; undefined for a new list. */
      id: id.optional(),
      codes: z.array(lookupCode).max(PRICE_LOOKUP_MAX).optional(),
      items_ids: ids(PRICE_LOOKUP_MAX).optional(),
      /** Rows of the list by their own ids; deleted ones are left out. */
      rows_ids: ids(PRICE_LOOKUP_MAX).optional(),
    },
    output: z.object({
      /** One entry per code, in the order requested; null when no item has it. */
      codes: z.array(z.object({ code: z.string(), item: lookedUpItem.nullable() })),
      items: z.array(lookedUpItem),
    }),
    fails: ['record.missing'],
    invalidates: [],
  }),
  phones: show({
    path: '/admin/pricelist/phones',
    summary: 'Telephones as they were typed, each dialable with its customer, or what is wrong with it',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { phones: z.array(z.string().max(100)).max(PRICE_PHONES_MAX) },
    output: z.array(
      z.object({
        typed: z.string(),
        /** E.164; null for invalid numbers. */
        phone: z.string().nullable(),
        /** Only for callers who may read accounts; null when nobody has the number. */
        customer: z.object({ id: z.number().int(), name: z.string() }).nullable().optional(),
      }),
    ),
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/pricelist/save',
    summary: 'Create or change a price list; its prices are merged into those that stand',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      titles: localized(name).optional(),
      descriptions: localized(longText, { required: false }).nullish(),
      status: zeroOrOne.optional(),
      ord: count.optional(),
      phones: z.array(phoneText).max(PRICE_PHONES_MAX).nullish(),
      /** Confirms that removing the last phone number makes the list valid for everybody. */
      force: flag.optional(),
      start_date: localDate.nullish(),
      end_date: localDate.nullish(),
      items: itemsInput.optional(),
      /** Ids of rows, not of items. */
      deleted_items: ids(PRICE_ITEMS_MAX).optional(),
    },
    output: priceListShow,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'branch.forbidden', 'pricelist.no_phones'],
    invalidates: ['price-list'],
  }),
  preview: show({
    path: '/admin/pricelist/preview/{id}',
    summary: 'Which prices a change of the dates, status, phones or branches of a list takes away or brings',
    audience: 'staff',
    permission: permissionFor('view'),
    input: {
      id,
      /** What the list would have; what is absent stays. */
      change: z.strictObject({
        status: zeroOrOne.optional(),
        phones: z.array(phoneText).max(PRICE_PHONES_MAX).nullish(),
        start_date: localDate.nullish(),
        end_date: localDate.nullish(),
        branches_ids: ids().optional(),
      }),
    },
    output: z.object({ effects: z.array(priceListEffect) }),
    fails: ['record.missing'],
    invalidates: [],
  }),
  separate: defineCommand({
    path: '/admin/pricelist/separate/{id}',
    summary: 'Put changed prices into a list of their own from a day on; the list itself stays as it is',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, start_date: localDate, end_date: localDate.nullish(), items: itemsInput.min(1) },
    output: priceListShow,
    fails: ['record.missing', 'reference.missing', 'branch.forbidden'],
    invalidates: ['price-list'],
  }),
  undo: defineCommand({
    path: '/admin/pricelist/undo/{id}',
    summary: 'Undo a change of a price list: the one that made this version, or one of its history',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id,
      /** The version that the change made; needed without `entry_id`, so that a repeat undoes nothing else. */
      version,
      entry_id: id.optional(),
    },
    output: priceListShow,
    fails: ['record.missing', 'reference.missing', 'branch.forbidden', 'pricelist.changed_since'],
    invalidates: ['price-list'],
  }),
  remove: remove({
    path: '/admin/pricelist/delete/{id}',
    summary: 'Delete a price list',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'branch.forbidden'],
    invalidates: ['price-list'],
  }),
  restore: save({
    path: '/admin/pricelist/restore/{id}',
    summary: 'Bring a deleted price list back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: priceListShow,
    fails: ['record.missing', 'branch.forbidden'],
    invalidates: ['price-list'],
  }),
  order: defineCommand({
    path: '/admin/pricelist/order',
    summary: 'Put price lists into this order; the first one wins',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { ids: ids(100) },
    output: z.object({ ids: z.array(z.number().int()) }),
    fails: ['reference.missing', 'branch.forbidden'],
    invalidates: ['price-list'],
  }),
  assign: defineCommand({
    path: '/admin/pricelist/assign/{id}',
    summary: 'Make a price list hold in exactly these branches',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, branches_ids: ids() },
    output: z.object({ branches_ids: z.array(z.number().int()) }),
    fails: ['record.missing', 'reference.missing'],
    invalidates: ['price-list'],
  }),
  branchList: list({
    path: '/admin/manager/pricelist',
    summary: "Active price lists, and which of them hold in the header's branch; without one, in any branch",
    audience: 'staff',
    permission: permissionFor('view'),
    list: { filters: { product_id: filters.product_id, assigned: zeroOrOne.optional() }, sorts },
    row: row.extend({ assigned: z.number().int() }),
    exports: true,
    fails: ['branch.required', 'branch.forbidden'],
    invalidates: [],
  }),
  branchAssign: defineCommand({
    path: '/admin/manager/pricelist/assign/{id}',
    summary: "Make a price list hold in the header's branch, or no longer",
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, assigned: zeroOrOne },
    output: z.object({ assigned: z.number().int() }),
    fails: ['record.missing', 'branch.required', 'branch.forbidden'],
    invalidates: ['price-list'],
  }),
};
