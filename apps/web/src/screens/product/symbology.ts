import { hasValidCheckDigit, isGtin } from '@dukkan/commerce';

/** How a code is drawn as bars. */
export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128';

const BY_LENGTH: Readonly<Record<number, Symbology>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };

/**
 * The bars that a till expects of a code: those of GS1 where it is such a number with its right check digit, else
 * Code 128, which holds any text. A 14-digit number is a carton's; on a small label it is Code 128 as well.
 */
export const detectSymbology = (code: string): Symbology =>
  (isGtin(code) && hasValidCheckDigit(code) && BY_LENGTH[code.length]) || 'code128';

const MODULES = { ean13: 95, ean8: 67, upca: 95 };
const QUIET = 20;
/** Millimetres of the thinnest bar that label printers and scanners still agree on. */
const BAR_MIN = 0.16;

/** Bars of a code and the white beside them, counted in thinnest bars; of Code 128 about. */
function modulesOf(code: string): number {
  const symbology = detectSymbology(code);
  if (symbology !== 'code128') return MODULES[symbology] + QUIET;
  // two digits share a sign
  const signs = /^\d+$/.test(code) ? Math.ceil(code.length / 2) : code.length;
  return 35 + 11 * signs + QUIET;
}

/** Whether the bars of a code would be too thin to be scanned on a label of this width in millimetres. */
export const isTooNarrowToScan = (code: string, width: number): boolean => width / modulesOf(code) < BAR_MIN;
