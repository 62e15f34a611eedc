import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { LINEAR_GROWTH, measureEightfoldGrowth } from '../../../commerce/src/text/growth-fixture.ts';
import * as scalars from './scalars.ts';

const { zeroOrOne, clearable, email, filter, flag, id, ids, instant, keywords, limit, localDate, localized } =
  scalars;
const { longText, money, name, newPassword, otpCode, page, password, percent, phoneText, picture } = scalars;
const { quantity, signedMoney, text, timeOfDay, url } = scalars;

const passes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('I6 numbers are refused or kept, never rounded', () => {
  const odd = [
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 31,
    2 ** 53 + 2,
    '١٢',
    '12',
    '',
    null,
    true,
    [1],
    {},
    -1,
  ];

  test('ids are positive whole numbers', () => {
    for (const value of [...odd, 0, -0]) expect(passes(id, value)).toBe(false);
    for (const value of [1, 1e3, 2_147_483_647]) expect(id.parse(value)).toBe(value);
    expect(passes(ids(), [1, 2])).toBe(true);
    expect(passes(ids(), [1, 1])).toBe(false);
    expect(passes(ids(2), [1, 2, 3])).toBe(false);
  });

  test("an amount has at most its currency's decimals", () => {
    for (const value of [
      '12',
      '١٢',
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      -0.01,
      1_000_000_000,
      1.0005,
      true,
    ]) {
      expect(passes(money(), value)).toBe(false);
    }
    for (const value of [0, 0.1, 1.005, 1e3, 999_999_999.99]) expect(money().parse(value)).toBe(value);
    expect([money('QAR'), money(2)].map((schema) => passes(schema, 0.005))).toEqual([false, false]);
    expect([money('KWD'), money(4)].map((schema) => passes(schema, 0.005))).toEqual([true, true]);
    expect(Object.is(money().parse(-0), 0)).toBe(true);
    expect(signedMoney(2).parse(-12.5)).toBe(-12.5);
    expect(passes(signedMoney(2), 1e-7)).toBe(false);
  });

  test('percent, quantity, page and limit have their bounds', () => {
    expect([0, 12.25, 100].every((value) => passes(percent, value))).toBe(true);
    expect([-1, 100.01, 0.125].some((value) => passes(percent, value))).toBe(false);
    expect([0.25, 3].every((value) => passes(quantity, value))).toBe(true);
    expect([0, -1, 0.0005].some((value) => passes(quantity, value))).toBe(false);
    expect([0, 1.5, 2 ** 31].some((value) => passes(page, value))).toBe(false);
    expect([0, 101].some((value) => passes(limit, value))).toBe(false);
    expect(page.parse(1) + limit.parse(100)).toBe(101);
  });

  test('a flag accepts true, false, 0 and 1 only', () => {
    expect([true, 1, false, 0].map((value) => flag.parse(value))).toEqual([true, true, false, false]);
    expect([true, 1, false, 0].map((value) => zeroOrOne.parse(value))).toEqual([1, 1, 0, 0]);
    for (const value of ['1', 'true', 2, '', null, []])
      expect([passes(flag, value), passes(zeroOrOne, value)]).toEqual([false, false]);
  });
});

describe('I7 texts are refused or kept, never cut', () => {
  test.each([
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00',
    'a\u0001',
    `a${'\u0301'.repeat(5000)}`,
    'x'.repeat(1_000_000),
  ])('the text of case %# is refused', (value) => {
    for (const schema of [text(40), name, longText, email, keywords, phoneText, url]) {
      expect(passes(schema, value)).toBe(false);
    }
  });

  test('a name has at most 200 characters and a description 5,000', () => {
    expect(name.parse('ع'.repeat(200))).toHaveLength(200);
    expect(passes(name, 'ع'.repeat(201))).toBe(false);
    expect(longText.parse('x'.repeat(5_000))).toHaveLength(5_000);
    expect(passes(longText, 'x'.repeat(5_001))).toBe(false);
  });

  test('texts are normalised and trimmed, and names have no bidirectional controls', () => {
    expect(name.parse(' Cafe\u0301 ')).toBe('Café');
    expect(name.parse('\u202egnp.exe\u202c \u2066a\u2069\u200e')).toBe('gnp.exe a');
    expect(name.parse('👩‍👩‍👧 می‌خواهم')).toBe('👩‍👩‍👧 می‌خواهم');
    expect(longText.parse('a\nb')).toBe('a\nb');
    for (const blank of ['', '   ', '\u202e', '\u200b']) expect(passes(name, blank)).toBe(false);
    expect(keywords.parse('  ')).toBe('');
  });

  test('arrays, numbers and operator objects are refused instead of a text', () => {
    for (const value of [1, ['a'], { not: '' }, { startsWith: 's' }, true, null]) {
      for (const schema of [name, email, password, phoneText, keywords])
        expect(passes(schema, value)).toBe(false);
    }
  });

  test('combining marks are checked in time proportional to their number', () => {
    for (const schema of [name, longText, email, keywords]) {
      const judge = (size: number) => void passes(schema, 'a\u0301\u0327'.repeat(size));
      expect(measureEightfoldGrowth(judge, 10_000)).toBeLessThan(LINEAR_GROWTH);
    }
  });
});

