import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import type { Import, ImportRow } from './import.ts';
import ImportPage from './page.tsx';
import ImportStart from './start.tsx';

/** Creates an import as the server returns it, waiting for its columns. */
export const createImport = (facts: Partial<Import> = {}): Import => ({
  id: 5,
  kind: 'product',
  state: 'mapping',
  file_name: 'goods.csv',
  bytes: 900,
  total_rows: 40,
  done_rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  account_name: 'Amal',
  created_at: '2026-11-21T10:00:00.000Z',
  started_at: null,
  finished_at: null,
  version: 1,
  actions: ['map', 'cancel'],
  message: '',
  images_name: null,
  images_count: 0,
  sheets: [{ name: 'goods', rows: 40, hidden: false }],
  sheet: 'goods',
  start_row: 2,
  columns: [
    { key: 'A', header: 'EAN', samples: ['4006381333931'] },
    { key: 'B', header: 'Name', samples: ['Milk', 'Bread'] },
    { key: 'C', header: null, samples: [] },
  ],
  // until the user selects columns, the mapping is the server's guess
  mapping: { barcode: 'A', 'names.en': 'B', price: null },
  guess: { barcode: 'A', 'names.en': 'B', price: null },
  mode: 'both',
  receive: false,
  free: false,
  unpriced: 0,
  own_codes: 0,
  items: 0,
  pictures: 0,
  uncoded: 0,
  sums: [],
  branch_id: null,
  branch_name: null,
  arriving: 0,
  suggests_receive: false,
  file_units: 0,
  arriving_units: 0,
  received_units: 0,
  arrived: 0,
  receipts_ids: [],
  price_list: null,
  categories: [],
  category_titles: [],
  brands: [],
  failure: null,
  preview: [],
  ...facts,
});

export const createImportRow = (facts: Partial<ImportRow>): ImportRow => ({
  id: facts.row ?? 1,
  import_id: 5,
  row: 2,
  result: 'updated',
  barcode: '4006381333931',
  title: 'Milk',
  account_id: null,
  phone: null,
  product_id: 9,
  reason: null,
  reasons: [],
  notices: [],
  changes: [],
  ...facts,
});

/** Mocks a server with one import; later reads return what a write returned. */
export function mockImportServer(first: Import, rows: ImportRow[] = [], answers: Partial<Import> = {}) {
  let now = first;
  const write = () => {
    now = { ...now, version: now.version + 1, ...answers };
    return { results: now };
  };
  return mockServer({
    '/admin/products/import/show/5': () => ({ results: now }),
    [api.productImport.rows.path]: (body) => {
      const matchingRows = rows.filter(({ result }) => body.result === undefined || body.result === result);
      return { results: matchingRows, meta: createPageMeta(matchingRows.length) };
    },
    [api.productImport.start.path]: write,
    [api.productImport.startPrices.path]: write,
    [api.productImport.startCustomers.path]: write,
    '/admin/products/import/cancel/5': write,
    '/admin/products/import/undo/5': write,
  });
}

export const pages = {
  '/products/import/new': <ImportStart />,
  '/products/import/:id': <ImportPage />,
  '/products/import': <p />,
};
export const openImportPage = (at = '/products/import/5') => renderApp(pages, at);
export const findColumnBox = (name: string) => screen.findByRole('combobox', { name: new RegExp(name) });
export const chooseColumnField = async (column: string, field: string) => {
  await userEvent.click(await findColumnBox(column));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${field}`) }));
};
