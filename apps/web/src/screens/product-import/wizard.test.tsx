import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import {
  chooseColumnField,
  createImport,
  createImportRow,
  findColumnBox,
  mockImportServer,
  openImportPage,
  pages,
} from './import-test-setup.tsx';

// the code of the wizard is large, and a busy machine is slow; neither must fail the tests
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('the columns step', () => {
  it('columns start with the marked suggestion and are checked as selected', async () => {
    const { of } = mockImportServer(createImport(), [], { state: 'checking', actions: ['cancel'] });
    await openImportPage();
    expect((await findColumnBox('Name')).textContent).toContain('Name (English)');
    expect(screen.getAllByText('Suggested')).toHaveLength(2);
    await chooseColumnField('Name', 'Name \\(German\\)');
    expect(screen.getAllByText('Suggested')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await screen.findByRole('progressbar', { name: 'Checking the rows' });
    expect(of(api.productImport.start)[0]).toMatchObject({
      id: 5,
      start_row: 2,
      dry_run: true,
      mode: 'both',
      mapping: { barcode: 'A', 'names.de': 'B', 'names.en': null, price: null },
    });
  });

  it('columns without a code or name are asked for, and nothing is sent', async () => {
    const { of } = mockImportServer(createImport({ guess: { price: 'B' }, mapping: { price: 'B' } }));
    await openImportPage();
    await findColumnBox('Name');
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await screen.findByText('Choose the column with the codes or the names.');
    expect(of(api.productImport.start)).toEqual([]);
  });

  it('used and suggested columns are listed first', async () => {
    const unused = { key: 'D', header: 'Weight', samples: ['3'] };
    const [code, name, bare] = createImport().columns;
    mockImportServer(createImport({ columns: [unused, bare, code, name] as never }));
    await openImportPage();
    await findColumnBox('EAN');
    const boxes = screen.getAllByRole('combobox', { name: /^Column/ });
    expect(boxes.map((box) => box.getAttribute('aria-label')?.slice(0, 8))).toEqual([
      ...['Column A', 'Column B', 'Column D', 'Column C'],
    ]);
  });

  it('selecting a field for another column clears the first one', async () => {
    mockImportServer(createImport());
    await openImportPage();
    await chooseColumnField('No header', 'Barcode');
    expect((await findColumnBox('EAN')).textContent).toContain('Not used');
  });

  it('selected columns are remembered for the next file with the same headers, and the suggestion can be restored', async () => {
    mockImportServer(createImport(), [], { state: 'checking' });
    const first = await openImportPage();
    await chooseColumnField('Name', 'Name \\(Arabic\\)');
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await screen.findByRole('progressbar');
    first.unmount();
    mockImportServer(createImport());
    await openImportPage();
    expect((await findColumnBox('Name')).textContent).toContain('Name (Arabic)');
    await userEvent.click(screen.getByRole('button', { name: 'Use suggestions' }));
    expect((await findColumnBox('Name')).textContent).toContain('Name (English)');
  });

  it('a price import has three fields and needs more than the barcode', async () => {
    const { of } = mockImportServer(
      createImport({ kind: 'price', guess: { barcode: 'A' }, mapping: { barcode: 'A' } }),
      [],
      { state: 'checking' },
    );
    await openImportPage();
    await userEvent.click(await findColumnBox('Name'));
    expect(screen.getAllByRole('option').map((one) => one.textContent?.split(' (')[0])).toEqual([
      'Not used',
      'Barcode',
      'Price',
      'Status',
    ]);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await screen.findByText('Choose a column for the price or the status as well.');
    await chooseColumnField('Name', 'Price');
    await userEvent.click(screen.getByRole('button', { name: 'Check file' }));
    await screen.findByRole('progressbar');
    expect(of(api.productImport.startPrices)[0]).not.toHaveProperty('mode');
  });

  it('columns are read again from another first row', async () => {
    const { of } = mockImportServer(createImport(), [], { state: 'reading', actions: ['cancel'] });
    await openImportPage();
    const box = await screen.findByRole('textbox', { name: /First row/ });
    await userEvent.clear(box);
    await userEvent.type(box, '٤{Enter}');
    await screen.findByRole('progressbar', { name: 'Reading the file' });
    expect(of(api.productImport.start)).toEqual([{ id: 5, sheet: 'goods', start_row: 4 }]);
  });

  it('an empty sheet has no columns, another can be selected, and the check is disabled until then', async () => {
    const sheets = [
      { name: 'Cover', rows: 0, hidden: false },
      { name: 'Goods', rows: 9, hidden: false },
    ];
    const failure = { code: 'import.empty', message: 'This sheet has no rows to import.' };
    const empty = createImport({ sheets, sheet: 'Cover', failure, columns: [], mapping: {}, guess: {} });
    const { of } = mockImportServer(empty, [], { state: 'reading', actions: ['cancel'] });
    await openImportPage();
    await screen.findByText('This sheet has no rows to import.');
    expect(screen.getByRole('button', { name: 'Check file' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('combobox', { name: 'Sheet' }));
    await userEvent.click(await screen.findByRole('option', { name: /Goods/ }));
    await screen.findByRole('progressbar', { name: 'Reading the file' });
    expect(of(api.productImport.start)).toEqual([{ id: 5, sheet: 'Goods' }]);
  });

  it('columns cannot be selected after the file was deleted', async () => {
    mockImportServer(createImport({ actions: ['cancel'] }));
    await openImportPage();
    await screen.findByText('The uploaded file has been deleted');
  });
});

describe('the check step', () => {
  const checked = createImport({
    state: 'checked',
    actions: ['map', 'run', 'cancel', 'refused'],
    created: 2,
    updated: 1,
    refused: 1,
    categories: ['Food > Sweet'],
    mapping: { barcode: 'A' },
  });
  const rows = [
    createImportRow({ row: 3, changes: [{ field: 'price', from: 5, to: 6.5 }] }),
    createImportRow({
      row: 4,
      result: 'refused',
      title: 'Tea',
      barcode: '123',
      product_id: null,
      reason: 'Wrong digit.',
      reasons: [{ field: 'barcode', column: 'A', code: 'import.row_code_damaged', message: 'Wrong digit.' }],
    }),
  ];

  it('the check shows changes from old to new and why a row is refused', async () => {
    mockImportServer(checked, rows);
    await openImportPage();
    const milk = await screen.findByRole('row', { name: /Milk/ });
    // shown above the rows as the product that it becomes
    expect(screen.getAllByText('Milk').some((name) => name.closest('li') !== null)).toBe(true);
    expect(within(milk).getByText('5').closest('del')).not.toBeNull();
    expect(within(milk).getByText('6.5').closest('ins')).not.toBeNull();
    const tea = screen.getByText('Tea').closest('tr') as HTMLElement;
    within(tea).getByText('Wrong digit.');
    within(tea).getByText('A');
    screen.getByText('Food > Sweet');
    await userEvent.click(screen.getByRole('tab', { name: /Refused/ }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /Milk/ })).toBeNull());
  });

  it('the check adds up refused rows and left-out values by reason, each with its remedy', async () => {
    const sum = { field: 'quantity', column: 'C', row: 7, code: 'import.row_quantity_negative' };
    const left = {
      ...sum,
      refused: false,
      count: 654,
      message: 'The quantity -3 was left out: it is below zero.',
    };
    const bad = {
      ...sum,
      refused: true,
      count: 1,
      message: 'Row 2 has it.',
      code: 'import.row_barcode_repeated',
    };
    mockImportServer({ ...checked, sums: [left, bad] }, rows);
    await openImportPage();
    const card = (await screen.findByText('654 rows')).closest('li') as HTMLElement;
    within(card).getByText('The quantity -3 was left out: it is below zero.');
    within(card).getByText('These rows are imported without this value.');
    const other = screen.getByText('1 row').closest('li') as HTMLElement;
    within(other).getByText(/Correct one of the two codes/);
  });

  it('the run button runs the checked file', async () => {
    const { of } = mockImportServer(checked, rows, { state: 'waiting', actions: ['cancel'] });
    await openImportPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
    await screen.findByRole('progressbar', { name: 'Waiting to start' });
    expect(of(api.productImport.start)).toEqual([{ id: 5, dry_run: false }]);
  });

  it('the check leads back to the columns as selected', async () => {
    mockImportServer(checked, rows);
    await openImportPage();
    await userEvent.click(await screen.findByRole('link', { name: 'Change columns' }));
    expect((await findColumnBox('EAN')).textContent).toContain('Barcode');
    expect((await findColumnBox('Name')).textContent).toContain('Not used');
  });

  it('the check offers no run without changes', async () => {
    mockImportServer({ ...checked, created: 0, updated: 0, refused: 0, unchanged: 40 });
    await openImportPage();
    await screen.findByText('This file would change nothing');
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  it('a check that only adds category titles says so and can be run', async () => {
    const titles = ['Bakery: مخبز', 'Toys: ألعاب'];
    const { of } = mockImportServer(
      { ...checked, created: 0, updated: 0, refused: 0, unchanged: 40, category_titles: titles },
      [],
      { state: 'waiting', actions: ['cancel'] },
    );
    await openImportPage();
    await screen.findByText('2 categories will get a title in another language');
    await screen.findByText('Bakery: مخبز');
    await userEvent.click(screen.getByRole('button', { name: 'Add titles to 2 categories' }));
    await screen.findByRole('progressbar', { name: 'Waiting to start' });
    expect(of(api.productImport.start)).toEqual([{ id: 5, dry_run: false }]);
  });

  it('the check shows why the server did not start the run', async () => {
    mockServer({
      '/admin/products/import/show/5': () => ({ results: checked }),
      [api.productImport.rows.path]: () => ({ results: [], meta: createPageMeta(0) }),
      [api.productImport.start.path]: () => ({
        status: 409,
        failure: { code: 'import.state', message: 'Somebody was quicker.' },
      }),
    });
    await openImportPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 rows' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody was quicker.');
  });
});

describe('the run step', () => {
  const running = createImport({
    state: 'running',
    actions: ['cancel'],
    done_rows: 21,
    created: 20,
    refused: 1,
  });

  it('the run shows its progress in numbers and announces each quarter', async () => {
    mockImportServer(running);
    await openImportPage();
    const bar = await screen.findByRole('progressbar', { name: 'Importing' });
    expect(bar.getAttribute('aria-valuenow')).toBe('52');
    screen.getByText('21 of 40 rows');
    await screen.findByText('Importing: 50%');
  });

  it('the run is canceled after a question that names what stays', async () => {
    const { requests } = mockImportServer(running, [], { state: 'cancelled', actions: ['undo'] });
    await openImportPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel import' }));
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText(/20 rows have been imported\. They stay and can be undone/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel import' }));
    await screen.findByText('Import canceled');
    expect(requests.some(({ path }) => path === '/admin/products/import/cancel/5')).toBe(true);
  });
});

describe('the result step', () => {
  it('the result is undone as a whole after a question that names the consequences', async () => {
    const done = createImport({
      state: 'done',
      actions: ['undo', 'refused'],
      created: 2,
      updated: 1,
      refused: 1,
    });
    mockImportServer(done, [], { state: 'undoing', actions: [] });
    await openImportPage();
    await screen.findByText('Import finished');
    screen.getByRole('button', { name: 'Download refused rows' });
    await userEvent.click(screen.getByRole('button', { name: 'Undo import' }));
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText(
      /2 products created by this import will be deleted\. 1 product changed by this import will get its previous values back\./,
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Undo import' }));
    await screen.findByRole('progressbar', { name: 'Undoing the import' });
  });

  it('the result of a failed file shows its reason and that nothing was changed', async () => {
    const failure = { code: 'import.empty', message: 'This sheet has no rows to import.' };
    mockImportServer(createImport({ state: 'failed', actions: [], failure }));
    await openImportPage();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This sheet has no rows to import.');
    expect(alert.textContent).toContain('Nothing was changed.');
    screen.getByRole('link', { name: 'New import' });
  });

  it('the result of an undo shows what was kept', async () => {
    mockImportServer(createImport({ state: 'undone', actions: [], updated: 1 }), [
      createImportRow({ result: 'kept' }),
    ]);
    await openImportPage();
    await userEvent.click(await screen.findByRole('tab', { name: 'Not undone' }));
    await screen.findByText('Milk');
  });

  it('the result shows how many products have no price and links to them', async () => {
    mockImportServer(createImport({ state: 'done', created: 2999, unpriced: 2999, own_codes: 1 }));
    await openImportPage();
    await screen.findByText('2,999 products have no price and stay disabled.');
    screen.getByText('1 barcode has a wrong check digit and is imported as your own code.');
    const way = screen.getByRole('link', { name: 'Show products without a price' });
    expect(way.getAttribute('href')).toBe('/products?unpriced=1');
  });

  it("the result hides the refused rows' download from staff who cannot export", async () => {
    mockImportServer(createImport({ state: 'done', actions: ['refused'], refused: 1, created: 1 }));
    await renderApp(pages, '/products/import/5', { ...testUser, permissions: ['products.save'] });
    await screen.findByText('Import finished');
    expect(screen.queryByRole('button', { name: 'Download refused rows' })).toBeNull();
  });
});

describe('the file step', () => {
  const upload = async (name: string) => {
    const box = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!box) throw new Error('nowhere to put a file');
    // like a dropped file, which the file picker's filter does not check
    await userEvent.upload(box, new File(['x'], name), { applyAccept: false });
  };

  it('a file is requested, and an old workbook format is refused with what to do', async () => {
    mockImportServer(createImport());
    await openImportPage('/products/import/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Upload' }));
    await screen.findByText('Please choose a file to import.');
    await upload('old.xls');
    await screen.findByText(/This format can't be read/);
    await upload('shop.ods');
    await screen.findByText(/save it as \.xlsx or \.csv/);
    await upload('notes.docx');
    await screen.findByText(/Only Excel workbooks/);
    await upload('goods.csv');
    await screen.findByText('goods.csv');
    expect(screen.queryByText(/Only Excel workbooks/)).toBeNull();
  });

  it('a price import has no picture upload', async () => {
    mockImportServer(createImport());
    await openImportPage('/products/import/new?kind=price');
    await screen.findByRole('heading', { name: 'Import prices' });
    expect(screen.queryByText('Pictures (optional)')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Products' }));
    await screen.findByText('Pictures (optional)');
  });

  it('staff who cannot save products cannot upload a file', async () => {
    mockImportServer(createImport());
    await renderApp(pages, '/products/import/new', { ...testUser, permissions: ['products.view'] });
    await screen.findByText('Products: create and change');
  });
});