describe('localized texts', () => {
  test('a localized text answers all languages and needs one', () => {
    expect(localized(name).parse({ ar: ' قهوة ', en: '', de: null })).toEqual({ ar: 'قهوة', en: '', de: '' });
    for (const value of [{}, { ar: '' }, { en: ' ' }, { de: null }, null, 'x', { fr: 'x', en: 'x' }]) {
      expect(passes(localized(name), value)).toBe(false);
    }
    expect(localized(longText, { required: false }).parse({})).toEqual({ ar: '', en: '', de: '' });
    expect(passes(localized(name), { en: 'x'.repeat(201) })).toBe(false);
  });
});

describe('identities and secrets', () => {
  test('an e-mail is trimmed, lower-cased, normalised and has at most 254 characters', () => {
    expect(email.parse(' Ali@Example.QA ')).toBe('ali@example.qa');
    expect(
      passes(
        email,
        `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}`,
      ),
    ).toBe(false);
  });

  test('a phone number accepts Arabic digits', () => {
    expect(phoneText.parse(' ٥٥١٢ ٣٤٥٦ ')).toBe('5512 3456');
    expect(phoneText.parse('\u202a+974 5512 3456\u202c')).toBe('+974 5512 3456');
    expect(passes(phoneText, '1'.repeat(33))).toBe(false);
  });

  test('a password is never trimmed or folded', () => {
    expect(password.parse('  x ')).toBe('  x ');
    expect(newPassword.parse(' Dukkan!2026 ')).toBe(' Dukkan!2026 ');
    expect(password.parse('e\u0301')).toBe('e\u0301');
    for (const value of ['', 'a\0', '\ud800']) expect(passes(password, value)).toBe(false);
    expect(newPassword.parse(`Aa1!${'x'.repeat(60)}`)).toHaveLength(64);
    for (const value of ['short1A!'.slice(1), `Aa1!${'x'.repeat(69)}`, `Aa1!${'😀'.repeat(19)}`]) {
      expect(passes(newPassword, value)).toBe(false);
    }
  });

  test('a one-time code has six digits', () => {
    expect(otpCode.parse(' ٠١٢٣٤٥ ')).toBe('012345');
    expect([12345, '12345', '1234567', '12a456'].some((value) => passes(otpCode, value))).toBe(false);
  });
});

test('I15 dates, instants and times must exist', () => {
  expect(localDate.parse('2028-02-29')).toBe('2028-02-29');
  expect(
    ['2026-02-30', '2026-2-3', '', '2026-02-03T00:00:00Z', 20260203].some((value) =>
      passes(localDate, value),
    ),
  ).toBe(false);
  expect(instant.parse('2026-11-21T00:00:00+03:00')).toBe('2026-11-20T21:00:00.000Z');
  expect(
    ['2026-11-21', '2026-02-30T00:00:00Z', '2026-11-21T25:00:00Z', 'now', 0].some((value) =>
      passes(instant, value),
    ),
  ).toBe(false);
  expect(['00:00', '23:59'].every((value) => passes(timeOfDay, value))).toBe(true);
  expect(['24:00', '9:00', '12:60'].some((value) => passes(timeOfDay, value))).toBe(false);
});

test('a picture is base64, plain or as a data URL, with at most 3 MB decoded', () => {
  expect(picture.parse('data:image/png;base64,iVBORw0KGgo=')).toBe('iVBORw0KGgo=');
  expect(picture.parse('AAAA')).toBe('AAAA');
  for (const value of [
    '',
    'AAA',
    '####',
    'data:image/svg+xml;base64,AAAA',
    'data:image/avif;base64,AAAA',
    'data:text/html;base64,AAAA',
    'https://x.co/a.png',
  ]) {
    expect(passes(picture, value)).toBe(false);
  }
  expect(passes(picture, 'A'.repeat(4 * 1024 * 1024))).toBe(true);
  expect(passes(picture, `data:image/png;base64,${'A'.repeat(4 * 1024 * 1024)}`)).toBe(true);
  expect(passes(picture, 'A'.repeat(4 * 1024 * 1024 + 4))).toBe(false);
});

test('an empty value means null in a write and missing in a list', () => {
  const body = z.object({ note: clearable(text(20)), brand_id: filter(id) });
  expect(body.parse({})).toEqual({});
  expect(body.parse({ note: '', brand_id: '' })).toEqual({ note: null, brand_id: undefined });
  expect(body.parse({ note: null, brand_id: null })).toEqual({ note: null, brand_id: undefined });
  expect(body.parse({ note: 'x', brand_id: 4 })).toEqual({ note: 'x', brand_id: 4 });
  expect(passes(body, { brand_id: 0 })).toBe(false);
});

test('every scalar can be written as JSON Schema', () => {
  const made = {
    text: text(9),
    localized: localized(name),
    money: money('KWD'),
    ids: ids(),
    sort: scalars.sortColumn(['id']),
    clearable: clearable(email),
    filter: filter(id),
  };
  const all = { ...scalars, ...made };
  const schemas = Object.entries<unknown>(all).filter(
    (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
  );
  expect(schemas.length).toBeGreaterThan(25);
  for (const [key, schema] of schemas) {
    for (const io of ['input', 'output'] as const) {
      const json = z.toJSONSchema(z.object({ [key]: schema }), { io, unrepresentable: 'any' });
      expect(json).toHaveProperty(`properties.${key}`);
      expect(Object.keys((json.properties as Record<string, object>)[key] ?? {})).not.toEqual([]);
    }
  }
});
