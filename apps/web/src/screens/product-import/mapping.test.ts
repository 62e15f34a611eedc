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
  it('are found by letter and by header; what is not there is not chosen', () => {
    expect(toFieldByColumn(file, { barcode: 'A', 'names.en': 'Name', price: 'Z', category: null })).toEqual({
      A: 'barcode',
      B: 'names.en',
    });
  });

  it('name every field for the server, so that a field taken back is let go of', () => {
    const mapping = toColumnByField('price', { A: 'barcode', C: 'price' });
    expect(mapping).toEqual({ barcode: 'A', price: 'C', status: null });
  });

  it('hold a field once: choosing it again moves it', () => {
    const chosen = assignColumnField({ A: 'barcode', B: 'names.en' }, 'C', 'names.en');
    expect(chosen).toEqual({ A: 'barcode', C: 'names.en' });
    expect(assignColumnField(chosen, 'A', null)).toEqual({ C: 'names.en' });
  });
});

describe('the choice for a shape of file', () => {
  it('comes back for the same headers in the same columns, whatever their case', () => {
    saveRememberedMapping(1, file, { A: 'barcode', B: 'names.en' });
    const same = { ...file, columns: [column('A', 'ean'), ...file.columns.slice(1)] };
    expect(loadRememberedMapping(1, same)).toEqual({ A: 'barcode', B: 'names.en' });
  });

  it('is nobody else’s, and of no other file or kind', () => {
    saveRememberedMapping(1, file, { A: 'barcode' });
    expect(loadRememberedMapping(2, file)).toBeNull();
    expect(loadRememberedMapping(1, { ...file, kind: 'price' })).toBeNull();
    expect(loadRememberedMapping(1, { ...file, columns: file.columns.toReversed() })).toBeNull();
  });

  it('is forgotten for the oldest of many shapes, and survives a broken store', () => {
    for (let n = 0; n < 31; n += 1)
      saveRememberedMapping(1, { kind: 'price', columns: [column('A', `h${n}`)] }, { A: 'barcode' });
    expect(loadRememberedMapping(1, { kind: 'price', columns: [column('A', 'h0')] })).toBeNull();
    expect(loadRememberedMapping(1, { kind: 'price', columns: [column('A', 'h30')] })).not.toBeNull();
    localStorage.setItem('dukkan.import-columns.1', '[not json');
    expect(loadRememberedMapping(1, file)).toBeNull();
  });
});
