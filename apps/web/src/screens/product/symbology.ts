import { checkDigitFits, isGtin } from '@dukkan/commerce';

/** How a code is drawn as bars. */
export type Symbology = 'ean13' | 'ean8' | 'upca' | 'code128';

const BY_LENGTH: Readonly<Record<number, Symbology>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };

/**
 * The bars that a till expects of a code: those of GS1 where it is such a number with its right check digit, else
 * Code 128, which holds any text. A 14-digit number is a carton's; on a small label it is Code 128 as well.
 */
export const symbologyOf = (code: string): Symbology =>
  (isGtin(code) && checkDigitFits(code) && BY_LENGTH[code.length]) || 'code128';
