/** Signs between the groups of a phone number: dashes, spaces, dots and slashes of every kind. */
const BETWEEN = [
  ...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2043\u05be\u301c\u30fc',
  ...' \u00a0\u1680\u2000\u2003\u2009\u200a\u202f\u205f\u3000\t',
  ...'./\u00b7\u2022\u2024\uff0e\u2044\u2215\uff0f',
  ' – ',
  '\u00ad',
  '\u200b',
];
const toFullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const toArabicDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0x630));

/** Every spelling of one phone number, given its country code with the plus and two groups of digits. */
export const listPhoneSpellings = (code: string, first: string, second: string): string[] => [
  ...BETWEEN.map((sign) => [code, first, second].join(sign)),
  `(${code}) ${first}-${second}`,
  `(${code})${first}${second}`,
  `（${code}）${first}${second}`,
  `${code} [${first}] ${second}`,
  toFullWidth(`${code}-${first}-${second}`),
  toArabicDigits(`${code}–${first}–${second}`),
  `tel:${code}–${first}–${second}`,
  `\u202a${code}\u2011${first}\u2011${second}\u202c`,
];
