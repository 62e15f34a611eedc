import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { LINEAR_GROWTH, measureEightfoldGrowth } from '../../../commerce/src/text/growth-fixture.ts';
import { explainIssues, toRule } from './explain.ts';
import * as rules from './rules.ts';

/** The rules that a value breaks, by name. */
const broken = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map((issue) => toRule(issue).rule) ?? [];

const text = (...checks: z.core.$ZodCheck<string>[]) => z.string().check(...checks);
const file = (...checks: z.core.$ZodCheck<rules.UploadedFileFacts>[]) =>
  z
    .object({
      name: z.string(),
      size: z.number(),
      type: z.string(),
      width: z.number().optional(),
      height: z.number().optional(),
    })
    .check(...(checks as z.core.$ZodCheck<object>[]));
const atLeast = (minimum: rules.PictureMinimum) =>
  z.object({ width: z.number(), height: z.number() }).check((payload) => {
    const problem = rules.findPictureProblem(payload.value, minimum);
    if (problem)
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        params: { rule: problem.rule, ...problem.params },
      });
  });
const photo = { name: 'Photo.JPG', size: 2048, type: 'image/jpeg', width: 600, height: 400 };

describe('generic rules of the specification by name', () => {
  test.each<[string, z.ZodType, unknown[], unknown[]]>([
    ['required', text(rules.required()), ['a', ' ب '], ['', '  ', '\u200b\u200f', '\u00ad']],
    ['required', z.string(), ['a'], [undefined, null]],
    [
      'email',
      text(rules.emailAddress()),
      ['a@b.co', 'a.b+c@sub.example.qa', 'müller@bücher.de'],
      [
        '',
        'a',
        'a@',
        '@b.co',
        'a@b',
        'a b@c.de',
        'a..b@c.de',
        '.a@c.de',
        'a@-b.de',
        'a@b..de',
        'a@b.1',
        '<a@b.co>',
        `${'a'.repeat(65)}@b.co`,
        'a@b.c',
      ],
    ],
    ['min_value', z.number().check(rules.minValue(3)), [3, 4], [2.99]],
    ['max_value', z.number().check(rules.maxValue(3)), [3, -4], [3.01]],
    ['between', z.number().check(rules.between(1, 5)), [1, 5], [0, 6]],
    ['positive', z.number().check(rules.positive()), [0, 1], [-0.01]],
    ['integer', rules.integer(), [1, -5], [1.5]],
    ['numeric', rules.numeric(), [1, 1.5], ['1', '١', Number.NaN, Number.POSITIVE_INFINITY, {}]],
    ['min_characters', text(rules.minCharacters(3)), ['abc'], ['ab']],
    ['max_characters', text(rules.maxCharacters(3)), ['abc', ''], ['abcd']],
    ['length', text(rules.exactLength(3)), ['abc'], ['ab', 'abcd']],
    ['digits', text(rules.digits(4)), ['0123'], ['123', '12345', '12a4', '١٢٣٤']],
    ['regex', text(rules.matches(/^[a-f]+$/)), ['abc'], ['xyz']],
    ['alpha', text(rules.alpha()), ['abc', 'قهوة', 'Müller'], ['a1', 'a b', 'a-b']],
    ['alpha_dash', text(rules.alphaDash()), ['a-b_1', 'قهوة-١'], ['a b', 'a.b']],
    ['alpha_num', text(rules.alphaNum()), ['a1', 'قهوة١'], ['a-1', 'a 1']],
    ['alpha_spaces', text(rules.alphaSpaces()), ['a b', 'قهوة عربية'], ['a1', 'a-b']],
    [
      'url',
      text(rules.webAddress()),
      ['https://dukkan.test/a?b=1', 'http://localhost:3000'],
      [
        'x',
        'ftp://x.co',
        'javascript:alert(1)',
        'data:text/html,x',
        '//x.co',
        'https://',
        'https://a:b@x.co',
      ],
    ],
    [
      'phone',
      text(rules.phoneSpelling()),
      ['+974 5512-3456', '(0151) 23/45', '999'],
      ['12', 'abc', '+', '55x123', '974+55'],
    ],
    ['credit_card', text(rules.amexNumber()), ['371449635398431'], ['4111111111111111', '']],
    [
      'card_number',
      text(rules.noCardNumber()),
      ['TXN 4711'],
      ['4111 1111 1111 1111', 'x 5555555555554444 y'],
    ],
    ['one_of', rules.oneOf(['a', 'b']), ['a'], ['c', 1]],
    ['excluded', text(rules.notOneOf(['a', 'b'])), ['c'], ['a']],
    ['distinct', z.array(z.number()).check(rules.distinct<number>()), [[], [1, 2]], [[1, 1]]],
    [
      'password',
      text(rules.strongPassword()),
      ['Dukkan!2026'],
      ['dukkan!2026', 'DUKKAN!2026', 'Dukkan2026', 'Dukkan!!!!'],
    ],
    ['password_min', text(rules.strongPassword()), ['Abcdef1!'], ['Abcde1!', '']],
    [
      'password_bytes',
      text(rules.strongPassword()),
      [`Aa1!${'x'.repeat(68)}`],
      [`Aa1!${'x'.repeat(69)}`, `Aa1!${'ع'.repeat(40)}`, `Aa1!${'😀'.repeat(19)}`],
    ],
    [
      'well_formed',
      text(rules.xmlCharacters()),
      ['a\n\tb', 'مُحَمَّد', '👩‍👩‍👧', '\ufffd'],
      ['\0', 'a\u0007', '\ud800', 'a\ufffe', '\uffff', `a${'\u0301'.repeat(31)}`],
    ],
    [
      'image',
      file(rules.image()),
      [photo],
      [
        { ...photo, type: 'image/svg+xml' },
        { ...photo, type: 'image/avif' },
        { ...photo, type: '' },
      ],
    ],
    [
      'image_dimensions',
      atLeast({ width: 600, height: 400 }),
      [photo, { width: 601, height: 400 }],
      [
        { ...photo, width: 599 },
        { ...photo, height: 399 },
      ],
    ],
    ['image_width', atLeast({ width: 64 }), [photo, { width: 64, height: 1 }], [{ width: 63, height: 400 }]],
    [
      'file_extension',
      file(rules.fileExtension(['jpg', 'png'])),
      [photo],
      [
        { ...photo, name: 'jpg' },
        { ...photo, name: 'a.jpg.exe' },
      ],
    ],
    ['file_type', file(rules.fileType(['image/*', 'text/csv'])), [photo], [{ ...photo, type: 'text/html' }]],
    ['file_size', file(rules.fileSize(2)), [photo], [{ ...photo, size: 2049 }]],
    [
      'too_deep',
      z.unknown().check(rules.maxDepth(2)),
      [1, [[1]], { a: { b: 1 } }],
      [[[[1]]], { a: { b: {} } }],
    ],
    ['unknown_field', z.strictObject({}), [{}], [{ a: 1 }]],
  ])('the rule %s accepts and refuses the listed values', (name, schema, passing, failing) => {
    for (const value of passing) expect(broken(schema, value)).toEqual([]);
    for (const value of failing) expect(broken(schema, value)).toContain(name);
  });
});

