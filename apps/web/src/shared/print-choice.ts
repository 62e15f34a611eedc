import { PRINT_PROFILES } from 'virtual:facts';
import type { Locale } from '@dukkan/commerce';
import type { PrintProfile } from '@dukkan/contract';
import { useState } from 'react';
import { isLocale, useLocale } from '../lib/i18n.ts';
import { readStored, writeStored } from '../lib/store.ts';

type Size = {
  /** The paper's width and its margin, in millimetres. */
  readonly width: number;
  readonly margin: number;
  /** The font size in points, the same as in the PDF. */
  readonly text: number;
  /** The height of a page in millimetres; null for a roll, which is as long as its content. */
  readonly height: number | null;
};

/** The paper sizes; rolls print on 72 and 48 mm of their width. */
export const SIZES: Readonly<Record<PrintProfile, Size>> = {
  a4: { width: 210, margin: 14, text: 9.5, height: 297 },
  a5: { width: 150, margin: 8, text: 8.5, height: 210 },
  '80': { width: 80, margin: 4, text: 8.5, height: null },
  '58': { width: 58, margin: 5, text: 7.5, height: null },
};

/**
 * Returns the CSS rule that sets the printer's paper size. The browser has no automatic height for a roll, so it needs
 * a number.
 * @param long the length of the roll in millimetres
 */
export const buildPrintPageCss = (profile: PrintProfile, long: number): string => {
  const { width, height, margin } = SIZES[profile];
  return height === null
    ? `@page { size: ${width}mm ${Math.max(width, Math.ceil(long))}mm; margin: 0; }`
    : `@page { size: ${width}mm ${height}mm; margin: ${margin}mm; }`;
};

const CHOICE_STORAGE_KEY = 'dukkan.paper';

const isProfile = (text: string): text is PrintProfile =>
  (PRINT_PROFILES as readonly string[]).includes(text);

function loadChoice(): { paper: PrintProfile | null; language: Locale | null } {
  const [paper = '', language = ''] = (readStored('local', CHOICE_STORAGE_KEY) ?? '').split(' ');
  return { paper: isProfile(paper) ? paper : null, language: isLocale(language) ? language : null };
}

/**
 * Returns the paper and language of printed documents, stored on this device; by default the shop's paper and the
 * user's language.
 */
export function usePrintChoice() {
  const own = useLocale();
  const [choice, setChoice] = useState(loadChoice);
  const choose = (next: Partial<{ paper: PrintProfile; language: Locale }>) => {
    const all = { ...choice, ...next };
    setChoice(all);
    writeStored('local', CHOICE_STORAGE_KEY, `${all.paper ?? ''} ${all.language ?? ''}`);
  };
  return { paper: choice.paper, language: choice.language ?? own, choose };
}
