import { PRINT_PROFILES } from 'virtual:facts';
import type { Locale } from '@dukkan/commerce';
import type { PrintProfile } from '@dukkan/contract';
import { useState } from 'react';
import { isLocale, useLocale } from '../lib/i18n.ts';
import { readStored, writeStored } from '../lib/store.ts';

type Size = {
  /** Millimetres of the paper, and of what stays white around it. */
  readonly width: number;
  readonly margin: number;
  /** Points of the text, as the PDF has them. */
  readonly text: number;
  /** Pages so tall; a roll is as long as what stands on it. */
  readonly height: number | null;
};

/** The papers of decisions section 9; rolls print 72 and 48 mm of their width. */
export const SIZES: Readonly<Record<PrintProfile, Size>> = {
  a4: { width: 210, margin: 14, text: 9.5, height: 297 },
  a5: { width: 150, margin: 8, text: 8.5, height: 210 },
  '80': { width: 80, margin: 4, text: 8.5, height: null },
  '58': { width: 58, margin: 5, text: 7.5, height: null },
};

/**
 * The rule that sets the printer's paper. A browser takes no length but a number for the height of a roll.
 * @param long of the roll, in millimetres
 */
export const buildPrintPageCss = (profile: PrintProfile, long: number): string => {
  const { width, height, margin } = SIZES[profile];
  return height === null
    ? `@page { size: ${width}mm ${Math.max(width, Math.ceil(long))}mm; margin: 0; }`
    : `@page { size: ${width}mm ${height}mm; margin: ${margin}mm; }`;
};

const KEPT = 'dukkan.paper';

const isProfile = (text: string): text is PrintProfile =>
  (PRINT_PROFILES as readonly string[]).includes(text);

function kept(): { paper: PrintProfile | null; language: Locale | null } {
  const [paper = '', language = ''] = (readStored('local', KEPT) ?? '').split(' ');
  return { paper: isProfile(paper) ? paper : null, language: isLocale(language) ? language : null };
}

/** What invoices are printed on from this device; until that is chosen, the shop's paper and the reader's language. */
export function usePrintChoice() {
  const own = useLocale();
  const [choice, setChoice] = useState(kept);
  const choose = (next: Partial<{ paper: PrintProfile; language: Locale }>) => {
    const all = { ...choice, ...next };
    setChoice(all);
    writeStored('local', KEPT, `${all.paper ?? ''} ${all.language ?? ''}`);
  };
  return { paper: choice.paper, language: choice.language ?? own, choose };
}
