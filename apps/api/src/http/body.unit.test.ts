import { Failure } from '@dukkan/contract';
import { describe, expect, it } from 'vitest';
import {
  LINEAR_GROWTH,
  measureEightfoldGrowth,
} from '../../../../packages/commerce/src/text/growth-fixture.ts';
import { isJsonNestedTooDeep } from '../core/json-depth.ts';
import { dropEmptyFields, emptyToNull, readJson } from './body.ts';
import { escapeFormula } from './exports.ts';
import { attachmentHeader } from './file-names.ts';
import { parseAcceptLanguage } from './language.ts';

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'accepted';
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
};

describe('request bodies', () => {
  it('an empty request body counts as an empty object, because show and delete are called without one', () => {
    expect(readJson('')).toEqual({});
    expect(readJson('  \n')).toEqual({});
  });

  it('a request body nested 400,000 levels deep is refused without walking it', () => {
    const bomb = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(codeOf(() => readJson(bomb(400_000)))).toBe('request.too_deep');
    expect(measureEightfoldGrowth((depth) => void codeOf(() => readJson(bomb(depth))), 50_000)).toBeLessThan(
      LINEAR_GROWTH,
    );
  });

  it('a request body may nest ten levels, not eleven, and brackets inside texts do not count', () => {
    const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(isJsonNestedTooDeep(nest(10), 10)).toBe(false);
    expect(isJsonNestedTooDeep(nest(11), 10)).toBe(true);
    expect(isJsonNestedTooDeep(JSON.stringify({ note: '[[[[[[[[[[{{{{{{{{"\\' }), 10)).toBe(false);
  });

  it.each(['[1]', '"a"', '1', 'null', '{', '{"a":1}}', "{'a':1}"])(
    'the request body %s is refused because it is not an object',
    (text) => {
      expect(codeOf(() => readJson(text))).toBe('request.unreadable');
    },
  );

  it.each([
    '{"__proto__":{"x":1}}',
    '{"\\u005f\\u005fproto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":{"__proto__":1}}',
  ])('the request body %s cannot change a prototype', (text) => {
    expect(codeOf(() => readJson(text))).toBe('request.unreadable');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('empty values', () => {
  it('an empty value counts as missing in a list query and as null in a write', () => {
    expect(dropEmptyFields({ a: '', b: null, c: 0, d: undefined, e: false })).toEqual({ c: 0, e: false });
    expect(emptyToNull({ a: '', b: { c: '', d: ['', 'x'] } })).toEqual({
      a: null,
      b: { c: null, d: [null, 'x'] },
    });
  });
});

describe('exported cells', () => {
  it.each(['=1+1', '+cmd', '-2', '@SUM', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠a', '  =1'])(
    'the exported cell %j is escaped so that no spreadsheet runs it',
    (text) => expect(escapeFormula(text)).toBe(`'${text}`),
  );
  it('exported phone numbers, plain texts and numbers are not escaped', () => {
    for (const value of ['+97455123456', 'Salma', 12, -5, null]) expect(escapeFormula(value)).toBe(value);
  });
  it.each(['a\r\nX-Evil: 1', 'a"b', 'تقرير', '../../x', 'a;b', 'a\u0000b'])(
    'the file name %j cannot break out of its download header',
    (name) => {
      const header = attachmentHeader(name);
      expect(header).not.toMatch(/[\r\n\0]/);
      expect(header.match(/"/g)).toHaveLength(2);
    },
  );
});

describe('Accept-Language headers', () => {
  it('the language of a request is the one with the highest weight in Accept-Language', () => {
    expect(parseAcceptLanguage('fr, de;q=0.5, ar;q=0.9')).toBe('ar');
    expect(parseAcceptLanguage('de-AT,en;q=0.1')).toBe('de');
    expect(parseAcceptLanguage('fr')).toBeNull();
    expect(parseAcceptLanguage('x'.repeat(9_000))).toBeNull();
  });
});
