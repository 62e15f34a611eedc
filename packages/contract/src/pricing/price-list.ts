import * as z from 'zod';
import { command, list, remove, save, show } from '../kit/endpoint.ts';
import { pageMeta } from '../kit/list.ts';
import {
  count,
  id,
  ids,
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
  /** Branches in the caller's sight where it holds. */
  branches_ids: z.array(z.number().int()),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

const item = z.object({
  /** The row's own id. */
  id: z.number().int(),
  product_id: z.number().int(),
  item_id: z.number().int(),
  product_title: z.string(),
  barcode: z.string().nullable(),
  base_price: z.number(),
  price: z.number(),
  status: z.number().int(),
});

export const priceListShow = row.extend({
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
    },
    output: priceListShow,
    fails: ['record.missing'],
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
    fails: ['record.missing', 'record.stale', 'reference.missing', 'branch.forbidden'],
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
  assign: command({
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
    summary: "Active price lists, and which of them hold in the header's branch",
    audience: 'staff',
    permission: permissionFor('view'),
    list: { filters: { product_id: filters.product_id, assigned: zeroOrOne.optional() }, sorts },
    row: row.extend({ assigned: z.number().int() }),
    fails: ['branch.required', 'branch.forbidden'],
    invalidates: [],
  }),
  branchAssign: command({
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