describe('rules over several fields report on the right field', () => {
  const errors = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    return error ? error.issues.map((issue) => [issue.path.join('.'), toRule(issue).rule]) : [];
  };

  test('the rule required-if reports on the required field', () => {
    const schema = z
      .object({ email: z.string().nullish(), phone: z.string().nullish() })
      .check(rules.requiredIf('phone', 'email', (value) => !value.email));
    expect(errors(schema, { email: 'a@b.co' })).toEqual([]);
    expect(errors(schema, { phone: '' })).toEqual([['phone', 'required_if']]);
    expect(explainIssues({ issues: schema.safeParse({}).error?.issues ?? [] }, 'en')).toEqual({
      phone: ['The Phone field is required when the E-mail field is set.'],
    });
  });

  test('the rule confirmed reports on the confirmation field', () => {
    const schema = z
      .object({ password: z.string().optional(), password_confirmation: z.string().optional() })
      .check(rules.confirmed('password', 'password_confirmation'));
    expect(errors(schema, { password: 'a', password_confirmation: 'a' })).toEqual([]);
    expect(errors(schema, {})).toEqual([]);
    expect(errors(schema, { password: 'a' })).toEqual([['password_confirmation', 'confirmed']]);
  });

  test('the rule not-before reports on the later date', () => {
    const schema = z
      .object({ start_date: z.string().nullish(), end_date: z.string().nullish() })
      .check(rules.notBefore('end_date', 'start_date'));
    expect(errors(schema, { start_date: '2026-01-01', end_date: '2026-01-01' })).toEqual([]);
    expect(errors(schema, { start_date: '2026-01-01' })).toEqual([]);
    expect(errors(schema, { start_date: '2026-01-02', end_date: '2026-01-01' })).toEqual([
      ['end_date', 'not_before'],
    ]);
  });

  test('I14 discount bounds report on the value, for one product and for many', () => {
    const schema = z
      .object({
        type: z.enum(['fixed', 'percent']),
        value: z.number().nullish(),
        prices: z.array(z.number()),
      })
      .check(rules.discountWithin('value', ({ type, value, prices }) => ({ type, discount: value, prices })));
    const of = (value: number | null, prices: number[], type = 'fixed') =>
      errors(schema, { type, value, prices });
    expect(of(50, [100])).toEqual([]);
    expect(of(0.5, [100])).toEqual([['value', 'discount_low']]);
    expect(of(99.5, [100])).toEqual([['value', 'discount_high']]);
    expect(of(99.5, [100], 'percent')).toEqual([['value', 'discount_high']]);
    expect(of(50, [100, 50])).toEqual([['value', 'discount_products']]);
    expect(of(null, [100])).toEqual([['value', 'discount_required']]);
  });
});

test('I10 every rule checks a text in time proportional to its length', () => {
  const units = ['a', '٣', ' ', '-', '.', 'a.', '@', 'a@', '\u0301', '//', '(', '1 ', 'ab1!', '😀'];
  const checks = [
    rules.required(),
    rules.emailAddress(),
    rules.digits(6),
    rules.alpha(),
    rules.alphaDash(),
    rules.alphaNum(),
    rules.alphaSpaces(),
    rules.xmlCharacters(),
    rules.webAddress(),
    rules.phoneSpelling(),
    rules.amexNumber(),
    rules.noCardNumber(),
    rules.strongPassword(),
  ];
  for (const check of checks) {
    const schema = z.string().check(check);
    for (const unit of units)
      for (const [start, end] of [
        ['', ''],
        ['', '!'],
        ['a@', '.de'],
      ] as const) {
        const judge = (size: number) => void schema.safeParse(`${start}${unit.repeat(size)}${end}`);
        expect(measureEightfoldGrowth(judge, 12_500 / unit.length), unit).toBeLessThan(LINEAR_GROWTH);
      }
  }
}, 240_000);

test('a value nested 400,000 levels deep is refused without walking it', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 400_000; level += 1) deep = [deep];
  expect(broken(z.unknown().check(rules.maxDepth(8)), deep)).toEqual(['too_deep']);
});
