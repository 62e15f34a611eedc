import { describe, expect, it } from 'vitest';
import { mergeTypedSince } from './form-values.ts';

const items = (...values: [number | null, string][]) =>
  values.map(([id, code]) => (id ? { id, code } : { code }));

describe('merging text typed during a save with its answer', () => {
  it.each([
    ['an unchanged text becomes the answered text', ' Till ', ' Till ', 'Till', 'Till'],
    ['a changed text stays as typed', 'Till', 'Till 2', 'Till', 'Till 2'],
    [
      'of a text in three languages only the changed one stays as typed',
      { ar: '', en: 'Till', de: '' },
      { ar: '', en: 'Till 2', de: '' },
      { ar: 'كاشير', en: 'Till', de: '' },
      { ar: 'كاشير', en: 'Till 2', de: '' },
    ],
    [
      'an entry added during the save comes after those that now have ids',
      items([null, 'a']),
      items([null, 'a'], [null, 'b']),
      items([5, 'a']),
      items([5, 'a'], [null, 'b']),
    ],
    [
      'an entry edited during the save gets its id and keeps the typed text',
      items([4, 'x'], [null, 'a']),
      items([4, 'x'], [null, 'ab']),
      items([4, 'x'], [5, 'a']),
      items([4, 'x'], [5, 'ab']),
    ],
    [
      'an entry removed during the save stays removed',
      items([4, 'x'], [null, 'a']),
      items([null, 'a']),
      items([4, 'x'], [5, 'a']),
      items([5, 'a']),
    ],
    [
      'an order changed during the save stays',
      items([null, 'a'], [null, 'b']),
      items([null, 'b'], [null, 'a']),
      items([5, 'a'], [6, 'b']),
      items([6, 'b'], [5, 'a']),
    ],
    [
      'an answer with fewer entries keeps all of them and the new one',
      items([null, 'a'], [null, 'b']),
      items([null, 'a'], [null, 'b'], [null, 'c']),
      items([5, 'a']),
      items([5, 'a'], [null, 'c']),
    ],
  ])('merging with the answer of a save: %s', (_, sent, typed, answer, merged) => {
    expect(mergeTypedSince(sent, typed, answer)).toEqual(merged);
  });
});
