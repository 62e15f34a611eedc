import { beforeEach, describe, expect, it } from 'vitest';
import {
  assignColumnField,
  loadRememberedMapping,
  saveRememberedMapping,
  toColumnByField,
  toFieldByColumn,
} from './mapping.ts';

const column = (key: string, header: string | null) => ({ key, header, samples: [] });
const file = {
  kind: 'product' as const,
  columns: [column('A', 'EAN'), column('B', ' Name '), column('C', 'Name DE'), column('D', null)],
};

beforeEach(() => localStorage.clear());

describe('the columns of a file', () => {
  it('mapped columns are found by letter and header, and missing ones are not selected', () => {
    expect(toFieldByColumn(file, { barcode: 'A', 'names.en': 'Name', price: 'Z', category: null })).toEqual({
      A: 'barcode',
      B: 'names.en',
    });
  });

  it('the mapping names every field for the server, with null for a removed one', () => {
    const mapping = toColumnByField('price', { A: 'barcode', C: 'price' });
    expect(mapping).toEqual({ barcode: 'A', price: 'C', status: null });
  });

  it('a field has one column, and selecting it again moves it', () => {
    const chosen = assignColumnField({ A: 'barcode', B: 'names.en' }, 'C', 'names.en');
    expect(chosen).toEqual({ A: 'barcode', C: 'names.en' });
    expect(assignColumnField(chosen, 'A', null)).toEqual({ C: 'names.en' });
  });
});

describe('the remembered mapping', () => {
  it('a mapping is remembered for the same headers in the same columns, in any letter case', () => {
    saveRememberedMapping(1, file, { A: 'barcode', B: 'names.en' });
    const same = { ...file, columns: [column('A', 'ean'), ...file.columns.slice(1)] };
    expect(loadRememberedMapping(1, same)).toEqual({ A: 'barcode', B: 'names.en' });
  });

  it('a remembered mapping is private to its user, file headers and import kind', () => {
    saveRememberedMapping(1, file, { A: 'barcode' });
    expect(loadRememberedMapping(2, file)).toBeNull();
    expect(loadRememberedMapping(1, { ...file, kind: 'price' })).toBeNull();
    expect(loadRememberedMapping(1, { ...file, columns: file.columns.toReversed() })).toBeNull();
  });

  it('the oldest of many remembered mappings is dropped, and broken storage is ignored', () => {
    for (let n = 0; n < 31; n += 1)
      saveRememberedMapping(1, { kind: 'price', columns: [column('A', `h${n}`)] }, { A: 'barcode' });
    expect(loadRememberedMapping(1, { kind: 'price', columns: [column('A', 'h0')] })).toBeNull();
    expect(loadRememberedMapping(1, { kind: 'price', columns: [column('A', 'h30')] })).not.toBeNull();
    localStorage.setItem('dukkan.import-columns.1', '[not json');
    expect(loadRememberedMapping(1, file)).toBeNull();
  });
});
