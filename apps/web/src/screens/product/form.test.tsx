import { api } from '@dukkan/contract';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp, testUser } from '../../kit/test-utils.tsx';
import type { EditedProduct } from './default-values.ts';
import ProductPage from './page.tsx';

vi.mock('../../lib/form/picture-data.ts', () => ({
  readSmallPicture: async (file: File) => `data:image/png;base64,${btoa(file.name)}`,
  loadStoredPicture: async (address: string) => `data:image/png;base64,${btoa(address)}`,
}));

// a busy machine is slow, and that must not fail the tests
vi.setConfig({ testTimeout: 30_000 });

const coffee: EditedProduct = {
  id: 7,
  title: 'Coffee',
  titles: { ar: 'قهوة', en: 'Coffee', de: '' },
  description: '',
  descriptions: { ar: '', en: '', de: '' },
  featured: 0,
  price: 12,
  compare_at: null,
  pricing: { price: 12, compare_at: null },
  barcode: '40170725',
  categorys_id: [],
  categories: [],
  category_title: null,
  brand_id: null,
  brand_name: null,
  tax_type_id: null,
  tax_name: null,
  stepper: 1,
  ord: 0,
  image_url: null,
  images: [{ id: 31, url: '/files/a.webp', thumb_url: '/files/a-small.webp' }],
  status: 1,
  items: [
    {
      item_id: 1,
      barcode: '40170725',
      option: null,
      price: null,
      pack_quantity: 1,
      minimum_quantity: 0,
      quantity: 0,
    },
    {
      item_id: 2,
      barcode: 'PACK-6',
      option: 'Pack of 6',
      price: 60,
      pack_quantity: 6,
      minimum_quantity: 0,
      quantity: 0,
    },
  ],
  quantity: 0,
  missing: ['de'],
  extras: [],
  orders_count: 0,
  receipts_count: 0,
  quantities: [],
  version: 3,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
  actions: ['save', 'delete'],
};

const open = async (
  at = '/products/save/7?edit=1',
  save: Reply = { results: { ...coffee, version: 4 } },
  user = testUser,
) => {
  const server = mockServer({
    '/admin/products/show/7': () => ({ results: coffee }),
    [api.product.save.path]: () => save,
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.brand.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
  });
  await renderApp(
    {
      '/products/save/:id?': <ProductPage />,
      '/products': <p>All products</p>,
    },
    at,
    user,
  );
  await screen.findByRole('heading', { level: 1 });
  return server;
};

