import { toLatinDigits } from '@dukkan/commerce';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma } from '../../core/db/database.ts';
import { keywordConditions } from '../../core/list/localized-columns.ts';
import { readShopCountry } from './parse-phone.ts';

/** Words beyond these would only narrow what is found. */
const WORDS_MAX = 8;

/** Ids of the accounts that hold every word of what was typed, as a query; null where no word was. */
export function accountSearchSql(keywords: string): Prisma.Sql | null {
  const holding = keywordConditions(keywords, Prisma.sql`a.search`).slice(0, WORDS_MAX);
  if (holding.length === 0) return null;
  return Prisma.sql`SELECT a.id FROM account a WHERE a.deleted_at IS NULL AND ${Prisma.join(holding, ' AND ')}`;
}

/**
 * What E.164 numbers start with when somebody types the start of a phone number: with or without the country's code, a
 * leading 00 or 0, Arabic digits, spaces (decisions 0.1). Empty where it is no part of a number.
 */
export async function toPhonePrefixes(ctx: Ctx, keywords: string): Promise<string[]> {
  const typed = toLatinDigits(keywords).replace(/[\s()./-]/g, '');
  if (!/^\+?\d{3,15}$/.test(typed)) return [];
  if (typed.startsWith('+')) return [typed];
  if (typed.startsWith('00')) return [`+${typed.slice(2)}`];
  const { country } = await readShopCountry(ctx);
  const code = isSupportedCountry(country) ? getCountryCallingCode(country) : '974';
  return [`+${typed}`, `+${code}${typed.replace(/^0/, '')}`];
}
