import { LOCALES } from '@dukkan/commerce';
import {
  type api,
  fail,
  getMailText,
  getNounFacts,
  type Locale,
  MAIL_KEYS,
  MAIL_PLACEHOLDERS,
  type MailKey,
} from '@dukkan/contract';
import type * as z from 'zod';
import { checkVersion, getPermissions, hasPermission } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import { type Ctx, requireAccount } from '../../core/ctx.ts';
import { fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { failField } from '../../core/fail-field.ts';
import { createPrintFormatter } from '../../core/print/print-formatter.ts';
import { incrementCounterInTx } from '../../core/process/rate-counter.ts';
import { loadOrderMailLocale, loadOrderMailPreview } from '../ordering/index.ts';
import {
  canBeSwitchedOff,
  checkMailTexts,
  composeMail,
  getDefaultTexts,
  getEffectiveTexts,
  listTextSources,
  lockMailTemplate,
  type MailTemplate,
  type MailValues,
  queueMail,
  readMailTemplate,
  readSettings,
} from '../setting/index.ts';

// Rule: docs/rules/mails.md

type Endpoints = typeof api.mailTemplate;
type View = z.output<Endpoints['show']['output']>;
type OverviewRow = z.output<Endpoints['overview']['output']>['templates'][number];
type Save = z.output<Endpoints['save']['input']>;
type Preview = z.output<Endpoints['preview']['input']>;

/** Test e-mails per account and hour. */
const TESTS_PER_HOUR = 20;
const HOUR_SECONDS = 3_600;
/** Days for which failed e-mails are counted. */
const FAILED_DAYS = 30;

/** The id of an e-mail in the audit log: its position among the keys. */
const getAuditId = (key: MailKey): number => MAIL_KEYS.indexOf(key) + 1;

type Sent = { readonly last_sent_at: string | null; readonly failed: number };
const NEVER_SENT: Sent = { last_sent_at: null, failed: 0 };

async function readSent(ctx: Ctx): Promise<ReadonlyMap<string, Sent>> {
  const from = new Date(ctx.now.getTime() - FAILED_DAYS * 24 * HOUR_SECONDS * 1_000);
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('message')
      .select(({ fn }) => [
        'template',
        fn.max('sent_at').as('sent_at'),
        fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
      ])
      .where('template', 'is not', null)
      .where('created_at', '>', from)
      .groupBy('template'),
  );
  return new Map(
    rows.map(({ template, sent_at, failed }) => [
      template ?? '',
      { last_sent_at: sent_at?.toISOString() ?? null, failed },
    ]),
  );
}

const overviewRow = (template: MailTemplate, sent: Sent = NEVER_SENT): OverviewRow => ({
  id: getAuditId(template.key),
  key: template.key,
  locales: listTextSources(template),
  status: template.status,
  ...sent,
});

/** Lists all e-mails of the product, with the languages in which the shop has its own text. */
export async function listMailTemplates(ctx: Ctx) {
  const sent = await readSent(ctx);
  const templates = await Promise.all(MAIL_KEYS.map((key) => readMailTemplate(ctx, key)));
  return { templates: templates.map((template) => overviewRow(template, sent.get(template.key))) };
}

const SAMPLE_ORDER = 1043;
const SAMPLE_TOTAL = 48.5;
const SAMPLE_OPEN = 20;

/** Returns sample values for the placeholders, for a preview without an order. */
async function loadSamples(ctx: Ctx, locale: Locale): Promise<MailValues> {
  const { Currency, timezone, info } = (await readSettings(ctx)).settings;
  const format = createPrintFormatter(locale, Currency, timezone);
  const name = getMailText('sample_name', locale);
  const base = ctx.services.env.PUBLIC_URL ?? 'https://shop.example';
  return {
    code: '123456',
    minutes: '5',
    name,
    customer: name,
    time: format.instant(ctx.now),
    date: format.instant(ctx.now),
    order: `#${SAMPLE_ORDER}`,
    order_number: `#${SAMPLE_ORDER}`,
    supplier: getMailText('sample_supplier', locale),
    status: getMailText('sample_status', locale),
    items: getMailText('sample_items', locale),
    total: format.money(SAMPLE_TOTAL),
    open: format.money(SAMPLE_OPEN),
    value: format.money(SAMPLE_OPEN),
    refund: format.money(SAMPLE_OPEN),
    pay_link: `${base.replace(/\/$/, '')}/pay/sample`,
    phone: info.phone,
  };
}

async function toTemplateView(ctx: Ctx, template: MailTemplate): Promise<View> {
  const [sent, samples, { settings }] = await Promise.all([
    readSent(ctx),
    loadSamples(ctx, ctx.locale),
    readSettings(ctx),
  ]);
  const { key, version, subject, body } = template;
  const [ar, en, de] = LOCALES.map((locale) => getDefaultTexts(key, locale));
  const shop = settings.AppName[ctx.locale] || settings.AppName.en;
  const may = hasPermission(getPermissions(ctx), { resource: 'settings', action: 'save' });
  return {
    ...overviewRow(template, sent.get(key)),
    version,
    subject,
    body,
    default_texts: { ar, en, de } as View['default_texts'],
    can_be_off: canBeSwitchedOff(key),
    placeholders: MAIL_PLACEHOLDERS[key].map((placeholder) => ({
      ...placeholder,
      sample: placeholder.name === 'shop' ? shop : (samples[placeholder.name] ?? ''),
    })),
    actions: may ? ['save', 'reset', 'test'] : [],
  };
}

/** Returns an e-mail with its own and default texts. */
export async function showMailTemplate(ctx: Ctx, { key }: { readonly key: MailKey }): Promise<View> {
  return toTemplateView(ctx, await readMailTemplate(ctx, key));
}

