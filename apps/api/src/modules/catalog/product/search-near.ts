import { canBeMisspelt, isNearWord, listNearKeys } from '@dukkan/commerce';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import type { KeywordLookup, TypedKeywords, TypedWord } from './search-words.ts';

/** Maximum number of title words compared with a typed word. */
const COMPARED_MAX = 2_000;
/** Maximum number of similar words per typed word, because a short one is similar to very many. */
const NEAR_MAX = 300;
/** Ranking penalty of a match inside a word, and of a misspelled match. */
const INSIDE = 1;
const MISSPELT = 10;

const SIGNS = /^[!-/:-@[-`{-~«»،؛؟\u2010-\u201f]+|[!-/:-@[-`{-~«»،؛؟\u2010-\u201f]+$/g;

/** Returns a typed word without punctuation, and its root; either may be similar to a title word. */
const listSpellings = ({ folded, key }: TypedWord): string[] =>
  [...new Set([folded, key].map((word) => word.replace(SIGNS, '')))].filter(canBeMisspelt);

/**
 * Adds title words that differ in one letter from typed words of at least five letters; null when there are none.
 * Rule: docs/rules/wire.md#search
 */
export async function lookUpNearWords(
  ctx: Ctx,
  words: readonly TypedWord[],
  found: KeywordLookup,
): Promise<KeywordLookup | null> {
  // a word that is part of too many title words to list is not misspelled
  const typed = words
    .filter(({ folded }) => found.spellings.get(folded) !== null)
    .map((word) => ({ folded: word.folded, spellings: listSpellings(word) }))
    .filter(({ spellings }) => spellings.length > 0);
  if (typed.length === 0) return null;
  const keys = [...new Set(typed.flatMap(({ spellings }) => spellings.flatMap(listNearKeys)))];
  const known = await fetchRows(
    ctx,
    tables
      .selectFrom('product_word')
      .select(['word', 'forms'])
      .where(sql<boolean>`search_near_keys_of_forms(forms) && ${keys}::text[]`)
      .limit(COMPARED_MAX),
  );
  const forms = known.map(({ word, forms }) => ({ word, parts: (forms ?? word).split(' ') }));
  const spellings = new Map(found.spellings);
  for (const { folded, spellings: written } of typed) {
    const exact = spellings.get(folded) ?? [];
    const near = forms
      .filter(({ parts }) => parts.some((part) => written.some((one) => isNearWord(one, part))))
      .map(({ word }) => word)
      .filter((word) => !exact.includes(word));
    if (near.length > 0) spellings.set(folded, [...exact, ...near.slice(0, NEAR_MAX)]);
  }
  const isWider = typed.some(({ folded }) => spellings.get(folded) !== found.spellings.get(folded));
  return isWider ? { ...found, spellings } : null;
}

/**
 * SQL for the typed words as a table, for `searchClosenessSortSql`. @param all the lookup including similar words, if they are
 * used
 */
export function typedWordsSql(
  { words }: TypedKeywords,
  exact: KeywordLookup,
  all: KeywordLookup,
): RawBuilder<unknown> {
  const rows = words.map(({ folded, key }) => {
    const spellings = exact.spellings.get(folded) ?? [];
    const starts = spellings.filter((word) => word.startsWith(folded) || word.startsWith(key));
    return {
      starts,
      spellings,
      every: all.spellings.get(folded) ?? null,
      pattern: `%${escapeLike(folded)}%`,
    };
  });
  return sql`WITH typed AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS w(starts text[], spellings text[], every text[], pattern text))`;
}

/**
 * Sort expressions for products `p` by closeness to the words of `typedWordsSql`: exact before misspelled words, titles
 * in the caller's language before others, short titles before long ones.
 */
export const searchClosenessSortSql = ({ locale }: Ctx): RawBuilder<unknown> => sql`
  (SELECT coalesce(sum(CASE WHEN w.every IS NULL OR string_to_array(p.search, ' ') && w.starts THEN 0
     WHEN string_to_array(p.search, ' ') && w.spellings THEN ${INSIDE}::int ELSE ${MISSPELT}::int END), 0) FROM typed w),
  (SELECT min(CASE WHEN t.locale = ${locale} THEN 0 ELSE 1000 END + length(t.title))
     FROM (VALUES ('ar', p.sort_ar), ('en', p.sort_en), ('de', p.sort_de)) AS t(locale, title)
    WHERE NOT EXISTS (SELECT 1 FROM typed w WHERE NOT
      CASE WHEN w.every IS NULL THEN t.title LIKE w.pattern ELSE string_to_array(t.title, ' ') && w.every END)) NULLS LAST`;
