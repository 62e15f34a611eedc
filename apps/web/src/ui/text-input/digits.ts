const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Converts Arabic-Indic and Persian digits to Latin; other characters stay. */
export const toLatinDigits = (text: string): string =>
  text.replace(easternDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
