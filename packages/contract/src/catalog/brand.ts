import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import {
  count,
  flag,
  id,
  localized,
  localizedOutput,
  longText,
  name,
  named,
  picture,
  zeroOrOne,
} from '../kit/scalars.ts';
import { MISSING_TRANSLATIONS } from './category.ts';

const fields = {
  id: z.number().int(),
  name: z.string(),
  names: localizedOutput.optional(),
  description: z.string(),
  descriptions: localizedOutput.optional(),
  status: z.number().int(),
  ord: z.number().int(),
  logo_url: z.string().nullable(),
  cover_url: z.string().nullable(),
};

const publicRow = z.object(fields);

const row = publicRow.extend({
  products_count: z.number().int(),
  /** Languages without a name. */
  missing: z.array(z.string()),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const brandShow = row.extend({
  names: localizedOutput,
  descriptions: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') =>
  ({ resource: 'products.brands', action }) as const;

export const brand = {
  list: list({
    path: '/admin/products/brands',
    summary: 'Brands',
    audience: 'public',
    permission: permissionFor('view'),
    pick: ['products', 'offers', 'banners', 'reports'],
    list: {
      filters: { missing_translation: z.enum(MISSING_TRANSLATIONS).optional(), named },
      sorts: ['ord', 'name', 'id', 'products_count'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/brands/show/{id}',
      summary: 'One brand',
      audience: 'public',
      permission: permissionFor('view'),
      input: { id },
      output: brandShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicRow.extend({ names: localizedOutput, descriptions: localizedOutput }),
  },
  save: save({
    path: '/admin/products/brands/save',
    summary: 'Create or change a brand',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      names: localized(name).optional(),
      descriptions: localized(longText, { required: false }).nullish(),
      status: zeroOrOne.optional(),
      ord: count.optional(),
      logo_base64: picture.nullish(),
      cover_base64: picture.nullish(),
      /** Saves although another one has this name. */
      force: flag.optional(),
    },
    output: brandShow,
    fails: [
      'record.missing',
      'record.stale',
      'name.exists',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
      'upload.unavailable',
    ],
    invalidates: ['brand', 'product'],
  }),
  remove: remove({
    path: '/admin/products/brands/delete/{id}',
    summary: 'Delete a brand that no product carries',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'brand.in_use'],
    invalidates: ['brand', 'product'],
  }),
  restore: save({
    path: '/admin/products/brands/restore/{id}',
    summary: 'Bring a deleted brand back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: brandShow,
    fails: ['record.missing'],
    invalidates: ['brand', 'product'],
  }),
};
