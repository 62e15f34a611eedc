import { LOCALES } from '@dukkan/commerce';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { api } from '../api.ts';
import arFields from '../texts/ar/fields.json' with { type: 'json' };
import arRules from '../texts/ar/rules.json' with { type: 'json' };
import deFields from '../texts/de/fields.json' with { type: 'json' };
import deRules from '../texts/de/rules.json' with { type: 'json' };
import enFields from '../texts/en/fields.json' with { type: 'json' };
import enRules from '../texts/en/rules.json' with { type: 'json' };
import { createIssueFormatter, explainIssues, formatIssue, getFieldLabel, toRule } from './explain.ts';
import { RULES } from './rules.ts';
import * as scalars from './scalars.ts';
import { formatFailure } from './texts.ts';

const rules = { ar: arRules, en: enRules, de: deRules };
const fields = { ar: arFields, en: enFields, de: deFields };

describe('rule texts and field labels', () => {
  test('every rule has a text in three languages with the same placeholders, and no text lacks a rule', () => {
    for (const locale of LOCALES) expect(Object.keys(rules[locale]).sort()).toEqual([...RULES].sort());
    for (const rule of RULES) {
      const places = LOCALES.map((locale) => (rules[locale][rule].match(/\{\{\w+\}\}/g) ?? []).sort());
      expect(places[1]).toEqual(places[0]);
      expect(places[2]).toEqual(places[0]);
    }
  });

  test('every field has a label in three languages', () => {
    for (const locale of LOCALES) {
      expect(Object.keys(fields[locale])).toEqual(Object.keys(fields.ar));
      for (const label of Object.values(fields[locale])) expect(label.trim()).toBe(label);
    }
    for (const label of Object.values(arFields)) expect(label).toMatch(/\p{Script=Arabic}/u);
    for (const text of Object.values(arRules)) expect(text).toMatch(/\p{Script=Arabic}/u);
  });

  test('the most used field names have labels', () => {
    for (const name of [
      'name',
      'email',
      'phone',
      'password',
      'password_confirmation',
      'current_password',
      'role_id',
      'status',
      'pos',
      'titles',
      'names',
      'addresses',
      'permissions',
      'icon',
      'global',
      'no',
      'managers_ids',
      'phones',
      'printers',
      'warehouse',
      'country_id',
      'city_id',
      'area_id',
      'state_id',
      'logo',
      'AppName',
      'Currency',
      'favIcon',
      'website',
      'code',
      'user_id',
      'keywords',
      'page',
      'limit',
      'sort_by',
      'sort_as',
    ]) {
      expect(fields.en).toHaveProperty([name]);
    }
    expect(fields.en).toHaveProperty(['info.branch_id']);
  });
});

test('every input field of an endpoint has a label', () => {
  const unlabelled = new Set<string>();
  const look = (schema: unknown): void => {
    if (!(schema instanceof z.ZodType)) return;
    const def: Record<string, unknown> = { ...schema.def };
    for (const [name, inner] of Object.entries(def.shape ?? {})) {
      const bare = name.replace(/_(base64|url)$/, '');
      const isLanguage = LOCALES.some((locale) => locale === name);
      if (!isLanguage && !Object.hasOwn(enFields, name) && !Object.hasOwn(enFields, bare))
        unlabelled.add(name);
      look(inner);
    }
    for (const part of ['innerType', 'in', 'out', 'element']) look(def[part]);
  };
  for (const noun of Object.values<Record<string, { input: unknown }>>(api)) {
    for (const endpoint of Object.values(noun)) look(endpoint.input);
  }
  expect([...unlabelled]).toEqual([]);
});

describe('field labels', () => {
  test.each<[PropertyKey[], string, string, string]>([
    [['name'], 'الاسم', 'Name', 'Name'],
    [['info', 'branch_id'], 'الفرع', 'Branch', 'Filiale'],
    [['names', 'de'], 'الأسماء (بالألمانية)', 'Names (German)', 'Namen (Deutsch)'],
    [['settings', 'tax', 'value'], 'نسبة الضريبة', 'Tax rate', 'Steuersatz'],
    [['phones', 1], 'أرقام الهواتف 2', 'Phones 2', 'Telefonnummern 2'],
    [
      ['printers', 0, 'host'],
      'الطابعات 1: عنوان الشبكة',
      'Printers 1: Network address',
      'Drucker 1: Netzwerkadresse',
    ],
    [['avatar_base64'], 'الصورة الشخصية', 'Avatar', 'Profilbild'],
    [[], 'البيانات المرسلة', 'Request', 'Anfrage'],
    [['something_new'], 'Something new', 'Something new', 'Something new'],
    [['constructor'], 'Constructor', 'Constructor', 'Constructor'],
  ])('the field %j is labelled in three languages', (path, ar, en, de) => {
    expect(LOCALES.map((locale) => getFieldLabel(path, locale))).toEqual([ar, en, de]);
  });

  test('an unknown field name of 100 kB gets a short label', () => {
    expect(getFieldLabel(['x'.repeat(100_000)], 'en').length).toBeLessThan(100);
  });
});

