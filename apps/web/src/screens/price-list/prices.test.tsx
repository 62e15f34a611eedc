import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import PriceListPage from './page.tsx';

type Stored = { id: number; price: number; status: number };
const ITEMS = [1, 2, 3, 4].map((item_id) => ({
  item_id,
  product_id: item_id * 10,
  product_title: `Item ${item_id}`,
  barcode: `CODE${item_id}`,
  base_price: 10,
  tax: 0,
  cost: 6,
}));
/** Two rows would never fill a page of 50, so the server uses the requested page size. */
let rows: Map<number, Stored>;
let server: ReturnType<typeof mockServer>;
let version: number;
let refusal: object | null;

const itemOf = (item_id: number) => {
  const item = ITEMS.find((one) => one.item_id === item_id);
  if (!item) throw new Error(`no item ${item_id}`);
  return item;
};
const record = (page = 1) => {
  const all = [...rows].map(([item_id, row]) => ({
    ...itemOf(item_id),
    ...row,
    change: 0,
    margin: 0,
    beaten_by: null,
  }));
  return {
    id: 5,
    title: 'Summer',
    titles: { ar: '', en: 'Summer', de: '' },
    description: '',
    descriptions: { ar: '', en: '', de: '' },
    status: 1,
    ord: 0,
    start_date: null,
    end_date: null,
    phones: [],
    phones_count: 0,
    items_count: all.length,
    holds: 'now',
    branches_ids: [1],
    version,
    actions: ['save', 'delete'],
    items: page === 1 ? all : all.slice(-1),
    items_meta: { ...createPageMeta(all.length + 60, page, 50) },
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
  };
};

beforeEach(async () => {
  version = 1;
  refusal = null;
  rows = new Map([1, 2, 3].map((id) => [id, { id: id + 100, price: 8, status: 1 }]));
  server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.priceList.show.path.replace('{id}', '5')]: ({ items_page }) => ({
      results: record(Number(items_page ?? 1)),
    }),
    [api.priceList.lookup.path]: ({ codes = [], items_ids = [], rows_ids = [] }) => {
      const going = [...rows]
        .filter(([, { id }]) => (rows_ids as number[]).includes(id))
        .map(([item_id]) => item_id);
      const view = (item_id: number) => ({ ...itemOf(item_id), row: rows.get(item_id) ?? null });
      return {
        results: {
          codes: (codes as string[]).map((code) => {
            const item = ITEMS.find(({ barcode }) => barcode === code);
            return { code, item: item ? view(item.item_id) : null };
          }),
          items: [...(items_ids as number[]), ...going].map(view),
        },
      };
    },
    [api.priceList.save.path]: () => {
      if (refusal) return { failure: refusal, status: 422 };
      version += 1;
      return { results: record() };
    },
  });
  await initTexts(['price-list', 'order', 'kit', 'fields']);
});

