import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import { toCallText, toLetterText } from './letters.ts';

test.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ b: [{ d: 1, c: null }], a: undefined }, '{"b":[{"c":null,"d":1}]}'],
  [{ ab: 1, a: 1, B: 1, ä: 1, 10: 1, 9: 1 }, '{"10":1,"9":1,"B":1,"a":1,"ab":1,"ä":1}'],
  ['مرحبا "x"\n', '"مرحبا \\"x\\"\\n"'],
  [[-0, 1e21, 0.1], '[0,1e+21,0.1]'],
  [[], '[]'],
  [{}, '{}'],
])('%j is written %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

/** The same value with the names of every object in reverse order. */
function turnRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnRound);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, turnRound(one)]),
  );
}

test('the text of a value does not depend on the order of its names, and is the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(turnRound(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      // once it has travelled, it is signed by the same text
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('two values with the same text are the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      if (canonicalJson(one) !== canonicalJson(other)) return;
      expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});

test.each([
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1n],
  [new Date(0)],
  [() => 1],
  [[undefined]],
  [undefined],
])('what JSON has no word for is refused', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
  expect(() => canonicalJson({ value: [value] })).toThrow(TypeError);
});

test('what is signed of a letter names its till and pairing', () => {
  const letter = { seq: 3, uuid: 'u', kind: 'void', body: { v: 1 } } as const;
  expect(toLetterText({ device_id: 7, epoch: 2 }, letter)).toBe(
    '{"body":{"v":1},"device_id":7,"epoch":2,"kind":"void","seq":3,"uuid":"u"}',
  );
});

test('what is signed of a call holds the signatures of its letters in their order', () => {
  const call = { sent_at: '2026-12-01T10:00:00.000Z', last_no: 9, signatures: ['b', 'a'] };
  expect(toCallText({ device_id: 7, epoch: 2 }, call)).toBe(
    '{"device_id":7,"epoch":2,"last_no":9,"letters":["b","a"],"sent_at":"2026-12-01T10:00:00.000Z"}',
  );
});