const barcodes = () => screen.findAllByRole<HTMLInputElement>('textbox', { name: 'Barcode' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** Types a scan with fixed times, because delays on a busy machine would make the scanner look like a person. */
const scan = (code: string, target: Element = document.body) => {
  const keys = [
    ...[...code].map((digit) => ({ key: digit, code: `Digit${digit}` })),
    { key: 'Enter', code: 'Enter' },
  ];
  for (const [at, key] of keys.entries()) {
    // the characters reach the field before the Enter
    if (key.key === 'Enter' && target instanceof HTMLInputElement)
      fireEvent.change(target, { target: { value: target.value + code } });
    const event = createEvent.keyDown(target, key);
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + at * 5 });
    fireEvent(target, event);
  }
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe('product items', () => {
  it('product items can be reordered and removed, but not the last one', async () => {
    const { of } = await open();
    await press('Move item 2 up');
    const [first] = await barcodes();
    expect(first?.value).toBe('PACK-6');
    // the focus stays on the moved line, on the button that is still enabled
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move item 1 down'));
    await press('Remove item 2');
    await waitFor(async () => expect(await barcodes()).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Remove item/ })).toBeNull();
    await press('Save');
    await screen.findByRole('button', { name: 'Edit' });
    expect(of(api.product.save)).toEqual([
      {
        ...{ id: 7, version: 3 },
        items: [
          {
            item_id: 2,
            barcode: 'PACK-6',
            option: 'Pack of 6',
            price: 60,
            pack_quantity: 6,
            minimum_quantity: 0,
          },
        ],
      },
    ]);
  });

  it('a scan fills the next free item, and a known code leads to its item', async () => {
    await open();
    await barcodes();
    scan('6291041500213');
    await waitFor(async () =>
      expect((await barcodes()).map(({ value }) => value)).toEqual(['40170725', 'PACK-6', '6291041500213']),
    );
    scan('40170725');
    await waitFor(() => expect((document.activeElement as HTMLInputElement).value).toBe('40170725'));
    expect(await barcodes()).toHaveLength(3);
  });

  it('a second scan fills the next free item while the focus is in the first', async () => {
    await open();
    const [first] = await barcodes();
    const input = first as HTMLInputElement;
    input.focus();
    scan('6291041500213', input);
    await waitFor(async () =>
      expect((await barcodes()).map(({ value }) => value)).toEqual(['40170725', 'PACK-6', '6291041500213']),
    );
  });

  it("a scanned item code may use either digit set, and the scanner's Enter saves nothing", async () => {
    const { of } = await open();
    const [first] = await barcodes();
    await userEvent.clear(first as HTMLInputElement);
    await userEvent.type(first as HTMLInputElement, '٦٢٩١٠٤١٥٠٠٢١٣{Enter}');
    expect(first?.value).toBe('6291041500213');
    expect(of(api.product.save)).toEqual([]);
    // Enter moves to the next line
    expect((document.activeElement as HTMLInputElement).value).toBe('PACK-6');
  });

  it('a wrong check digit is asked about and saved as own code after confirmation', async () => {
    const { of } = await open('/products/save/7?edit=1', {
      status: 422,
      failure: {
        code: 'barcode.own_code',
        params: { barcode: '6291041500214' },
        errors: { 'items.0.barcode': ['Is it your own code?'] },
      },
    });
    const [first] = await barcodes();
    await userEvent.clear(first as HTMLInputElement);
    await userEvent.type(first as HTMLInputElement, '6291041500214');
    await press('Save');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, keep the code' }));
    await waitFor(() => expect(of(api.product.save)).toHaveLength(2));
    const [unforced, forced] = of(api.product.save) as { force?: boolean }[];
    expect([unforced?.force, forced?.force]).toEqual([undefined, true]);
  });

  it('product items without a price are asked about and saved as disabled after confirmation', async () => {
    const { of } = await open('/products/save/7?edit=1', {
      status: 422,
      failure: {
        code: 'product.price_missing',
        params: { count: 1, titles: 'Coffee' },
        errors: { 'pricing.price': ['Enter a price.'] },
      },
    });
    const price = (await screen.findAllByRole('textbox', { name: /^Price/ }))[0] as HTMLInputElement;
    await userEvent.clear(price);
    await userEvent.type(price, '0');
    await press('Save');
    await userEvent.click(await screen.findByRole('button', { name: 'Save as disabled' }));
    await waitFor(() => expect(of(api.product.save)).toHaveLength(2));
    expect(of(api.product.save)[1]).toMatchObject({ status: 0 });
  });

  it('a barcode of another product links to that product', async () => {
    await open('/products/save/7?edit=1', {
      status: 409,
      failure: {
        code: 'barcode.taken',
        params: { barcode: '96385074', title: 'Dates', product_id: 9 },
        errors: { 'items.1.barcode': ['It belongs to Dates.'] },
      },
    });
    const [, second] = await barcodes();
    await userEvent.clear(second as HTMLInputElement);
    await userEvent.type(second as HTMLInputElement, '96385074');
    await press('Save');
    const way = await screen.findByRole('link', { name: /^Open .*Dates/ });
    expect(way.getAttribute('href')).toBe('/products/save/9');
    await userEvent.type(second as HTMLInputElement, '{Backspace}');
    await waitFor(() => expect(screen.queryByRole('link', { name: /Open/ })).toBeNull());
  });
});

