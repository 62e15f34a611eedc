import { describe, expect, it } from 'vitest';
import { mergeTypedSince } from './form-values.ts';

const items = (...values: [number | null, string][]) =>
  values.map(([id, code]) => (id ? { id, code } : { code }));

describe('what was typed while a save was on its way, merged with the answer', () => {
  it.each([
    ['a text that stayed is what the answer says', ' Till ', ' Till ', 'Till', 'Till'],
    ['a text that changed stays as typed', 'Till', 'Till 2', 'Till', 'Till 2'],
    [
      'of a text in three languages only the changed one',
      { ar: '', en: 'Till', de: '' },
      { ar: '', en: 'Till 2', de: '' },
      { ar: 'كاشير', en: 'Till', de: '' },
      { ar: 'كاشير', en: 'Till 2', de: '' },
    ],
    [
      'an entry added since stands behind those that have their ids now',
      items([null, 'a']),
      items([null, 'a'], [null, 'b']),
      items([5, 'a']),
      items([5, 'a'], [null, 'b']),
    ],
    [
      'an entry edited since has its id and what was typed',
      items([4, 'x'], [null, 'a']),
      items([4, 'x'], [null, 'ab']),
      items([4, 'x'], [5, 'a']),
      items([4, 'x'], [5, 'ab']),
    ],
    [
      'an entry taken out since stays out',
      items([4, 'x'], [null, 'a']),
      items([null, 'a']),
      items([4, 'x'], [5, 'a']),
      items([5, 'a']),
    ],
    [
      'an order changed since stays',
      items([null, 'a'], [null, 'b']),
      items([null, 'b'], [null, 'a']),
      items([5, 'a'], [6, 'b']),
      items([6, 'b'], [5, 'a']),
    ],
    [
      'of an answer with fewer entries all stand, and the new one',
      items([null, 'a'], [null, 'b']),
      items([null, 'a'], [null, 'b'], [null, 'c']),
      items([5, 'a']),
      items([5, 'a'], [null, 'c']),
    ],
  ])('%s', (_, sent, typed, answer, merged) => {
    expect(mergeTypedSince(sent, typed, answer)).toEqual(merged);
  });
});
