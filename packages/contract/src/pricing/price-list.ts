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

/** At most so many rows in one save; what stands beside them stays (decisions 11). */
export const PRICE_ITEMS_MAX = 1_000;
/** At most so many telephones of one list. */
export const PRICE_PHONES_MAX = 1_000;

/** How many codes, items or telephones are looked up in one call. */
export const PRICE_LOOKUP_MAX = 1_000;

/** Whether a price list sets prices today: it does, will, did, or is switched off. */
export const PRICE_LIST_HOLDS = ['off', 'now', 'later', 'over'] as const;

const row = z.object({
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  status: z.number().int(),
  /** The lower one wins where several lists name an item (decisions 2.2). */
  ord: z.number().int(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** 0: for everybody. */
  phones_count: z.number().int(),
  items_count: z.number().int(),
  /** Mean of price against base price in percent, one decimal, over active rows; null where there is none. */
  average_change: z.number().nullable(),
  /** On the shop's day; `off` also where it holds in no branch. */
  holds: z.enum(PRICE_LIST_HOLDS),
  /** Branches in the caller's sight where it holds. */
  branches_ids: z.array(z.number().int()),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

/** An item as the sheet of a list shows it, in the list or not yet. */
const sheetItem = z.object({
  product_id: z.number().int(),
  item_id: z.number().int(),
  product_title: z.string(),
  barcode: z.string().nullable(),
  base_price: z.number(),
  /** Percent of tax inside its price; 0 where prices stand without tax. */
  tax: z.number(),
  /** What a unit cost when it was received last; only for who sees costs, null where it never was. */
  cost: z.number().nullable().optional(),
});

const item = sheetItem.extend({
  /** The row's own id. */
  id: z.number().int(),
  price: z.number(),
  status: z.number().int(),
  /** Price against base price in percent, one decimal; null where there is no base price. */
  change: z.number().nullable(),
  /** What is left of the price without tax in percent, one decimal; only for who sees costs. */
  margin: z.number().nullable().optional(),
  /** The price list that sets the price instead, in the asked branch or where both hold. */
  beaten_by: z.object({ kind: z.literal('price_list'), id: z.number().int(), title: z.string() }).nullable(),
});

/** An item looked up for a list, with its row where the list has one. */
const lookedUpItem = sheetItem.extend({
  row: item.pick({ id: true, price: true, status: true }).nullable(),
});

export const priceListShow = row.omit({ average_change: true }).extend({
  titles: localizedOutput,
  description: z.string(),
  descriptions: localizedOutput,
  /** E.164; empty is for everybody. */
  phones: z.array(z.string()),
  /** A page of them, the latest first. */
  items: z.array(item),
  items_meta: pageMeta,
  created_at: z.string(),
  updated_at: z.string(),
});

/** A code as it was pasted: any short text, so that what carries no item is answered instead of refused. */
const lookupCode = z.string().max(100);

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'pricelist', action }) as const;
const version = z.number().int().min(1).optional();
const filters = {
  /** Lists that hold in this branch. */
  branch_id: id.optional(),
  /** Lists that name an item of this product. */
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
      /** Titles and barcodes of its products. */
      keywords: keywords.optional(),
      /** Where `beaten_by` is judged; without it, in any branch where both lists hold. */
      branch_id: id.optional(),
      /** When it is judged; without it, now. */
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
      /** The list whose rows are answered; none for a new list. */
      id: id.optional(),
      codes: z.array(lookupCode).max(PRICE_LOOKUP_MAX).optional(),
      items_ids: ids(PRICE_LOOKUP_MAX).optional(),
      /** Rows of the list by their own ids; those that are gone are not answered. */
      rows_ids: ids(PRICE_LOOKUP_MAX).optional(),
    },
    output: z.object({
      /** One for each code, in the order asked; null where nothing carries it. */
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
        /** E.164; null where it cannot be dialled. */
        phone: z.string().nullable(),
        /** Only for who may read accounts; null where nobody has the number. */
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
      /** Yes to a list for customers becoming one for everybody, when its last phone goes. */
      force: flag.optional(),
      start_date: localDate.nullish(),
      end_date: localDate.nullish(),
      items: z
        .array(
          z.strictObject({
            id: id.optional(),
            product_id: id,
            item_id: id,
            price: money().optional(),
            status: zeroOrOne.optional(),
          }),
        )
        .max(PRICE_ITEMS_MAX)
        .optional(),
      /** Ids of rows, not of items. */
      deleted_items: ids(PRICE_ITEMS_MAX).optional(),
    },
    output: priceListShow,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'branch.forbidden', 'pricelist.no_phones'],
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
