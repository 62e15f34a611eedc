import { toLatinDigits } from './fold.ts';
import { dropLinkScheme } from './invisible.ts';

/** Full-width forms of the ASCII characters, as an East Asian keyboard types them. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Every sign that is written for a sign of a phone number. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Pd}\u00af\u02c9\u02d7\u2043\u207b\u208b\u2212\u2796\u30fc\uff70]/gu, '-'],
  [/[\u207a\u208a\u2795\ufb29\ufe62]/g, '+'],
  [/[\u00b7\u06d4\u2022\u2024\u2027\u2219\u22c5\u3002\u30fb\ufe52\uff61\uff65]/g, '.'],
  [/[\\\u2044\u2215\u29f8\u29f5]/g, '/'],
  [/[[{\u207d\u208d\u3010\ufd3f\ufe59]/g, '('],
  [/[\]}\u207e\u208e\u3011\ufd3e\ufe5a]/g, ')'],
  [/\s/g, ' '],
];
const SEPARATORS = /[ ()./-]/g;

/**
 * A phone number as typed, with Latin digits and with one sign for every dash, space, dot, slash and bracket.
 * Rule: docs/rules/wire.md#phone-numbers
 */
export function normalizePhoneText(text: string): string {
  const narrow = text.replace(FULL_WIDTH, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
  return SIGNS.reduce(
    (typed, [spellings, sign]) => typed.replace(spellings, sign),
    toLatinDigits(dropLinkScheme(narrow)),
  ).trim();
}

/** A phone number as typed without its dashes, spaces, dots, slashes and brackets; a plus stays. */
export const toCompactPhone = (text: string): string => normalizePhoneText(text).replace(SEPARATORS, '');

/** The digits, with the plus if there is one, of a text that may be a phone number or a part of one; else null. */
export function parsePhonePart(text: string): string | null {
  const compact = toCompactPhone(text);
  return /^\+?\d{3,15}$/.test(compact) ? compact : null;
}
