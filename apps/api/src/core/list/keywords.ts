import { listTypedWords, parsePhonePart } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import { escapeLike } from '../db/database.ts';

const toLikePattern = (text: string): string => `%${escapeLike(text)}%`;

/** A shorter number is no part of a phone number that somebody looks for. */
const PHONE_PART_MIN = 4;

/**
 * The LIKE pattern of a phone number that is written with separators or a leading zero, because the column holds its
 * digits alone; null for other texts. Rule: docs/rules/wire.md#phone-numbers
 */
function phonePattern(keywords: string, words: readonly (readonly string[])[]): string | null {
  const digits = parsePhonePart(keywords)?.replace(/^(\+|0+)/, '') ?? '';
  return digits.length < PHONE_PART_MIN || words.join(' ') === digits ? null : toLikePattern(digits);
}

function buildCondition(
  keywords: string,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> | null {
  const words = listTypedWords(keywords);
  if (words.length === 0) return null;
  const inOne = (condition: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${sql.join(columns.map(condition), sql` OR `)})`;
  const each = words.map((forms) =>
    inOne((column) => sql`${column} LIKE ANY(${forms.map(toLikePattern)}::text[])`),
  );
  const every = sql<boolean>`(${sql.join(each, sql` AND `)})`;
  const phone = phonePattern(keywords, words);
  return phone === null
    ? every
    : sql<boolean>`(${every} OR ${inOne((column) => sql`${column} LIKE ${phone}`)})`;
}

/** True when something to look for was typed. */
export const hasKeywords = (keywords: string | undefined): boolean =>
  listTypedWords(keywords ?? '').length > 0;

/**
 * Condition for rows that have every typed word, in any order and each in one of these folded columns; all rows without
 * words. A word is compared in all its forms by ANY, which a trigram index supports. Rule: docs/rules/wire.md#search
 */
export const matchesKeywords = (
  keywords: string | undefined,
  ...columns: readonly RawBuilder<unknown>[]
): RawBuilder<boolean> => buildCondition(keywords ?? '', columns) ?? sql<boolean>`TRUE`;
