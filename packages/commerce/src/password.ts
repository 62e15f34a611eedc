/** The shortest password. */
export const PASSWORD_MIN = 8;

/** The longest password in UTF-8 bytes, because bcrypt ignores the rest. */
export const PASSWORD_MAX_BYTES = 72;

/** The length of a generated password. */
export const GENERATED_LENGTH = 16;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGIT = '0123456789';
const SYMBOL = '!@#$%&*()';

/** The parts of the password rule. */
export type UnmetPasswordRule = 'length' | 'digit' | 'lower' | 'upper' | 'symbol';

/** The parts of the password rule that are not met; the password is not trimmed or folded. */
export function listUnmetPasswordRules(password: string): UnmetPasswordRule[] {
  const met: Record<UnmetPasswordRule, boolean> = {
    length: password.length >= PASSWORD_MIN,
    digit: /[0-9]/.test(password),
    lower: /[a-z]/.test(password),
    upper: /[A-Z]/.test(password),
    symbol: /[!@#$%&*()]/.test(password),
  };
  return (Object.keys(met) as UnmetPasswordRule[]).filter((part) => !met[part]);
}

/** The size of a text in UTF-8, in bytes. */
export function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Generates a password of 16 characters with at least one of each class, shuffled. `randomInt(max)` returns an
 * unbiased integer from 0 to max - 1 from a secure source.
 */
export function generatePassword(randomInt: (max: number) => number): string {
  const draw = (from: string): string => from.charAt(randomInt(from.length));
  const characters = [LOWER, UPPER, DIGIT, SYMBOL].map(draw);
  while (characters.length < GENERATED_LENGTH) characters.push(draw(LOWER + UPPER + DIGIT + SYMBOL));
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const otherIndex = randomInt(last + 1);
    const moved = characters[last] ?? '';
    characters[last] = characters[otherIndex] ?? '';
    characters[otherIndex] = moved;
  }
  return characters.join('');
}
