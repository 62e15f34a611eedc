import * as z from 'zod';
import { flag, id, keywords, limit, locale, page, sortAs, sortBy, zeroOrOne } from './scalars.ts';

export const DEFAULT_LIMIT = 20;
export const PICK_LIMIT = 50;

export type ListSpec<F extends z.ZodRawShape, S extends string> = {
  readonly filters: F;
  /** The documented sort columns; the first is the default. */
  readonly sorts: readonly [S, ...S[]];
  readonly defaultAs?: 'asc' | 'desc';
  readonly defaultLimit?: number;
};

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;

/** Papers that documents are printed on: A4, 150 mm, rolls of 80 and 58 mm (decisions section 9). */
export const PRINT_PROFILES = ['a4', 'a5', '80', '58'] as const;
export type PrintProfile = (typeof PRINT_PROFILES)[number];

/**
 * What every list takes (decisions 0.1): keywords, page, limit (1..100), sort, status, id, locale, export,
 * and its own filters. Empty values mean 'not given'; what a list does not know it ignores.
 */
export function listInput<F extends z.ZodRawShape, S extends string>(spec: ListSpec<F, S>) {
  const common = {
    keywords: keywords.optional(),
    page: page.default(1),
    limit: limit.default(spec.defaultLimit ?? DEFAULT_LIMIT),
    sort_by: sortBy(spec.sorts).default(spec.sorts[0] as never),
    sort_as: sortAs.default(spec.defaultAs ?? 'asc'),
    locale: locale.optional(),
    all_locale: flag.optional(),
    status: zeroOrOne.optional(),
    id: id.optional(),
    export: flag.optional(),
    format: z.enum(EXPORT_FORMATS).optional(),
  };
  // a list's own filter stands for the common one of its name, in its type too
  return z.object({ ...common, ...spec.filters } as Omit<typeof common, keyof F> & F);
}

/**
 * What a `show` that prints takes beside its own fields: with `export` the record as a file on the chosen paper, in
 * the language of `locale`; a form with a download ticket may ask for it (decisions 0.6).
 */
export const printFields = {
  export: flag.optional(),
  format: z.literal('pdf').optional(),
  profile: z.enum(PRINT_PROFILES).optional(),
};

/** The page facts every list answers beside its rows (decisions 0.1). */
export const pageMeta = z.object({
  current_page: z.number().int(),
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  estimated: z.boolean().optional(),
});

export type PageMeta = z.output<typeof pageMeta>;

/** The short row that pick-lists get (decisions 0.4). */
export const pickRow = z.object({
  id: z.number().int(),
  name: z.string().optional(),
  title: z.string().optional(),
  status: z.number().int().optional(),
  parent_id: z.number().int().nullable().optional(),
  phone: z.string().nullable().optional(),
  /** Of a state of orders: which step it is, so that whoever works with orders is offered the next one. */
  status_value: z.number().int().optional(),
  not_delivered: z.number().int().optional(),
});
