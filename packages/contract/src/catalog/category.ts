import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
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

/** The root category, an ancestor of all others. */
export const ROOT_CATEGORY = 1;
/** Maximum number of levels of `childs` in a response. */
export const CATEGORY_LEVELS = 6;
/** The languages by which a list can be filtered for missing texts. */
export const MISSING_TRANSLATIONS = ['ar', 'en', 'de', 'any'] as const;

const fields = {
  id: z.number().int(),
  parent_id: z.number().int().nullable(),
  title: z.string(),
  titles: localizedOutput.optional(),
  description: z.string(),
  descriptions: localizedOutput.optional(),
  status: z.number().int(),
  featured: z.number().int(),
  ord: z.number().int(),
  icon_url: z.string().nullable(),
  childs_count: z.number().int(),
};

const staffFields = {
  /** Titles of the ancestors, from the top: 'Food › Drinks'. */
  path: z.string(),
  /** Number of existing products directly in the category, not in its subcategories. */
  products_count: z.number().int(),
  /** Languages without a title. */
  missing: z.array(z.string()),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
};

/** `childs` is defined level by level, because responses and their schema have a limited depth. */
const nestChilds = <S extends z.ZodRawShape>(shape: S, levels: number): z.ZodObject<S> =>
  (levels === 0
    ? z.object(shape)
    : z.object({ ...shape, childs: z.array(nestChilds(shape, levels - 1)).optional() })) as z.ZodObject<S>;

type Childs<S extends z.ZodRawShape> = z.ZodObject<S & { childs: z.ZodOptional<z.ZodArray<z.ZodObject<S>>> }>;

const publicRow = nestChilds(fields, CATEGORY_LEVELS);
const row = nestChilds({ ...fields, ...staffFields }, CATEGORY_LEVELS) as Childs<
  typeof fields & typeof staffFields
>;

export const categoryShow = z.object({
  ...fields,
  ...staffFields,
  titles: localizedOutput,
  descriptions: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

const publicShow = z.object({ ...fields, titles: localizedOutput, descriptions: localizedOutput });

const pictures = ['image.unreadable', 'image.too_many_pixels', 'upload.quota', 'upload.unavailable'] as const;
const permissionFor = (action: 'view' | 'save' | 'delete') =>
  ({ resource: 'products.categories', action }) as const;

export const category = {
  list: list({
    path: '/admin/products/categories',
    summary: 'Categories below one, by default the top level; keywords search the whole tree',
    audience: 'public',
    permission: permissionFor('view'),
    pick: ['products', 'products.extras', 'offers', 'banners', 'orders', 'reports'],
    list: {
      filters: {
        /** The category whose children are listed: 1 for the top level, 0 for all categories. */
        parent: count.optional(),
        /** Includes `childs` of each row. */
        childs: flag.optional(),
        /** Number of levels of `childs`, 1 to 6. */
        limitedBy: z.int().min(1).max(CATEGORY_LEVELS).optional(),
        /** Excludes this category and its descendants; used to select a new parent. */
        outside: id.optional(),
        featured: zeroOrOne.optional(),
        named,
        missing_translation: z.enum(MISSING_TRANSLATIONS).optional(),
      },
      sorts: ['ord', 'title', 'id'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: {
    ...show({
      path: '/admin/products/categories/show/{id}',
      summary: 'One category',
      audience: 'public',
      permission: permissionFor('view'),
      input: { id },
      output: categoryShow,
      fails: ['record.missing'],
      invalidates: [],
    }),
    publicOutput: publicShow,
  },
  save: save({
    path: '/admin/products/categories/save',
    summary: 'Create or change a category',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      titles: localized(name).optional(),
      descriptions: localized(longText, { required: false }).nullish(),
      parent_id: id.nullish(),
      status: zeroOrOne.optional(),
      featured: zeroOrOne.optional(),
      ord: count.optional(),
      icon_base64: picture.nullish(),
      /** Saves although another one has this name. */
      force: flag.optional(),
    },
    output: categoryShow,
    fails: [
      'record.missing',
      'record.stale',
      'name.exists',
      'reference.missing',
      'category.root',
      'category.cycle',
      ...pictures,
    ],
    invalidates: ['category', 'product'],
  }),
  move: defineCommand({
    path: '/admin/products/categories/move',
    summary: 'Put a category below another, before one of its childs or last',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id,
      version: z.number().int().min(1).optional(),
      parent_id: id,
      /** The child before which it is placed; null or undefined: last. */
      before_id: id.nullish(),
    },
    output: categoryShow,
    fails: ['record.missing', 'record.stale', 'reference.missing', 'category.root', 'category.cycle'],
    invalidates: ['category', 'product'],
  }),
  remove: remove({
    path: '/admin/products/categories/delete/{id}',
    summary: 'Delete a category that holds nothing',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version: z.number().int().min(1).optional() },
    fails: ['record.missing', 'record.stale', 'category.root', 'category.in_use'],
    invalidates: ['category', 'product'],
  }),
  restore: save({
    path: '/admin/products/categories/restore/{id}',
    summary: 'Bring a deleted category back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: categoryShow,
    fails: ['record.missing', 'reference.missing'],
    invalidates: ['category', 'product'],
  }),
};
