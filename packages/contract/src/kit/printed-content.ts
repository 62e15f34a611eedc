import { LOCALES } from '@dukkan/commerce';
import * as z from 'zod';
import { PRINT_PROFILES } from './list.ts';

const texts = z.array(z.string());

/**
 * The content of a printed document with all texts ready, used by the server's PDF and by printing from the browser.
 * Amounts and dates use the shop's time zone and currency.
 */
export const printedContent = z.object({
  /** The shop's default paper. */
  profile: z.enum(PRINT_PROFILES),
  locale: z.enum(LOCALES),
  title: z.string(),
  subject: z.string(),
  shop: z.object({ name: z.string(), contacts: texts, logo_url: z.string().nullable() }),
  facts: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** Smaller text under the value. */
      also: z.string().nullable(),
      /** True for text that reads from left to right in every language. */
      is_code: z.boolean(),
    }),
  ),
  columns: z.array(
    z.object({
      role: z.enum(['code', 'text', 'title', 'quantity', 'before', 'price', 'sum']),
      label: z.string(),
    }),
  ),
  /** One cell per column; `also` is printed under the title. */
  rows: z.array(z.object({ cells: texts, also: z.string().nullable() })),
  sums: z.array(z.object({ label: z.string(), value: z.string(), strong: z.boolean() })),
  /** Tax by rate: the first column is a name, the others are figures. */
  taxes: z.object({ columns: texts, rows: z.array(texts) }).nullable(),
  notes: z.array(z.object({ label: z.string(), text: z.string() })),
  /** A QR code: its rows from top to bottom, `1` for dark modules. */
  qr: z.object({ label: z.string(), rows: texts }).nullable(),
  foot: texts,
});

export type PrintedContent = z.output<typeof printedContent>;