describe('the page of a product', () => {
  const reader = { ...testUser, permissions: ['seller'] };

  it('a product is read first, and Edit or the key E opens its form in place', async () => {
    await open('/products/save/7');
    await screen.findByRole('region', { name: 'Stock and sales' });
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.keyDown(document.body, { code: 'KeyE', key: 'ث' });
    expect(await barcodes()).toHaveLength(2);
    await press('Cancel');
    await press('Edit');
    expect(await barcodes()).toHaveLength(2);
  });

  it('the page of a product shows what was saved without waiting for the server', async () => {
    const { of } = await open('/products/save/7?edit=1', {
      results: { ...coffee, title: 'Mocha', version: 4 },
    });
    const [first] = await barcodes();
    await userEvent.type(first as HTMLInputElement, '{Backspace}');
    await press('Save');
    await screen.findByRole('heading', { level: 1, name: 'Mocha' });
    expect(of(api.product.save)).toHaveLength(1);
  });

  it('a product has no form for who may not change it, and says so where the address asks for one', async () => {
    await open('/products/save/7?edit=1', undefined, reader);
    await screen.findByText('You can look at this, but not change it.');
    await screen.findByText(/Products: create and change/);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    fireEvent.keyDown(document.body, { code: 'KeyE', key: 'e' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('a form of a product asks before Cancel loses what was typed', async () => {
    await open();
    const [first] = await barcodes();
    await userEvent.type(first as HTMLInputElement, '1');
    await press('Cancel');
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(await barcodes()).toHaveLength(2);
  });

  it('the price of a product changes in place', async () => {
    const { of } = await open('/products/save/7');
    await press('Change price');
    const price = await screen.findByRole('textbox', { name: /^Price/ });
    await userEvent.clear(price);
    await userEvent.type(price, '13.5');
    await press('Save');
    await waitFor(() =>
      expect(of(api.product.save)).toEqual([
        { id: 7, version: 3, pricing: { price: 13.5, compare_at: null, free: 0 } },
      ]),
    );
  });
});

describe('product pictures', () => {
  const pick = async (...names: string[]) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await userEvent.upload(
      input as HTMLInputElement,
      names.map((name) => new File(['x'], name, { type: 'image/png' })),
    );
  };
  const shown = () => {
    const list = screen.getByRole('list', { name: 'Pictures' });
    return within(list)
      .getAllByRole('img')
      .map((img) => img.getAttribute('src'));
  };

  it('product pictures are added together, reordered and sent as shown', async () => {
    const { of } = await open();
    await barcodes();
    await pick('b.png', 'c.png');
    await screen.findByRole('img', { name: 'Picture 3' });
    await press('Move picture 3 earlier');
    await press('Move picture 2 earlier');
    await waitFor(() => expect(shown()[0]).toContain(btoa('c.png')));
    await screen.findByText('The picture is now number 1.');
    await press('Remove picture 2');
    await press('Save');
    await screen.findByRole('button', { name: 'Edit' });
    expect(of(api.product.save)).toEqual([
      {
        id: 7,
        version: 3,
        images: [
          { base64: `data:image/png;base64,${btoa('c.png')}` },
          { base64: `data:image/png;base64,${btoa('b.png')}` },
        ],
      },
    ]);
  });
});

it('a pasted picture is added, but not the picture that pasted spreadsheet cells bring', async () => {
  await open();
  await barcodes();
  const files = [new File(['x'], 'd.png', { type: 'image/png' })];
  fireEvent.paste(document.body, { clipboardData: { files, types: ['text/plain', 'Files'] } });
  fireEvent.paste(document.body, { clipboardData: { files, types: ['Files'] } });
  await screen.findByRole('img', { name: 'Picture 2' });
  expect(screen.queryByRole('img', { name: 'Picture 3' })).toBeNull();
});

describe('a new product', () => {
  it('a new product starts with the scanned barcode and needs a price before it is sent', async () => {
    const { of } = await open('/products/save?barcode=40170725');
    const [first] = await barcodes();
    expect(first?.value).toBe('40170725');
    await userEvent.type(screen.getByRole('textbox', { name: 'Titles' }), 'Tea');
    await press('Save');
    await screen.findByRole('alert');
    expect(of(api.product.save)).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '8');
    await userEvent.type(screen.getByRole('textbox', { name: 'Compare-at price' }), '10');
    await screen.findByText(/20%/);
    await press('Save and new');
    await waitFor(() => expect(of(api.product.save)).toHaveLength(1));
    expect(of(api.product.save)[0]).toMatchObject({
      pricing: { price: 8, compare_at: 10 },
      items: [{ barcode: '40170725', option: null, price: null, pack_quantity: 1 }],
    });
    // the next form is empty
    await waitFor(async () => expect((await barcodes()).map(({ value }) => value)).toEqual(['']));
  });

  it('a copied product has everything except the barcodes', async () => {
    await open('/products/save?copy=7');
    await waitFor(async () => expect(await barcodes()).toHaveLength(2));
    expect((await barcodes()).map(({ value }) => value)).toEqual(['', '']);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Titles' }).value).toBe('Coffee');
    screen.getByText(/each belongs to one product only/);
    const { src } = screen.getByRole<HTMLImageElement>('img', { name: 'Picture 1' });
    expect(src).toContain(btoa('/files/a.webp'));
  });
});
