import { beforeEach, describe, expect, it } from 'vitest';
import { choose, rememberColumns, rememberedColumns, toColumnMapping, toFieldMapping } from './mapping.ts';

const column = (key: string, header: string | null) => ({ key, header, samples: [] });
const file = {
  kind: 'product' as const,
  columns: [column('A', 'EAN'), column('B', ' Name '), column('C', 'Name DE'), column('D', null)],
};

beforeEach(() => localStorage.clear());

describe('the columns of a file', () => {
  it('are found by letter and by header; what is not there is not chosen', () => {
    expect(toColumnMapping(file, { barcode: 'A', 'names.en': 'Name', price: 'Z', category: null })).toEqual({
      A: 'barcode',
      B: 'names.en',
    });
  });

  it('name every field for the server, so that a field taken back is let go of', () => {
    const mapping = toFieldMapping('price', { A: 'barcode', C: 'price' });
    expect(mapping).toEqual({ barcode: 'A', price: 'C', status: null });
  });

  it('hold a field once: choosing it again moves it', () => {
    const chosen = choose({ A: 'barcode', B: 'names.en' }, 'C', 'names.en');
    expect(chosen).toEqual({ A: 'barcode', C: 'names.en' });
    expect(choose(chosen, 'A', null)).toEqual({ C: 'names.en' });
  });
});

describe('the choice for a shape of file', () => {
  it('comes back for the same headers in the same columns, whatever their case', () => {
    rememberColumns(1, file, { A: 'barcode', B: 'names.en' });
    const same = { ...file, columns: [column('A', 'ean'), ...file.columns.slice(1)] };
    expect(rememberedColumns(1, same)).toEqual({ A: 'barcode', B: 'names.en' });
  });

  it('is nobody else’s, and of no other file or kind', () => {
    rememberColumns(1, file, { A: 'barcode' });
    expect(rememberedColumns(2, file)).toBeNull();
    expect(rememberedColumns(1, { ...file, kind: 'price' })).toBeNull();
    expect(rememberedColumns(1, { ...file, columns: file.columns.toReversed() })).toBeNull();
  });

  it('is forgotten for the oldest of many shapes, and survives a broken store', () => {
    for (let n = 0; n < 31; n += 1)
      rememberColumns(1, { kind: 'price', columns: [column('A', `h${n}`)] }, { A: 'barcode' });
    expect(rememberedColumns(1, { kind: 'price', columns: [column('A', 'h0')] })).toBeNull();
    expect(rememberedColumns(1, { kind: 'price', columns: [column('A', 'h30')] })).not.toBeNull();
    localStorage.setItem('dukkan.import-columns.1', '[not json');
    expect(rememberedColumns(1, file)).toBeNull();
  });
});
