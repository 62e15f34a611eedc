import { hasValidCheckDigit, isGtin } from '@dukkan/commerce';

/** The barcode symbologies. */
export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128';

const BY_LENGTH: Readonly<Record<number, Symbology>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };

/**
 * Returns the symbology for a code: the GS1 one for a number with a valid check digit, else Code 128, which encodes any
 * text. 14-digit numbers belong to cartons; on a small label they use Code 128 too.
 */
export const detectSymbology = (code: string): Symbology =>
  (isGtin(code) && hasValidCheckDigit(code) && BY_LENGTH[code.length]) || 'code128';

const MODULES = { ean13: 95, ean8: 67, upca: 95 };
const QUIET = 20;
/** The thinnest bar in millimetres that label printers can print and scanners can read. */
const BAR_MIN = 0.16;

/** Returns the width of a barcode with its white space, in modules; approximate for Code 128. */
function countModules(code: string): number {
  const symbology = detectSymbology(code);
  if (symbology !== 'code128') return MODULES[symbology] + QUIET;
  // Code 128 encodes two digits in one symbol
  const signs = /^\d+$/.test(code) ? Math.ceil(code.length / 2) : code.length;
  return 35 + 11 * signs + QUIET;
}

/** Returns whether a code's bars would be too thin to scan on a label of this width in millimetres. */
export const isTooNarrowToScan = (code: string, width: number): boolean =>
  width / countModules(code) < BAR_MIN;
