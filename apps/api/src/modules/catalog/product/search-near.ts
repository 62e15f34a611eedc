import { canBeMisspelt, isNearWord, listNearKeys } from '@dukkan/commerce';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike, Prisma } from '../../../core/db/database.ts';
import { fetchRows, tables } from '../../../core/db/tables.ts';
import type { Lookup, Typed, Word } from './search-words.ts';

/** So many words of the shop are compared with what was typed. */
const COMPARED_MAX = 2_000;
/** A typed word is near to at most so many words: a short beginning is near to very many. */
const NEAR_MAX = 300;
/** What a hit costs that has a word in the middle of another, and one that has it with another letter. */
const INSIDE = 1;
const MISSPELT = 10;

const SIGNS = /^[!-/:-@[-`{-~«»،؛؟\u2010-\u201f]+|[!-/:-@[-`{-~«»،؛؟\u2010-\u201f]+$/g;

/** A typed word without signs around it, and its root: either may be near to a word. */
const spellingsOf = ({ folded, key }: Word): string[] =>
  [...new Set([folded, key].map((word) => word.replace(SIGNS, '')))].filter(canBeMisspelt);

/**
 * The same lookup with words of titles that differ by one letter from typed words of five letters and more; null where
 * there is none. Rule: docs/rules/wire.md#search
 */
export async function lookUpNearWords(
  ctx: Ctx,
  words: readonly Word[],
  found: Lookup,
): Promise<Lookup | null> {
  // a word that stands in too many words to name them is no mistake
  const typed = words
    .filter(({ folded }) => found.spellings.get(folded) !== null)
    .map((word) => ({ folded: word.folded, spellings: spellingsOf(word) }))
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

/** The typed words as a table, for `closenessSql`. @param all the words with those that are near, where they count */
export function typedWordsSql({ words }: Typed, exact: Lookup, all: Lookup): Prisma.Sql {
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
  return Prisma.sql`WITH typed AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS w(starts text[], spellings text[], every text[], pattern text))`;
}

/**
 * Sorts products `p` by how close they are to the words of `typedWordsSql`, the closest first: words that are spelled so
 * before misspelt ones, titles of the caller's language before others, and short titles before long ones.
 */
export const closenessSql = ({ locale }: Ctx): Prisma.Sql => Prisma.sql`
  (SELECT coalesce(sum(CASE WHEN w.every IS NULL OR string_to_array(p.search, ' ') && w.starts THEN 0
     WHEN string_to_array(p.search, ' ') && w.spellings THEN ${INSIDE}::int ELSE ${MISSPELT}::int END), 0) FROM typed w),
  (SELECT min(CASE WHEN t.locale = ${locale} THEN 0 ELSE 1000 END + length(t.title))
     FROM (VALUES ('ar', p.sort_ar), ('en', p.sort_en), ('de', p.sort_de)) AS t(locale, title)
    WHERE NOT EXISTS (SELECT 1 FROM typed w WHERE NOT
      CASE WHEN w.every IS NULL THEN t.title LIKE w.pattern ELSE string_to_array(t.title, ' ') && w.every END)) NULLS LAST`;
