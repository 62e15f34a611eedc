import { randomInt, randomUUID } from 'node:crypto';
import { computeCheckDigit } from '@dukkan/commerce';

/** Returns a word that no other record of the shop has. */
export const unique = (word = ''): string => `${word}${randomUUID().slice(0, 8)}`;

/** Returns an unused EAN-13; numbers that begin with 29 are for a shop's own use. */
export function freshEan(): string {
  const digits = `29${String(randomInt(1e10)).padStart(10, '0')}`;
  return digits + computeCheckDigit(digits);
}
