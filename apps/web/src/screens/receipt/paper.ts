import type { Locale } from '@dukkan/commerce';
import type { PrintProfile } from '@dukkan/contract';
import { useState } from 'react';
import { isLocale, useLocale } from '../../lib/i18n.ts';
import { readStored, writeStored } from '../../lib/store.ts';

/** The papers of the invoice: its own width (specification section 1) and the office's. */
export const PAPERS = ['narrow', 'a4'] as const;
export type Paper = (typeof PAPERS)[number];

/** What the printer is told, and how wide the sheet is drawn, in millimetres. */
export const PAPER_SIZES: Readonly<Record<Paper, { page: string; width: number; margin: number }>> = {
  narrow: { page: '150mm 210mm', width: 150, margin: 8 },
  a4: { page: 'A4', width: 210, margin: 14 },
};

/** What the server calls the paper, for a PDF. */
export const PROFILES: Readonly<Record<Paper, PrintProfile>> = { narrow: 'a5', a4: 'a4' };

/** The rule that sets the printer's paper. */
export const pageRule = (paper: Paper): string =>
  `@page { size: ${PAPER_SIZES[paper].page}; margin: ${PAPER_SIZES[paper].margin}mm; }`;

const KEPT = 'dukkan.invoice';

function kept(): { paper: Paper; language: Locale | null } {
  const [paper, language = ''] = (readStored('local', KEPT) ?? '').split(' ');
  return { paper: paper === 'a4' ? 'a4' : 'narrow', language: isLocale(language) ? language : null };
}

/** How invoices are printed on this device, until it is chosen otherwise. */
export function usePaper() {
  const own = useLocale();
  const [choice, setChoice] = useState(kept);
  const choose = (next: Partial<{ paper: Paper; language: Locale }>) => {
    const all = { ...choice, ...next };
    setChoice(all);
    writeStored('local', KEPT, `${all.paper} ${all.language ?? ''}`);
  };
  return { paper: choice.paper, language: choice.language ?? own, choose };
}