describe('every zod issue finds its rule', () => {
  const rulesOf = (schema: z.ZodType, value: unknown): string[] =>
    schema.safeParse(value, { reportInput: true }).error?.issues.map((issue) => toRule(issue).rule) ?? [];

  test.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'required'],
    [z.string(), null, 'required'],
    [z.string(), 5, 'text'],
    [z.string().min(1), '', 'required'],
    [z.string().min(2), 'a', 'min_characters'],
    [z.string().max(2), 'abc', 'max_characters'],
    [z.string().length(2), 'abc', 'length'],
    [z.number(), 'x', 'numeric'],
    [z.number(), Number.NaN, 'numeric'],
    [z.int(), 1.5, 'integer'],
    [z.int().min(3), 1, 'min_value'],
    [z.int().max(3), 5, 'max_value'],
    [z.number().gt(3), 3, 'above'],
    [z.number().lt(3), 3, 'below'],
    [z.number().multipleOf(2), 3, 'multiple_of'],
    [z.bigint(), 1, 'integer'],
    [z.boolean(), 'x', 'flag'],
    [z.boolean(), undefined, 'required'],
    [scalars.flag, 'x', 'flag'],
    [z.date(), 'x', 'date'],
    [z.array(z.int()), {}, 'list'],
    [z.array(z.int()).min(1), [], 'required'],
    [z.array(z.int()).min(2), [1], 'min_items'],
    [z.array(z.int()).max(1), [1, 2], 'max_items'],
    [z.set(z.int()).min(2), new Set(), 'min_items'],
    [z.object({}), [], 'object'],
    [z.record(z.string(), z.int()), 1, 'object'],
    [z.record(z.string().min(3), z.int()), { a: 1 }, 'invalid'],
    [z.enum(['a', 'b']), 'c', 'one_of'],
    [z.enum(['a', 'b']), undefined, 'required'],
    [z.literal([1, 2]), 3, 'one_of'],
    [z.strictObject({}), { a: 1 }, 'unknown_field'],
    [z.never(), 1, 'unknown_field'],
    [z.union([z.string(), z.int()]), undefined, 'required'],
    [z.union([z.string(), z.int()]), true, 'invalid'],
    [z.email(), 'x', 'email'],
    [z.url(), 'x', 'url'],
    [z.iso.date(), 'x', 'date'],
    [z.iso.datetime(), 'x', 'instant'],
    [z.base64(), '#', 'picture'],
    [z.uuid(), 'x', 'regex'],
    [z.string().regex(/a/), 'b', 'regex'],
    [z.string().startsWith('a'), 'b', 'regex'],
    [z.string().refine(() => false), 'b', 'invalid'],
    [z.string().refine(() => false, { params: { rule: 'no such rule' } }), 'b', 'invalid'],
    [z.string().refine(() => false, { params: { rule: 'alpha' } }), 'b', 'alpha'],
    [z.symbol(), 1, 'invalid'],
  ])('zod issue of case %# has its rule', (schema, value, rule) => {
    expect(rulesOf(schema, value)).toContain(rule);
  });

  test('every zod issue code has a text', () => {
    const codes: z.core.$ZodIssueCode[] = [
      'invalid_type',
      'too_big',
      'too_small',
      'invalid_format',
      'not_multiple_of',
      'unrecognized_keys',
      'invalid_union',
      'invalid_key',
      'invalid_element',
      'invalid_value',
      'custom',
    ];
    for (const code of codes) {
      for (const locale of LOCALES) expect(formatIssue({ code, path: [] }, 'X', locale)).toMatch(/X/);
    }
  });

  test("a missing value is recognised from zod's message without the input", () => {
    const { error } = z.object({ a: z.string(), b: z.int(), c: z.array(z.int()) }).safeParse({ b: null });
    expect(error?.issues.map((issue) => toRule(issue).rule)).toEqual(['required', 'required', 'required']);
  });
});

