import * as z from 'zod';
import { flag, id, keywords, limit, locale, page, sortAs, sortColumn, text, zeroOrOne } from './scalars.ts';

export const DEFAULT_LIMIT = 20;
export const PICK_LIMIT = 50;

export type ListSpec<F extends z.ZodRawShape, S extends string> = {
  readonly filters: F;
  /** The sort columns; the first is the default. */
  readonly sorts: readonly [S, ...S[]];
  readonly defaultAs?: 'asc' | 'desc';
  readonly defaultLimit?: number;
  /** False for a list whose rows have no text to search; like any field that it does not know it ignores `keywords`. */
  readonly hasKeywords?: false;
  /** The export formats, when there are more than for every list. */
  readonly formats?: typeof REPORT_FORMATS;
};

export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
/** Export formats of reports, which can also be printed. */
export const REPORT_FORMATS = [...EXPORT_FORMATS, 'pdf'] as const;

/** The most rows of a list that is printed, about fifty pages; more are exported as a workbook. */
export const PAPER_ROWS_MAX = 1_000;

/** The papers for printing: A4, 150 mm, rolls of 80 and 58 mm. */
export const PRINT_PROFILES = ['a4', 'a5', '80', '58'] as const;
export type PrintProfile = (typeof PRINT_PROFILES)[number];

/**
 * The input of a list: keywords, page, limit (1..100), sort, status, id, locale, export and its own filters. Empty
 * values mean 'not given'; unknown fields are ignored.
 */
export function listInput<F extends z.ZodRawShape, S extends string>(spec: ListSpec<F, S>) {
  const search = { keywords: keywords.optional() };
  const common = {
    ...(spec.hasKeywords === false ? ({} as typeof search) : search),
    page: page.default(1),
    limit: limit.default(spec.defaultLimit ?? DEFAULT_LIMIT),
    sort_by: sortColumn(spec.sorts).default(spec.sorts[0] as never),
    sort_as: sortAs.default(spec.defaultAs ?? 'asc'),
    locale: locale.optional(),
    all_locale: flag.optional(),
    status: zeroOrOne.optional(),
    id: id.optional(),
    export: flag.optional(),
    format: z.enum(spec.formats ?? EXPORT_FORMATS).optional(),
    /** With `export`: the fields of the file, in this order; unknown ones are ignored. */
    columns: z.union([text(60), z.array(text(60)).max(60)]).optional(),
  };
  // a list's own filter replaces the common one of the same name, in its type too
  return z.object({ ...common, ...spec.filters } as Omit<typeof common, keyof F> & F);
}

/**
 * The extra input of a `show` that prints: with `export`, the record as a file on the selected paper, in the language
 * of `locale`; a form with a download ticket may ask for it.
 */
export const printFields = {
  export: flag.optional(),
  format: z.literal('pdf').optional(),
  profile: z.enum(PRINT_PROFILES).optional(),
};

/** The page meta that every list returns with its rows. */
export const pageMeta = z.object({
  current_page: z.number().int(),
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  estimated: z.boolean().optional(),
  /** For movements of safes: their balance, by currency. */
  balance: z.array(z.object({ currency: z.string(), amount: z.number() })).optional(),
});

export type PageMeta = z.output<typeof pageMeta>;

/** The short row of pick-lists. */
export const pickRow = z.object({
  id: z.number().int(),
  name: z.string().optional(),
  title: z.string().optional(),
  status: z.number().int().optional(),
  parent_id: z.number().int().nullable().optional(),
  phone: z.string().nullable().optional(),
  /** The value of an order status, so that clients offer only possible next ones. */
  status_value: z.number().int().optional(),
  not_delivered: z.number().int().optional(),
});
