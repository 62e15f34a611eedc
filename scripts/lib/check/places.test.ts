import { expect, it } from 'vitest';
import { listFullFolders, listMisplacedGroups, listOwnEndings } from './places.mjs';

it.each(['price-list.sheet.ts', 'a/account.list.test.ts', 'draft.store.tsx'])(
  '%s ends in a word of its own',
  (file) => {
    expect(listOwnEndings([file])).toEqual([file]);
  },
);

it.each(['price-list.service.ts', 'a/account.view.ts', 'edit-order.property.test.ts', '.cruiser.cjs'])(
  '%s ends as every file does',
  (file) => {
    expect(listOwnEndings([file])).toEqual([]);
  },
);

it('a folder with too many files is listed, and its tests are not counted', () => {
  const files = ['a/b.ts', 'a/c.ts', 'a/b.test.ts', 'd/e.ts'];
  expect(listFullFolders(files, 1)).toEqual(['a: 2 files']);
  expect(listFullFolders(files, 2)).toEqual([]);
});

it('a group of endpoints that lies in another folder of the contract than its module is listed', () => {
  const contract = `import { brand } from './catalog/brand.ts';
import { batch, stock } from './stock/stock.ts';
import { receipt } from './stock/receipt.ts';
export const api = {
  brand,
  batch,
  stock,
  receipt,
};`;
  const modules = new Map([
    ['catalog', 'serve(api.brand, brand)'],
    ['stock', 'serve(api.batch, {}), serve(api.stock, {})'],
    ['purchasing', 'serve(api.receipt, {})'],
  ]);
  expect(listMisplacedGroups(contract, modules)).toEqual([
    'receipt: stock in the contract, purchasing in the API',
  ]);
  modules.set('catalog', 'serve(api.brands, brand)');
  expect(listMisplacedGroups(contract, modules)).toContain(
    'brand: catalog in the contract, nowhere in the API',
  );
});
