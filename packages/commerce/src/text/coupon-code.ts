import { toLatinDigits } from './fold.ts';
import { dropInvisible } from './invisible.ts';

/**
 * The form in which a coupon's code is stored and compared: in capitals, with Latin digits, without full-width forms,
 * invisible signs and spaces around it. The SQL function `coupon_code_key(text)` does the same; change both together.
 * Rule: docs/rules/offers.md#coupon-codes
 */
export const foldCouponCode = (code: string): string =>
  // capitals may be composed otherwise than the letters they came from
  dropInvisible(toLatinDigits(code.normalize('NFKC')).toUpperCase().normalize('NFKC'));
