import type { PrintedContent } from '@dukkan/contract';
import type { PrintDocument } from './print-document.ts';
import { encodeQrCode } from './qr-code.ts';

const toRows = (text: string): string[] =>
  encodeQrCode(text).map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));

/** Returns the document for printing from the browser, with the same content as the PDF. */
export function toPrintedContentForBrowser(document: PrintDocument, logo_url: string | null): PrintedContent {
  const { locale, profile = 'a5', title, subject, shop, lines, taxes } = document;
  return {
    profile,
    locale,
    title,
    subject,
    shop: { name: shop.name, contacts: [...shop.contacts], logo_url },
    facts: document.facts.map(({ label, value, also = null, isCode = false }) => ({
      label,
      value,
      also,
      is_code: isCode,
    })),
    columns: lines.columns.map(({ role, label }) => ({ role, label })),
    rows: lines.rows.map(({ cells, also = null }) => ({ cells: [...cells], also })),
    sums: document.sums.map(({ label, value, strong = false }) => ({ label, value, strong })),
    taxes: taxes ? { columns: [...taxes.columns], rows: taxes.rows.map((row) => [...row]) } : null,
    notes: document.notes.map(({ label, text }) => ({ label, text })),
    qr: document.qr ? { label: document.qr.label, rows: toRows(document.qr.text) } : null,
    foot: [...document.foot],
  };
}
