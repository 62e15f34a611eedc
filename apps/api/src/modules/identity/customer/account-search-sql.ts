import { parsePhonePart } from '@dukkan/commerce';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Ctx } from '../../../core/ctx.ts';
import { Prisma } from '../../../core/db/database.ts';
import { keywordConditions } from '../../../core/list/keywords.ts';
import { readShopCountry } from '../parse-phone.ts';

/**
 * A query for the ids of accounts that match every typed word; null without words.
 * @param by 'name' for callers who do not see phones and e-mail addresses, and could find them letter by letter
 */
export function accountSearchSql(keywords: string, by: 'name' | 'all' = 'all'): Prisma.Sql | null {
  const holding = keywordConditions(keywords, Prisma.sql`a.search`);
  if (holding.length === 0) return null;
  if (by === 'name') holding.push(...keywordConditions(keywords, Prisma.sql`fold(a.name)`));
  return Prisma.sql`SELECT a.id FROM account a WHERE a.deleted_at IS NULL AND ${Prisma.join(holding, ' AND ')}`;
}

/**
 * Returns the E.164 prefixes for the typed start of a phone number: with or without country code, leading 00 or 0,
 * any digits, dashes and spaces. Empty for other texts.
 */
export async function toPhonePrefixes(ctx: Ctx, keywords: string): Promise<string[]> {
  const typed = parsePhonePart(keywords);
  if (typed === null) return [];
  if (typed.startsWith('+')) return [typed];
  if (typed.startsWith('00')) return [`+${typed.slice(2)}`];
  const { country } = await readShopCountry(ctx);
  const code = isSupportedCountry(country) ? getCountryCallingCode(country) : '974';
  return [`+${typed}`, `+${code}${typed.replace(/^0/, '')}`];
}