const open = async () => {
  await renderApp({ '/pricelists/edit/:id': <PriceListPage /> }, '/pricelists/edit/5');
  await screen.findByRole('textbox', { name: /List price of .*Item 1/ });
};
const price = (n: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`List price of .*Item ${n}`) });
const type = (n: number, text: string) => fireEvent.change(price(n), { target: { value: text } });
const paste = (text: string, target: Element | Window = window) =>
  fireEvent.paste(target as Element, { clipboardData: { getData: () => text } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('saving sends only changed prices and the ids of removed rows', async () => {
  await open();
  type(1, '7.5');
  fireEvent.keyDown(price(3), { key: 'Delete', code: 'Delete' });
  save();
  await waitFor(() => expect(server.of(api.priceList.save)).toHaveLength(1));
  expect(server.of(api.priceList.save)[0]).toMatchObject({
    id: 5,
    version: 1,
    items: [{ item_id: 1, product_id: 10, price: 7.5, status: 1 }],
    deleted_items: [103],
  });
  expect(server.of(api.priceList.save)[0]).not.toHaveProperty('titles');
});

it('Ctrl+D copies the price from above or fills selected rows, and Ctrl+Z undoes one step', async () => {
  await open();
  type(1, '7');
  fireEvent.keyDown(price(2), { key: 'd', code: 'KeyD', ctrlKey: true });
  expect(price(2).value).toBe('7.00');
  fireEvent.keyDown(price(1), { key: 'ArrowDown', code: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(price(2), { key: 'ArrowDown', code: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(price(3), { key: 'd', code: 'KeyD', ctrlKey: true });
  expect(price(3).value).toBe('7.00');
  fireEvent.keyDown(price(3), { key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(price(3).value).toBe('8.00');
  expect(price(2).value).toBe('7.00');
  fireEvent.keyDown(price(3), { key: 'z', code: 'KeyZ', ctrlKey: true });
  fireEvent.keyDown(price(3), { key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(price(1).value).toBe('8.00');
});

it('a price below cost is counted, and its margin is shown while typing', async () => {
  await open();
  type(1, '5');
  expect(await screen.findByText(/1.* below cost/)).toBeTruthy();
  const row = price(1).closest('tr');
  expect(row && within(row).getByText(/−20/)).toBeTruthy();
});

it('pasted codes and prices fill cells, unknown codes are named, and an unreadable price stays in its cell', async () => {
  await open();
  paste('Code\tPrice\nCODE1\t6\nCODE4\tcheap\nNOPE\t3');
  expect(await screen.findByText(/NOPE/)).toBeTruthy();
  expect(price(1).value).toBe('6.00');
  expect(price(4).value).toBe('cheap');
  save();
  await waitFor(() => expect(price(4).getAttribute('aria-invalid')).toBe('true'));
  expect(server.of(api.priceList.save)).toEqual([]);
});

it('one pasted column fills down from its cell', async () => {
  await open();
  paste('5\n6', price(2));
  expect([price(1), price(2), price(3)].map(({ value }) => value)).toEqual(['8.00', '5.00', '6.00']);
});

it('unsaved prices are kept across pages', async () => {
  await open();
  type(1, '7');
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Item 1/ })).toBeNull());
  fireEvent.click(screen.getByRole('radio', { name: /Unsaved/ }));
  expect(price(1).value).toBe('7.00');
  save();
  await waitFor(() => expect(server.of(api.priceList.save)).toHaveLength(1));
});

it('a price refused by the server is marked in its cell', async () => {
  await open();
  refusal = {
    code: 'request.invalid',
    message: 'refused',
    errors: { 'items.0.price': ['At most 2 decimals.'] },
  };
  type(2, '7.555');
  save();
  expect(await screen.findAllByText(/At most 2 decimals/)).not.toHaveLength(0);
  expect(price(2).getAttribute('aria-invalid')).toBe('true');
});

it('a list opens on its sheet, its settings in a drawer, and one save sends both', async () => {
  await open();
  expect(screen.queryByRole('textbox', { name: /^Titles/ })).toBeNull();
  type(1, '7.5');
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  const drawer = await screen.findByRole('dialog', { name: /Settings of .*Summer/ });
  fireEvent.change(within(drawer).getByRole('textbox', { name: /^Sort order/ }), { target: { value: '4' } });
  // what was typed stays when the drawer closes
  fireEvent.click(within(drawer).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  save();
  await waitFor(() => expect(server.of(api.priceList.save)).toHaveLength(1));
  expect(server.of(api.priceList.save)[0]).toMatchObject({ ord: 4, items: [{ item_id: 1, price: 7.5 }] });
});

it('a list that may not be changed shows prices as text, and its settings as facts', async () => {
  const show = api.priceList.show.path.replace('{id}', '5');
  server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [show]: () => ({ results: { ...record(), actions: [] } }),
  });
  await renderApp({ '/pricelists/edit/:id': <PriceListPage /> }, '/pricelists/edit/5?settings=1');
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText('Sort order')).toBeDefined();
  expect(within(drawer).queryByRole('textbox')).toBeNull();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getAllByText(/QAR\s8\.00/)).toHaveLength(3));
  expect(screen.queryByRole('textbox', { name: /List price of/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
