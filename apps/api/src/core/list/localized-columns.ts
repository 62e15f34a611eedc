import { fold, LOCALES, type Localized } from '@dukkan/commerce';
import type { MISSING_TRANSLATIONS, Resource } from '@dukkan/contract';
import { hasPermission, permissionsOf } from '../access.ts';
import type { Ctx } from '../ctx.ts';
import { escapeLike, Prisma } from '../db/database.ts';

export type Texts = { ar: string; en: string; de: string };

/** A stored text in all languages, '' where nothing is written. */
export const toTexts = (stored: unknown): Texts => {
  const { ar, en, de } = (stored ?? {}) as Localized;
  return { ar: ar ?? '', en: en ?? '', de: de ?? '' };
};

/** Every word of what was typed, in any order, as conditions on a folded search column (decisions 0.1). */
export const keywordConditions = (keywords: string | undefined, search: Prisma.Sql): Prisma.Sql[] =>
  fold(keywords ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => Prisma.sql`${search} LIKE ${`%${escapeLike(word)}%`}`);

/** A text column as this caller reads it, folded: a list sorts by what it shows (decisions 0.1, fallback). */
export function localizedSortSql(ctx: Ctx, column: Prisma.Sql): Prisma.Sql {
  const parts = [ctx.locale, ...LOCALES].map((locale) => Prisma.sql`nullif(${column}->>${locale}, '')`);
  return Prisma.sql`fold(coalesce(${Prisma.join(parts)}, '')) COLLATE "C"`;
}

/** Rows without a text in one language, or in any of them (decisions 10). */
export function lacksText(column: Prisma.Sql, language: (typeof MISSING_TRANSLATIONS)[number]): Prisma.Sql {
  const asked = language === 'any' ? LOCALES : [language];
  const parts = asked.map((locale) => Prisma.sql`coalesce(${column}->>${locale}, '') = ''`);
  return Prisma.sql`(${Prisma.join(parts, ' OR ')})`;
}

/** Ascending or descending, and the same way by id among equals, so that no page repeats a row. */
export function orderBySql(column: Prisma.Sql, id: Prisma.Sql, way: 'asc' | 'desc'): Prisma.Sql {
  const direction = way === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  return Prisma.sql`ORDER BY ${column} ${direction}, ${id} ${direction}`;
}

/** What the caller may do with rows of one resource. */
export const allowedActions = (ctx: Ctx, resource: Resource): ('save' | 'delete')[] =>
  (['save', 'delete'] as const).filter((action) => hasPermission(permissionsOf(ctx), { resource, action }));

/** The fields that were given: an absent one keeps its value (decisions 0.1). */
export const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]: Exclude<T[name], undefined>;
  };
