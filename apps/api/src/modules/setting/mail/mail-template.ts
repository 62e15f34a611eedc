import { LOCALES } from '@dukkan/commerce';
import { fail, getMailText, type Locale, MAIL_PLACEHOLDERS, type MailKey } from '@dukkan/contract';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, runStatement, tables } from '../../../core/db/tables.ts';

/** Subject and text of an e-mail with their placeholders. */
export type MailTexts = { readonly subject: string; readonly body: string };

type TextsByLocale = Readonly<Record<Locale, string>>;

/** An e-mail with the shop's own texts; '' where the product's default text is used. */
export type MailTemplate = {
  readonly key: MailKey;
  readonly subject: TextsByLocale;
  readonly body: TextsByLocale;
  readonly status: number;
  readonly sent_since: Date | null;
  readonly version: number;
};

const stored = tables
  .selectFrom('mail_template')
  .select(['key', 'subject', 'body', 'status', 'sent_since', 'version']);
type Row = Awaited<ReturnType<typeof stored.executeTakeFirstOrThrow>>;

/**
 * Sign-in codes are always sent, because nobody could sign in without them, and so are orders, because somebody presses a
 * button for each.
 */
export const canBeSwitchedOff = (key: MailKey): boolean => key !== 'otp' && key !== 'purchase_order';

const withAllLocales = (texts: unknown): TextsByLocale => {
  const { ar = '', en = '', de = '' } = (texts ?? {}) as Partial<Record<Locale, string>>;
  return { ar, en, de };
};

const toTemplate = (key: MailKey, row: Row | undefined): MailTemplate => ({
  key,
  subject: withAllLocales(row?.subject),
  body: withAllLocales(row?.body),
  status: canBeSwitchedOff(key) ? (row?.status ?? 0) : 1,
  sent_since: row?.sent_since ?? null,
  version: row?.version ?? 1,
});

/** Reads the shop's e-mail with this key. */
export async function readMailTemplate(ctx: Ctx, key: MailKey): Promise<MailTemplate> {
  return toTemplate(key, await fetchRow(ctx, stored.where('key', '=', key)));
}

/** Reads and locks an e-mail until the transaction ends; one that was never saved is inserted first. */
export async function lockMailTemplate(ctx: Ctx, key: MailKey): Promise<MailTemplate> {
  const first = tables.insertInto('mail_template').values({ key, status: canBeSwitchedOff(key) ? 0 : 1 });
  await runStatement(
    ctx,
    first.onConflict((conflict) => conflict.column('key').doNothing()),
  );
  return toTemplate(key, await fetchRow(ctx, stored.where('key', '=', key).forUpdate()));
}

/** Reads the e-mails of these keys that are switched on. */
export async function readSwitchedOnMails(ctx: Ctx, keys: readonly MailKey[]): Promise<MailTemplate[]> {
  const rows = await fetchRows(ctx, stored.where('key', 'in', [...keys]).where('status', '=', 1));
  return rows.map((row) => toTemplate(row.key as MailKey, row));
}

/** Returns the product's default text of an e-mail. */
export const getDefaultTexts = (key: MailKey, locale: Locale): MailTexts => ({
  subject: getMailText(`${key}_subject`, locale),
  body: getMailText(`${key}_body`, locale),
});

/** Returns the text for a language: the shop's own, or else the default. Rule: docs/rules/mails.md#whose-text-holds */
export function getEffectiveTexts(template: MailTemplate, locale: Locale): MailTexts {
  const defaults = getDefaultTexts(template.key, locale);
  return {
    subject: template.subject[locale] || defaults.subject,
    body: template.body[locale] || defaults.body,
  };
}

/** A placeholder in double braces. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * Placeholders not allowed in a subject: secrets, because subjects are listed in clear text, and values of several
 * lines.
 */
const NOT_IN_SUBJECT: ReadonlySet<string> = new Set(['code', 'lines', 'link']);

/**
 * Finds a brace that belongs to no whole placeholder, with the text around it: half a placeholder would reach the
 * customer as it was typed. A single brace of a sentence stands, unless it touches a pair.
 */
function findBrokenPlaceholder(text: string): string | null {
  const rest = text.replace(/(?<!\{)\{\{[^{}]*\}\}(?!\})/g, (match) => '\0'.repeat(match.length));
  const start = /\{\{|\}\}|\{\0|\0\}/.exec(rest)?.index ?? /\{\s*[a-z_]+\s*\}/.exec(rest)?.index;
  if (start === undefined) return null;
  const line = text.slice(text.lastIndexOf('\n', start) + 1).split('\n')[0] ?? '';
  const at = start - text.lastIndexOf('\n', start) - 1;
  const word =
    line
      .slice(Math.max(0, at - 20), at)
      .split(/\s/)
      .at(-1) ?? '';
  const braces = /^\{+[^{}]{0,60}\}*|^\}+/.exec(line.slice(at, at + 80))?.[0] ?? '{{';
  return `${word}${braces}`.trim().slice(0, 60);
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());

/**
 * Refuses a text with an unknown or half a placeholder, or without a required one.
 * Rule: docs/rules/mails.md#placeholders
 * @param path the field path of a part, such as `body.en`
 * @throws mail_template.unknown_placeholder, mail_template.placeholder_needed
 */
export function checkMailTexts(
  key: MailKey,
  texts: Partial<MailTexts>,
  path: (part: keyof MailTexts) => string,
): void {
  const placeholders = MAIL_PLACEHOLDERS[key];
  for (const part of ['subject', 'body'] as const) {
    const text = texts[part];
    if (!text) continue;
    const allowed = placeholders.filter(({ kind }) => part === 'body' || !NOT_IN_SUBJECT.has(kind));
    const broken = findBrokenPlaceholder(text);
    if (broken !== null) fail('mail_template.unknown_placeholder', { name: broken }, path(part));
    const names = namesIn(text);
    const unknown = names.find((name) => !allowed.some((placeholder) => placeholder.name === name));
    if (unknown !== undefined)
      fail('mail_template.unknown_placeholder', { name: `{{${unknown}}}` }, path(part));
    const missing = placeholders.find(({ name, needed }) => needed && !names.includes(name));
    if (part === 'body' && missing)
      fail('mail_template.placeholder_needed', { name: `{{${missing.name}}}` }, path(part));
  }
}

/** Tells for each language whether the shop's or the default text is used. */
export const listTextSources = ({ subject, body }: Pick<MailTemplate, 'subject' | 'body'>) => {
  const owner = (locale: Locale) =>
    subject[locale] || body[locale] ? ('own' as const) : ('default' as const);
  const [ar, en, de] = LOCALES.map(owner);
  return { ar: ar ?? 'default', en: en ?? 'default', de: de ?? 'default' };
};
