import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  chooseColumnField,
  createImport,
  createImportRow,
  mockImportServer,
  openImportPage,
} from './import-test-setup.tsx';

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const check = () => userEvent.click(screen.getByRole('button', { name: 'Check file' }));

it('an import with a quantity column asks what to do with quantities and sends the choice', async () => {
  const { of } = mockImportServer(createImport({ branch_id: 4 }), [], { state: 'checking' });
  await openImportPage();
  await screen.findByText('EAN');
  expect(screen.queryByRole('radio', { name: /Receive into stock/ })).toBeNull();
  await chooseColumnField('No header', 'Quantity');
  await userEvent.click(await screen.findByRole('radio', { name: /Receive into stock/ }));
  await check();
  await screen.findByRole('progressbar');
  expect(of(api.productImport.start)[0]).toMatchObject({ receive: true, branch_id: 4, dry_run: true });
});

it('an import without a quantity column receives nothing', async () => {
  const { of } = mockImportServer(createImport({ receive: true, branch_id: 4 }), [], { state: 'checking' });
  await openImportPage();
  await screen.findByText('EAN');
  await check();
  await screen.findByRole('progressbar');
  expect(of(api.productImport.start)[0]).toMatchObject({ receive: false });
});

it('an import of list prices needs the price list', async () => {
  const mapping = { barcode: 'A', price: 'B' };
  const { of } = mockImportServer(createImport({ kind: 'price', guess: mapping, mapping }), [], {
    state: 'checking',
  });
  await openImportPage();
  await userEvent.click(await screen.findByRole('radio', { name: /Price list/ }));
  await check();
  await screen.findByText('Choose the price list.');
  expect(of(api.productImport.startPrices)).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: /Base prices/ }));
  await check();
  await screen.findByRole('progressbar');
  expect(of(api.productImport.startPrices)[0]).toMatchObject({ price_list: null });
});

it('a price of 0 means free when the box is ticked, and the box is shown with a price column', async () => {
  const { of } = mockImportServer(createImport(), [], { state: 'checking' });
  await openImportPage();
  await screen.findByText('EAN');
  expect(screen.queryByRole('checkbox', { name: '0 means free' })).toBeNull();
  await chooseColumnField('No header', 'Price');
  await userEvent.click(await screen.findByRole('checkbox', { name: '0 means free' }));
  await check();
  await screen.findByRole('progressbar');
  expect(of(api.productImport.start)[0]).toMatchObject({ free: true, dry_run: true });
});

it('an import of list prices has no box for free prices', async () => {
  const mapping = { barcode: 'A', price: 'B' };
  mockImportServer(createImport({ kind: 'price', guess: mapping, mapping, free: true }));
  await openImportPage();
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: '0 means free' });
  expect(box.checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: /^Price list/ }));
  expect(screen.queryByRole('checkbox', { name: '0 means free' })).toBeNull();
});

it('an import that only adds stock can be run and says how many rows and to which branch', async () => {
  const units = { file_units: 9, arriving_units: 7 };
  const facts = { unchanged: 3, arriving: 2, receive: true, branch_id: 4, branch_name: 'Souq', ...units };
  const row = createImport({ state: 'checked', actions: ['map', 'run'], ...facts });
  const { of } = mockImportServer(row, [], { state: 'running', actions: ['cancel'] });
  await openImportPage();
  await screen.findByText(/^7 units will be added to stock at/);
  await screen.findByText('2 units in the file are not added to stock.');
  expect(screen.queryByRole('button', { name: 'Add them' })).toBeNull();
  expect(screen.queryByText('This file would change nothing')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Receive stock of 2 rows' }));
  await screen.findByRole('progressbar');
  expect(of(api.productImport.start)).toEqual([{ id: 5, dry_run: false }]);
});

it('units that are not added to stock are named in the check, and one press checks the file again with them', async () => {
  const facts = { created: 3, file_units: 1620, branch_id: 4 };
  const row = createImport({ state: 'checked', actions: ['map', 'run'], ...facts });
  const { of } = mockImportServer(row, [], { arriving: 3, arriving_units: 1620, receive: true });
  await openImportPage();
  await screen.findByText('1,620 units in the file are not added to stock.');
  await userEvent.click(screen.getByRole('button', { name: 'Add them' }));
  await screen.findByText(/^1,620 units will be added to stock/);
  expect(of(api.productImport.start)).toEqual([{ id: 5, receive: true, branch_id: 4, dry_run: true }]);
});

it('the import result shows how many units were added to stock and how many were not', async () => {
  const facts = { created: 2, file_units: 20, received_units: 12, branch_name: 'Souq' };
  mockImportServer(createImport({ state: 'done', ...facts }));
  await openImportPage();
  await screen.findByText(
    /^12 units were added to stock at .*8 units in the file were not added to stock\.$/,
  );
});

it('receiving quantities is preselected in a shop that has never had stock', async () => {
  const mapping = { barcode: 'A', 'names.en': 'B', quantity: 'C' };
  mockImportServer(createImport({ guess: mapping, mapping, suggests_receive: true }));
  await openImportPage();
  const radio = await screen.findByRole('radio', { name: /^Receive into stock/ });
  expect(radio.getAttribute('aria-checked') ?? String((radio as HTMLInputElement).checked)).toBe('true');
});

it('the import result links to the receipts of its quantities', async () => {
  mockImportServer(
    createImport({ state: 'done', unchanged: 1, receipts_ids: [71, 72], branch_name: 'Souq' }),
  );
  await openImportPage();
  const link = await screen.findByRole('link', { name: '#71' });
  expect(link.getAttribute('href')).toBe('/reciepts/purchase-invoice/71');
  expect(screen.getByText('Quantities received with several receipts')).toBeTruthy();
});

it('a customer import needs a phone column, is sent without prices and quantities, and links back to customers', async () => {
  const customers = {
    kind: 'customer' as const,
    columns: [
      { key: 'A', header: 'Customer', samples: ['Layla'] },
      { key: 'B', header: 'Number', samples: ['55110001'] },
    ],
    mapping: { name: 'A' },
    guess: { name: 'A' },
  };
  const { of } = mockImportServer(createImport(customers), [], { state: 'checking' });
  await openImportPage();
  await screen.findByText('Rows of existing customers are refused.');
  await check();
  await screen.findByText('Choose the column with the phone numbers.');
  await chooseColumnField('Number', 'Phone');
  await check();
  await screen.findByRole('progressbar');
  expect(of(api.productImport.startCustomers)).toEqual([
    {
      id: 5,
      sheet: 'goods',
      start_row: 2,
      mapping: expect.objectContaining({ phone: 'B', name: 'A', email: null }),
      mode: 'both',
      dry_run: true,
    },
  ]);
});

it('the result of a customer import names customers by phone and links to them', async () => {
  const rows = [
    createImportRow({
      barcode: null,
      product_id: null,
      account_id: 31,
      phone: '+97455110001',
      title: 'Layla',
    }),
  ];
  mockImportServer(createImport({ kind: 'customer', state: 'done', updated: 1, actions: ['undo'] }), rows);
  await openImportPage();
  await screen.findByText('+97455110001');
  expect(screen.getByRole('link', { name: 'Go to customers' }).getAttribute('href')).toBe('/customers');
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain(
    '1 customer changed by this import will get their previous values back.',
  );
});
