import * as z from 'zod';
import { list, remove, save } from '../kit/endpoint.ts';
import { id, ids, localized, localizedOutput, money, name, zeroOrOne } from '../kit/scalars.ts';

const branchPrice = z.object({ branch_id: z.number().int(), price: z.number() });

const fields = {
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  /** With the decimals of the shop's currency. */
  price: z.number(),
  status: z.number().int(),
};

const publicRow = z.object(fields);

const row = publicRow.extend({
  /** Branch prices that differ from the base price; null in an input means the base price. */
  branches_prices: z.array(branchPrice),
  products_count: z.number().int(),
  /** With all_locale, for forms. */
  products_ids: z.array(z.number().int()).optional(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const extraShow = row.extend({
  titles: localizedOutput,
  products_ids: z.array(z.number().int()),
  created_at: z.string(),
  updated_at: z.string(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') =>
  ({ resource: 'products.extras', action }) as const;

export const extra = {
  list: list({
    path: '/admin/products/extras',
    summary: 'Extras that can be added to products',
    audience: 'public',
    permission: permissionFor('view'),
    pick: ['products', 'orders', 'seller'],
    list: {
      filters: {
        /** Extras of one product. */
        product_id: id.optional(),
      },
      sorts: ['title', 'price', 'id'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/extras/save',
    summary: 'Create or change an extra',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      titles: localized(name).optional(),
      price: money().optional(),
      status: zeroOrOne.optional(),
      products_ids: ids().optional(),
      branches_prices: z
        .array(z.strictObject({ branch_id: id, price: money().nullable() }))
        .max(200)
        .optional(),
    },
    output: extraShow,
    fails: ['record.missing', 'record.stale', 'reference.missing'],
    invalidates: ['extra', 'product'],
  }),
  remove: remove({
    path: '/admin/products/extras/delete/{id}',
    summary: 'Delete an extra',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale'],
    invalidates: ['extra', 'product'],
  }),
  restore: save({
    path: '/admin/products/extras/restore/{id}',
    summary: 'Bring a deleted extra back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: extraShow,
    fails: ['record.missing'],
    invalidates: ['extra', 'product'],
  }),
};
