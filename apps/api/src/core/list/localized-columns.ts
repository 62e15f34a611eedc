import {
  dropArticle,
  foldForSearch,
  LOCALES,
  type Localized,
  parsePhonePart,
  toSearchKey,
} from '@dukkan/commerce';
import type { MISSING_TRANSLATIONS, Resource } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import { getPermissions, hasPermission } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { escapeLike, Prisma } from '../db/database.ts';

export type Texts = { ar: string; en: string; de: string };

/** A stored text in all languages, with '' for missing ones. */
export const toTexts = (storedTexts: unknown): Texts => {
  const { ar, en, de } = (storedTexts ?? {}) as Localized;
  return { ar: ar ?? '', en: en ?? '', de: de ?? '' };
};

const typedWords = (keywords: string | undefined): string[] =>
  foldForSearch(keywords ?? '')
    .split(' ')
    .filter((word) => word !== '');

const containing = (word: string): string => `%${escapeLike(word)}%`;

/** A shorter number is no part of a phone number that somebody looks for. */
const PHONE_PART_MIN = 4;

/**
 * The LIKE pattern of a phone number that is written with separators or a leading zero, because the column holds its
 * digits alone; null for other texts. Rule: docs/rules/wire.md#phone-numbers
 */
function phonePattern(keywords: string | undefined): string | null {
  const digits = parsePhonePart(keywords ?? '')?.replace(/^(\+|0+)/, '') ?? '';
  return digits.length < PHONE_PART_MIN || typedWords(keywords).join() === digits ? null : containing(digits);
}

/**
 * Returns one LIKE pattern for each typed word, without the Arabic article; a row matches when its folded search column
 * matches all of them. Rule: docs/rules/wire.md#search
 */
export const searchPatterns = (keywords: string | undefined): string[] =>
  typedWords(keywords).map((word) => containing(dropArticle(word)));

/**
 * Conditions that match every typed word, in any order, in a folded search column; umlauts may be spelled out. They are
 * separate because a trigram index supports ANY but not ALL of several patterns.
 */
export function keywordConditions(keywords: string | undefined, search: Prisma.Sql): Prisma.Sql[] {
  const words = typedWords(keywords).map(
    (word) =>
      Prisma.sql`${search} LIKE ANY(${[containing(dropArticle(word)), containing(toSearchKey(word))]}::text[])`,
  );
  const phone = phonePattern(keywords);
  return phone === null ? words : [Prisma.sql`((${Prisma.join(words, ' AND ')}) OR ${search} LIKE ${phone})`];
}

/** The same condition for statements over the typed tables; null without words. */
export function matchesKeywords(
  keywords: string | undefined,
  search: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  const words = typedWords(keywords).map(
    (word) =>
      sql`${search} LIKE ANY(${[containing(dropArticle(word)), containing(toSearchKey(word))]}::text[])`,
  );
  if (words.length === 0) return null;
  const phone = phonePattern(keywords);
  const every = sql`(${sql.join(words, sql` AND `)})`;
  return phone === null ? sql<boolean>`${every}` : sql<boolean>`(${every} OR ${search} LIKE ${phone})`;
}

/** SQL for the text in the caller's language or its fallback, folded, so that a list is sorted by what it shows. */
export function localizedSortSql(ctx: Ctx, column: Prisma.Sql): Prisma.Sql {
  const parts = [ctx.locale, ...LOCALES].map((locale) => Prisma.sql`nullif(${column}->>${locale}, '')`);
  return Prisma.sql`fold(coalesce(${Prisma.join(parts)}, '')) COLLATE "C"`;
}

/** SQL for the text in the caller's language or its fallback, for statements over the typed tables; '' without any. */
export function localizedText(
  { locale }: Pick<Ctx, 'locale'>,
  column: RawBuilder<unknown>,
): RawBuilder<string> {
  const parts = [locale, ...LOCALES].map((one) => sql`nullif(${column}->>${sql.lit(one)}, '')`);
  return sql<string>`coalesce(${sql.join(parts)}, '')`;
}

/** SQL for that text folded, so that a list is sorted by what it shows. */
export const localizedSort = (ctx: Ctx, column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`fold(${localizedText(ctx, column)}) COLLATE "C"`;

/** Condition for rows whose text is missing in one language or in any of them. */
export function missingTextSql(
  column: Prisma.Sql,
  language: (typeof MISSING_TRANSLATIONS)[number],
): Prisma.Sql {
  const languages = language === 'any' ? LOCALES : [language];
  const parts = languages.map((locale) => Prisma.sql`coalesce(${column}->>${locale}, '') = ''`);
  return Prisma.sql`(${Prisma.join(parts, ' OR ')})`;
}

/** Sorts by the column, then by id in the same direction, so that no row repeats on the next page. */
export function orderBySql(column: Prisma.Sql, id: Prisma.Sql, sortOrder: 'asc' | 'desc'): Prisma.Sql {
  const direction = sortOrder === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`ORDER BY ${column} ${direction}, ${id} ${direction}`;
}

/** The actions that the caller may take on rows of this resource. */
export const allowedActions = (ctx: Ctx, resource: Resource): ('save' | 'delete')[] =>
  (['save', 'delete'] as const).filter((action) => hasPermission(getPermissions(ctx), { resource, action }));

/** Returns the object without undefined fields, so that absent fields keep their values. */
export const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]: Exclude<T[name], undefined>;
  };

/** Converts texts for a JSON column; undefined leaves the column unchanged. */
export const toJsonColumn = (texts: object | undefined): string | undefined => texts && JSON.stringify(texts);
