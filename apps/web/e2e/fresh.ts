import { randomInt, randomUUID } from 'node:crypto';
import { computeCheckDigit } from '@dukkan/commerce';

/** A word that nothing else in the shop is called by. */
export const unique = (word = ''): string => `${word}${randomUUID().slice(0, 8)}`;

/** An EAN-13 that nothing else in the shop has; numbers that begin with 29 are the shop's own. */
export function freshEan(): string {
  const digits = `29${String(randomInt(1e10)).padStart(10, '0')}`;
  return digits + computeCheckDigit(digits);
}