describe('refused bodies', () => {
  const schema = z.strictObject({
    name: scalars.name,
    names: scalars.localized(scalars.name),
    email: scalars.email.nullish(),
    status: z.enum(['on', 'off']),
    printers: z.array(z.object({ host: scalars.text(9), port: z.int().min(1) })),
    target: z.union([
      z.object({ type: z.literal('url'), url: scalars.url }),
      z.object({ type: z.literal('product'), id: scalars.id }),
    ]),
  });
  const body = {
    names: { fr: 'x', de: 'x'.repeat(201) },
    email: 'x',
    printers: [{ host: '', port: 0 }],
    target: { type: 'url', url: 'x' },
    extra: 1,
  };

  test('a refused body names every wrong field by its path', () => {
    const { error } = schema.safeParse(body);
    expect(explainIssues({ issues: error?.issues ?? [] }, 'en', body)).toEqual({
      name: ['The Name field is required.'],
      'names.fr': ["The Fr field doesn't exist here."],
      'names.de': ['The Names (German) field is too long. Maximum characters: 200.'],
      email: ['The E-mail field must be a valid e-mail address.'],
      status: ['The Status field is required.'],
      'printers.0.host': ['The Printers 1: Network address field is required.'],
      'printers.0.port': ['The Printers 1: Port field must be 1 or more.'],
      'target.url': ['URL is invalid'],
      extra: ["The Extra field doesn't exist here."],
    });
  });

  test('a refused body is explained in Arabic and German too', () => {
    const issues = schema.safeParse({ ...body, status: 'x' }).error?.issues ?? [];
    const ar = explainIssues({ issues }, 'ar', { ...body, status: 'x' });
    expect(ar.name).toEqual(['حقل الاسم مطلوب.']);
    expect(ar.status).toEqual([
      'يجب أن تكون قيمة حقل الحالة إحدى القيم التالية: \u2068on\u2069، \u2068off\u2069.',
    ]);
    expect(ar.extra).toEqual(['حقل \u2068Extra\u2069 غير موجود هنا.']);
    const de = explainIssues({ issues }, 'de', { ...body, status: 'x' });
    expect(de.name).toEqual(['Das Feld „Name“ ist erforderlich.']);
    expect(de['printers.0.port']).toEqual(['Der Wert im Feld „Drucker 1: Port“ muss mindestens 1 betragen.']);
  });

  test('an error of the whole body is named root', () => {
    expect(explainIssues({ issues: schema.safeParse([]).error?.issues ?? [] }, 'en')).toEqual({
      root: ['The format of the Request field is invalid.'],
    });
  });

  test('of a thousand wrong lines the first hundred are explained', () => {
    const lines = z.array(z.object({ a: z.int(), b: z.int() }));
    const { error } = lines.safeParse(Array.from({ length: 1000 }, () => ({})));
    expect(Object.keys(explainIssues({ issues: error?.issues ?? [] }, 'en'))).toHaveLength(100);
  });

  test('an unknown field named like a prototype property is reported as a field', () => {
    const issues =
      z.strictObject({}).safeParse(JSON.parse('{"__proto__":1,"constructor":2}')).error?.issues ?? [];
    const errors = explainIssues({ issues }, 'en');
    expect(Object.hasOwn(errors, 'constructor')).toBe(true);
    expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
  });

  test('forms show the same texts through the error map', () => {
    for (const locale of LOCALES) {
      const { error } = schema.safeParse(body, { error: createIssueFormatter(locale) });
      const told = explainIssues({ issues: schema.safeParse(body).error?.issues ?? [] }, locale, body);
      for (const issue of error?.issues ?? []) {
        const texts = Object.values(told).flat();
        if (issue.code === 'unrecognized_keys') expect(texts.join()).toContain(issue.message);
        else expect(texts).toContain(issue.message);
      }
    }
  });
});

test('a weak password is explained by what it lacks', () => {
  const told = (value: string) =>
    explainIssues(
      {
        issues:
          z.object({ password: scalars.newPassword }).safeParse({ password: value }).error?.issues ?? [],
      },
      'en',
    );
  expect(told('abc')).toEqual({ password: ['The Password field is too short: use 8 characters or more.'] });
  expect(told('abcdefgh')).toEqual({
    password: [
      'The Password field must contain a digit, a lowercase letter, an uppercase letter and one of ! @ # $ % & * ( )',
    ],
  });
});

test('missing stock is explained in the words of the specification (section 5)', () => {
  expect(formatFailure('stock.short', { product_id: 7 }, 'en')).toBe(
    'Product number 7 requires more than stock quantity',
  );
});
