import { parsePhonePart } from '@dukkan/commerce';
import { sql } from 'kysely';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { Ctx } from '../../../core/ctx.ts';
import { tables } from '../../../core/db/tables.ts';
import { hasKeywords, matchesKeywords } from '../../../core/list/keywords.ts';
import { readShopCountry } from '../parse-phone.ts';

/**
 * A query for the ids of accounts that match every typed word; null without words.
 * @param by 'name' for callers who do not see phones and e-mail addresses, and could find them letter by letter
 */
export function selectAccountIds(keywords: string, by: 'name' | 'all' = 'all') {
  if (!hasKeywords(keywords)) return null;
  const query = tables
    .selectFrom('account as a')
    .select('a.id')
    .where('a.deleted_at', 'is', null)
    .where(matchesKeywords(keywords, sql.ref('a.search')));
  return by === 'name' ? query.where(matchesKeywords(keywords, sql`fold(a.name)`)) : query;
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
