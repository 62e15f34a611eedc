/** Shortest password (specification 5). */
export const PASSWORD_MIN = 8;

/** Longest password in UTF-8 bytes: bcrypt ignores what comes after (decisions 6, M18, S8). */
export const PASSWORD_MAX_BYTES = 72;

/** Length of a generated password (specification 9). */
export const GENERATED_LENGTH = 16;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGIT = '0123456789';
const SYMBOL = '!@#$%&*()';

/** What a password may lack. */
export type PasswordGap = 'length' | 'digit' | 'lower' | 'upper' | 'symbol';

/** The unmet parts of the password rule, none when it passes (specification 5). Never trims or folds (S8). */
export function unmetPasswordRules(password: string): PasswordGap[] {
  const met: Record<PasswordGap, boolean> = {
    length: password.length >= PASSWORD_MIN,
    digit: /[0-9]/.test(password),
    lower: /[a-z]/.test(password),
    upper: /[A-Z]/.test(password),
    symbol: /[!@#$%&*()]/.test(password),
  };
  return (Object.keys(met) as PasswordGap[]).filter((part) => !met[part]);
}

/** Size of a text in UTF-8, in bytes. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * A password of 16 characters with at least one of each class, shuffled (decisions 6, S15).
 * `randomInt(max)` answers an unbiased integer from 0 to max - 1 from a secure source.
 */
export function generatePassword(randomInt: (max: number) => number): string {
  const draw = (from: string): string => from.charAt(randomInt(from.length));
  const characters = [LOWER, UPPER, DIGIT, SYMBOL].map(draw);
  while (characters.length < GENERATED_LENGTH) characters.push(draw(LOWER + UPPER + DIGIT + SYMBOL));
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const moved = characters[last] ?? '';
    characters[last] = characters[other] ?? '';
    characters[other] = moved;
  }
  return characters.join('');
}
