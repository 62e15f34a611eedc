import { LOCALES } from '@dukkan/commerce';
import * as z from 'zod';
import { defineCommand, save, show } from '../kit/endpoint.ts';
import * as rules from '../kit/rules.ts';
import { id, localized, localizedOutput, text, zeroOrOne } from '../kit/scalars.ts';

/** The e-mails that the product sends. Rule: docs/rules/mails.md#which-there-are */
export const MAIL_KEYS = [
  'otp',
  'password',
  'order_made',
  'order_status',
  'return',
  'purchase_order',
] as const;
export type MailKey = (typeof MAIL_KEYS)[number];

/** The kind of a placeholder: text, one-time code, amount, several lines, or link. */
export const PLACEHOLDER_KINDS = ['text', 'code', 'money', 'lines', 'link'] as const;

export type MailPlaceholder = {
  readonly name: string;
  readonly kind: (typeof PLACEHOLDER_KINDS)[number];
  /** True when it may be empty; a line that becomes empty is left out. */
  readonly may_be_empty: boolean;
  /** True when the text makes no sense without it. */
  readonly needed: boolean;
};

const createPlaceholder = (
  name: string,
  kind: MailPlaceholder['kind'] = 'text',
  { may_be_empty = false, needed = false } = {},
): MailPlaceholder => ({ name, kind, may_be_empty, needed });

const maybe = { may_be_empty: true };
const shop = [createPlaceholder('shop'), createPlaceholder('phone', 'text', maybe)];
const order = [createPlaceholder('customer', 'text', maybe), createPlaceholder('order')];
const payment = [
  createPlaceholder('total', 'money'),
  createPlaceholder('open', 'money', maybe),
  createPlaceholder('pay_link', 'link', maybe),
];

/** The placeholders allowed in each e-mail. Rule: docs/rules/mails.md#placeholders */
export const MAIL_PLACEHOLDERS: Readonly<Record<MailKey, readonly MailPlaceholder[]>> = {
  otp: [createPlaceholder('code', 'code', { needed: true }), createPlaceholder('minutes'), ...shop],
  password: [createPlaceholder('name'), createPlaceholder('time'), ...shop],
  order_made: [...order, createPlaceholder('date'), createPlaceholder('items', 'lines'), ...payment, ...shop],
  order_status: [
    ...order,
    createPlaceholder('status'),
    createPlaceholder('date'),
    createPlaceholder('items', 'lines'),
    ...payment,
    ...shop,
  ],
  return: [
    ...order,
    createPlaceholder('items', 'lines'),
    createPlaceholder('value', 'money'),
    createPlaceholder('refund', 'money', maybe),
    ...shop,
  ],
  purchase_order: [
    createPlaceholder('supplier'),
    createPlaceholder('order_number'),
    createPlaceholder('items', 'lines', { needed: true }),
    ...shop,
  ],
};

/** Maximum length of an e-mail's subject and text. */
export const MAIL_SUBJECT_MAX = 200;
export const MAIL_BODY_MAX = 5_000;

// a line break would start another header of the e-mail
const subject = text(MAIL_SUBJECT_MAX).check(
  rules.rule('single_line', (value) => !/[\n\r\v\f\u0085\u2028\u2029]/.test(value)),
);
const body = text(MAIL_BODY_MAX);
const key = z.enum(MAIL_KEYS);
const mailTexts = z.object({ subject: z.string(), body: z.string() });

const overviewRow = z.object({
  id: z.number().int(),
  key,
  /** Tells for each language whether the text is the shop's own. */
  locales: z.object({
    ar: z.enum(['own', 'default']),
    en: z.enum(['own', 'default']),
    de: z.enum(['own', 'default']),
  }),
  status: z.number().int(),
  last_sent_at: z.string().nullable(),
  /** Number of e-mails of this kind that could not be sent. */
  failed: z.number().int(),
});

const template = overviewRow.extend({
  version: z.number().int(),
  /** The shop's own texts; '' where the default is used. */
  subject: localizedOutput,
  body: localizedOutput,
  default_texts: z.object({ ar: mailTexts, en: mailTexts, de: mailTexts }),
  /** True when it can be switched off; e-mails with codes cannot. */
  can_be_off: z.boolean(),
  placeholders: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(PLACEHOLDER_KINDS),
      may_be_empty: z.boolean(),
      needed: z.boolean(),
      sample: z.string(),
    }),
  ),
  actions: z.array(z.enum(['save', 'reset', 'test'])),
});

const view = { resource: 'settings', action: 'view' } as const;
const change = { resource: 'settings', action: 'save' } as const;

/** The texts of the product's e-mails. */
export const mailTemplate = {
  overview: show({
    path: '/admin/mail-templates',
    summary:
      'Every e-mail of the product: whose text it has in each language, whether it is sent, and when it was',
    audience: 'staff',
    permission: view,
    input: {},
    output: z.object({ templates: z.array(overviewRow) }),
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/mail-templates/show/{key}',
    summary: 'One e-mail: its own and default texts, and what may stand in them',
    audience: 'staff',
    permission: view,
    input: { key },
    output: template,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/mail-templates/save',
    summary: 'Change the texts of an e-mail, or switch it on or off; an empty text is the default again',
    audience: 'staff',
    permission: change,
    input: {
      key,
      version: z.number().int().min(1).optional(),
      subject: localized(subject, { required: false }).optional(),
      body: localized(body, { required: false }).optional(),
      status: zeroOrOne.optional(),
    },
    output: template,
    fails: ['record.stale', 'mail_template.unknown_placeholder', 'mail_template.placeholder_needed'],
    invalidates: ['mail-template'],
  }),
  reset: defineCommand({
    path: '/admin/mail-templates/reset/{key}',
    summary: 'Forget the own texts of an e-mail in every language; whether it is sent stays',
    audience: 'staff',
    permission: change,
    input: { key, version: z.number().int().min(1).optional() },
    output: template,
    fails: ['record.stale'],
    invalidates: ['mail-template'],
  }),
  preview: show({
    path: '/admin/mail-templates/preview',
    summary:
      'An e-mail as it would be sent, with the samples or with an order, of the stored texts or of given ones',
    audience: 'staff',
    permission: view,
    input: {
      key,
      order_id: id.optional(),
      subject: subject.optional(),
      body: body.optional(),
    },
    /** `locale` is the language of the e-mail: with an order the customer's. */
    output: z.object({ subject: z.string(), text: z.string(), html: z.string(), locale: z.enum(LOCALES) }),
    fails: ['record.missing', 'mail_template.unknown_placeholder', 'mail_template.placeholder_needed'],
    invalidates: [],
  }),
  test: defineCommand({
    path: '/admin/mail-templates/test',
    summary: 'Send the stored text in the language of `locale`, with samples, to the own e-mail address',
    audience: 'staff',
    permission: change,
    input: { key },
    output: z.object({ recipient: z.string() }),
    fails: ['mail_template.no_address', 'rate.limited'],
    invalidates: [],
  }),
};
