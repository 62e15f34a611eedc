import { toLatinDigits } from '../text/fold.ts';

const AMERICAN_EXPRESS = /^3[47]\d{13}$/;

/** True for 15 digits that start with 34 or 37. No card number is ever stored. */
export function isAmexNumber(text: string): boolean {
  return AMERICAN_EXPRESS.test(text);
}

/** The prefixes and lengths of the card schemes' numbers (ISO/IEC 7812). */
const SCHEMES: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  AMERICAN_EXPRESS,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^6(?:011|5\d\d|4[4-9]\d)\d{12}$/,
  /^(?:62|81)\d{14,17}$/,
];
/** The maximum and minimum number of digits of a card number. */
const LONGEST = 19;
const SHORTEST = 13;
/** The printed groups of a number: none, by fours, 4-6-5 and 4-6-4, or 6 and the rest. */
const GROUPS = /^(?:\d+|\d{4}(?: \d{4}){3}(?: \d{1,3})?|\d{4} \d{6} \d{4,5}|\d{6} \d{13})$/;

/** True when the card's check digit is right (Luhn, ISO/IEC 7812-1). */
function hasValidLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const isCardNumber = (groups: string): boolean => {
  const digits = groups.replaceAll(' ', '');
  return GROUPS.test(groups) && SCHEMES.some((scheme) => scheme.test(digits)) && hasValidLuhnDigit(digits);
};

/**
 * True when a text contains a payment card number: alone or among words, in one piece or in printed groups, in digits
 * of any script. Only numbers with a scheme's prefix and the right check digit count, so that phone numbers and
 * references pass.
 */
export function containsCardNumber(text: string): boolean {
  const digitGroups = [...toLatinDigits(text).matchAll(/\d+/g)];
  return digitGroups.some((first, from) => {
    let [groups] = first;
    let end = first.index + groups.length;
    for (let at = from + 1; ; at += 1) {
      const digits = groups.replaceAll(' ', '').length;
      if (digits > LONGEST) return false;
      if (digits >= SHORTEST && isCardNumber(groups)) return true;
      const next = digitGroups[at];
      // the groups of a number are separated by one character
      if (!next || next.index !== end + 1) return false;
      groups += ` ${next[0]}`;
      end = next.index + next[0].length;
    }
  });
}
