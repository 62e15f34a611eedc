import { FISCAL_SLOTS } from '@dukkan/commerce';
import * as z from 'zod';
import { list, remove, save } from '../kit/endpoint.ts';
import { count, id, localized, localizedOutput, name, percent, zeroOrOne } from '../kit/scalars.ts';

export { FISCAL_SLOTS as TAX_SLOTS };

const row = z.object({
  id: z.number().int(),
  name: z.string(),
  names: localizedOutput.optional(),
  /** Percent, two decimals. */
  value: z.number(),
  value_name: z.enum(FISCAL_SLOTS),
  ord: z.number().int(),
  status: z.number().int(),
  products_count: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const taxTypeShow = row.extend({
  names: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'taxs', action }) as const;

export const taxType = {
  list: list({
    path: '/admin/taxs/types',
    summary: 'Tax types',
    audience: 'staff',
    permission: permissionFor('view'),
    pick: ['products', 'branchs', 'orders', 'reports'],
    list: { filters: {}, sorts: ['ord', 'name', 'value', 'id'] },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/taxs/types/save',
    summary: 'Create or change a tax type',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      names: localized(name).optional(),
      value: percent.optional(),
      value_name: z.enum(FISCAL_SLOTS).optional(),
      ord: count.optional(),
      status: zeroOrOne.optional(),
    },
    output: taxTypeShow,
    fails: ['record.missing', 'record.stale'],
    invalidates: ['tax-type', 'product'],
  }),
  remove: remove({
    path: '/admin/taxs/types/delete/{id}',
    summary: 'Delete a tax type that no product uses',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'tax_type.in_use'],
    invalidates: ['tax-type', 'product'],
  }),
  restore: save({
    path: '/admin/taxs/types/restore/{id}',
    summary: 'Bring a deleted tax type back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: taxTypeShow,
    fails: ['record.missing'],
    invalidates: ['tax-type', 'product'],
  }),
};
