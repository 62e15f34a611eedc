const easternDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Arabic-Indic and Persian digits as Latin ones; every other sign stays as it is. */
export const latinDigits = (text: string): string =>
  text.replace(easternDigits, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
