import { describe, expect, it } from 'vitest';
import { item } from '../data/till-fixture.ts';
import { createPackIndex, toStoredItem } from './pack-index.ts';

const milk = item(1, 'Fresh milk 1 L', 8, { codes: ['6281007012345', '501'] });
const cheese = item(2, 'Milky cheese', 20, { codes: ['0012345678905'] });
const bread = item(3, 'Brot Körner', 6, { titles: { ar: 'خبز أسمر', en: 'Dark bread', de: 'Körnerbrot' } });
const index = () => createPackIndex([milk, cheese, bread].map(toStoredItem));
const found = (text: string, pack = index()) => pack.search(text, 'en', 10).map(({ item_id }) => item_id);

describe('the pack in memory', () => {
  it('a search finds words in any language, without accents, letter forms and case', () => {
    expect(found('MILK')).toEqual([2, 1]);
    expect(found('korner')).toEqual([3]);
    expect(found('koernerbrot')).toEqual([3]);
    expect(found('خبز اسمر')).toEqual([3]);
    expect(found('bread dark')).toEqual([3]);
    expect(found('nothing')).toEqual([]);
  });

  it('the index finds a code in each of its spellings, and its own number', () => {
    const pack = index();
    expect(pack.findCode('12345678905')).toBeUndefined();
    expect(pack.findCode('012345678905')?.item_id).toBe(2);
    expect(pack.findCode('00012345678905')?.item_id).toBe(2);
    expect(pack.findCode('501')?.item_id).toBe(1);
  });

  it('a search that goes on is narrowed, and another one begins anew', () => {
    const pack = index();
    expect(['m', 'mi', 'milk', 'bread', 'm'].map((text) => found(text, pack).length)).toEqual([
      2, 2, 2, 1, 2,
    ]);
  });

  it('the index takes changes and removals over', () => {
    const pack = index();
    pack.put([toStoredItem({ ...milk, codes: ['777'], titles: { ar: '', en: 'Oat drink', de: '' } })]);
    expect([pack.findCode('501'), pack.findCode('777')?.item_id, found('milk', pack)]).toEqual([
      undefined,
      1,
      [2],
    ]);
    pack.remove([1]);
    expect([pack.findCode('777'), pack.item(1), pack.size]).toEqual([undefined, undefined, 2]);
  });

  it('a search reads fifty thousand items', () => {
    const many = createPackIndex(
      Array.from({ length: 50_000 }, (_, at) =>
        toStoredItem(item(at + 1, `Thing ${at} of shelf ${at % 97}`, 5)),
      ),
    );
    expect(many.search('thing 4999', 'en', 20).length).toBe(15);
    expect(many.search('shelf', 'en', 20).length).toBe(20);
  });
});
