import { LOCALES, type Localized } from '@dukkan/commerce';
import type { MISSING_TRANSLATIONS, Resource } from '@dukkan/contract';
import { type RawBuilder, sql } from 'kysely';
import { getPermissions, hasPermission } from '../access.ts';
import type { Ctx } from '../ctx.ts';

export type Texts = { ar: string; en: string; de: string };

/** A stored text in all languages, with '' for missing ones. */
export const toTexts = (storedTexts: unknown): Texts => {
  const { ar, en, de } = (storedTexts ?? {}) as Localized;
  return { ar: ar ?? '', en: en ?? '', de: de ?? '' };
};

/** SQL for the text in the caller's language or its fallback; '' without any. */
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
export function isTextMissing(
  column: RawBuilder<unknown>,
  language: (typeof MISSING_TRANSLATIONS)[number],
): RawBuilder<boolean> {
  const languages = language === 'any' ? LOCALES : [language];
  const parts = languages.map((locale) => sql`coalesce(${column}->>${sql.lit(locale)}, '') = ''`);
  return sql<boolean>`(${sql.join(parts, sql` OR `)})`;
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

/** Returns the value of a JSON column with the type that this product writes into it. */
export const readJsonColumn = <T>(value: unknown): T => value as T;
