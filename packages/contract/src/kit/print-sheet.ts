import { LOCALES } from '@dukkan/commerce';
import * as z from 'zod';
import { PRINT_PROFILES } from './list.ts';

const texts = z.array(z.string());

/**
 * A document as it stands on paper, every text ready: what the server prints as a PDF and a browser prints itself, so
 * that both say the same (decisions section 9). Amounts and dates are written in the shop's zone and currency.
 */
export const printSheet = z.object({
  /** The paper that the shop prints on where nothing else is chosen. */
  profile: z.enum(PRINT_PROFILES),
  locale: z.enum(LOCALES),
  title: z.string(),
  subject: z.string(),
  shop: z.object({ name: z.string(), contacts: texts, logo_url: z.string().nullable() }),
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** Under the value, quieter. */
      also: z.string().nullable(),
      /** Read from the left in every language. */
      is_code: z.boolean(),
    }),
  ),
  columns: z.array(
    z.object({
      role: z.enum(['code', 'title', 'quantity', 'before', 'price', 'sum']),
      label: z.string(),
    }),
  ),
  /** One cell for each column; `also` stands under the title. */
  rows: z.array(z.object({ cells: texts, also: z.string().nullable() })),
  sums: z.array(z.object({ label: z.string(), value: z.string(), strong: z.boolean() })),
  /** Tax by rate: the first column is a name, the others are figures. */
  taxes: z.object({ columns: texts, rows: z.array(texts) }).nullable(),
  notes: z.array(z.object({ label: z.string(), text: z.string() })),
  foot: texts,
});

export type PrintSheet = z.output<typeof printSheet>;