const auditView = ({ subject, status, body }: MailTemplate) => ({
  subject,
  status,
  // the log stores only whose text is used, because long texts could never be deleted from it
  locales: listTextSources({ subject, body }),
});

async function storeTemplate(ctx: Ctx, before: MailTemplate, after: MailTemplate): Promise<View> {
  const version = before.version + 1;
  const isSwitchedOn = after.status === 1 && before.status !== 1;
  const sent_since = isSwitchedOn ? ctx.now : before.sent_since;
  await runStatement(
    ctx,
    tables
      .updateTable('mail_template')
      .set({
        subject: JSON.stringify(after.subject),
        body: JSON.stringify(after.body),
        status: after.status,
        sent_since,
        version,
        updated_at: ctx.now,
      })
      .where('key', '=', after.key),
  );
  await recordAudit(ctx, {
    noun: 'mail-template',
    id: getAuditId(after.key),
    action: 'save',
    before: auditView(before),
    after: auditView(after),
    version,
  });
  return toTemplateView(ctx, { ...after, sent_since, version });
}

/**
 * Changes the texts of an e-mail, or whether it is sent.
 * @throws record.stale, mail_template.unknown_placeholder, mail_template.placeholder_needed
 */
export async function saveMailTemplate(ctx: Ctx, input: Save): Promise<View> {
  const { key } = input;
  for (const locale of LOCALES) {
    const texts = { subject: input.subject?.[locale] ?? '', body: input.body?.[locale] ?? '' };
    checkMailTexts(key, texts, (part) => `${part}.${locale}`);
  }
  if (input.status === 0 && !canBeSwitchedOff(key)) failField('status', 'one_of', { values: '1' });
  return ctx.tx(async (ctx) => {
    const before = await lockMailTemplate(ctx, key);
    checkVersion(before.version, input.version);
    const { subject = before.subject, body = before.body, status = before.status } = input;
    return storeTemplate(ctx, before, { ...before, subject, body, status });
  });
}

/** Deletes the shop's own texts of an e-mail. @throws record.stale */
export async function resetMailTemplate(
  ctx: Ctx,
  { key, version }: { readonly key: MailKey; readonly version?: number | undefined },
): Promise<View> {
  return ctx.tx(async (ctx) => {
    const before = await lockMailTemplate(ctx, key);
    checkVersion(before.version, version);
    const none = { ar: '', en: '', de: '' };
    return storeTemplate(ctx, before, { ...before, subject: none, body: none });
  });
}

const isAboutOrder = (key: MailKey): boolean => MAIL_PLACEHOLDERS[key].some(({ name }) => name === 'order');

/** Loads the values of an order that the caller may see. @throws record.missing */
async function loadOrderValues(
  ctx: Ctx,
  key: MailKey,
  order_id: number,
  locale: Locale,
): Promise<MailValues> {
  const { permission } = getNounFacts('order');
  const may = isAboutOrder(key) && permission !== null && hasPermission(getPermissions(ctx), permission);
  const values = may ? await loadOrderMailPreview(ctx, key, order_id, locale) : null;
  return values ?? fail('record.missing', undefined, 'order_id');
}

/**
 * Previews an e-mail as it would be sent. A payment link is a sample, because a preview starts no payment.
 * @throws record.missing, mail_template.unknown_placeholder, mail_template.placeholder_needed
 */
export async function previewMail(ctx: Ctx, { key, order_id, subject, body, ...input }: Preview) {
  // an order's e-mail is previewed as its customer gets it
  const locale =
    (order_id === undefined ? null : await loadOrderMailLocale(ctx, order_id)) ?? input.locale ?? ctx.locale;
  checkMailTexts(key, { ...(subject ? { subject } : {}), ...(body ? { body } : {}) }, (part) => part);
  const stored = getEffectiveTexts(await readMailTemplate(ctx, key), locale);
  // texts in another language than the customer's are not what that customer gets
  const isTheirs = input.locale === undefined || input.locale === locale;
  const texts = isTheirs ? { subject: subject ?? stored.subject, body: body ?? stored.body } : stored;
  const samples = await loadSamples(ctx, locale);
  const order = order_id === undefined ? null : await loadOrderValues(ctx, key, order_id, locale);
  const pay_link = order && order.open === '' ? '' : (samples.pay_link ?? '');
  const mail = await composeMail(ctx, { key, locale, texts, values: { ...samples, ...order, pay_link } });
  return { ...mail, locale };
}

/** Sends an e-mail with sample values to the caller's own address. @throws mail_template.no_address, rate.limited */
export async function sendTestMail(
  ctx: Ctx,
  { key, ...input }: z.output<Endpoints['test']['input']>,
): Promise<{ recipient: string }> {
  const locale = input.locale ?? ctx.locale;
  const { id } = requireAccount(ctx);
  return ctx.tx(async (ctx) => {
    const { email } = await ctx.db.account.findUniqueOrThrow({ where: { id }, select: { email: true } });
    if (email === null) return fail('mail_template.no_address');
    const { count, seconds_left } = await incrementCounterInTx(ctx, `mail-test:${id}`, HOUR_SECONDS);
    if (count > TESTS_PER_HOUR) fail('rate.limited', { seconds: seconds_left });
    const values = await loadSamples(ctx, locale);
    await queueMail(ctx, { key, locale, recipient: email, values, isTest: true });
    const after = { recipient: email, locale };
    await recordAudit(ctx, {
      noun: 'mail-template',
      id: getAuditId(key),
      action: 'check',
      before: null,
      after,
    });
    return { recipient: email };
  });
}
