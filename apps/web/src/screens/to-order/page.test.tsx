import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import type { Suggestion, SuggestionMeta } from './draft.ts';
import ToOrderPage from './page.tsx';

const TOTAL = 250;
const PAGE = 100;
const LIST = api.receipt.toOrder.path;
const MAKE = api.receipt.makeOrders.path;

const rowOf = (n: number): Suggestion => ({
  id: `${n}-1`,
  product_id: n,
  item_id: n,
  title: `Item ${n}`,
  barcode: null,
  branch_id: 1,
  branch_name: 'West Bay',
  image_url: null,
  supplier_id: n % 2 ? 5 : 6,
  pace: 1,
  available: 0,
  on_the_way: 0,
  pack_quantity: 1,
  minimum_quantity: 0,
  horizon: 10,
  days_left: 0,
  shortage: 10,
  quantity: 10,
  cost: 1,
  value: 10,
});

const supplierOf = (supplier_id: number): SuggestionMeta['suppliers'][number] => ({
  supplier_id,
  supplier_name: `Supplier ${supplier_id}`,
  email: null,
  lines: TOTAL / 2,
  value: 10,
  minimum_order: 0,
  is_below_minimum: false,
  arrives_on: '2026-12-02',
});

async function open(overdue_orders: SuggestionMeta['overdue_orders'] = []) {
  const server = mockServer({
    [LIST]: ({ page = 1 }) => {
      const first = (Number(page) - 1) * PAGE + 1;
      const count = Math.min(PAGE, TOTAL - first + 1);
      return {
        results: Array.from({ length: count }, (_, at) => rowOf(first + at)),
        meta: {
          ...createPageMeta(TOTAL, Number(page), PAGE),
          currency: 'QAR',
          suppliers: [supplierOf(5), supplierOf(6)],
          overdue_orders,
          next_runs_out: null,
        },
      };
    },
    [MAKE]: () => ({ results: { receipts: [] } }),
  });
  await initTexts(['to-order', 'fields']);
  await renderApp({ '/': <ToOrderPage /> }, '/');
  return server;
}

/** The item ids of the orders that were sent. */
const sentItems = (server: Awaited<ReturnType<typeof open>>) =>
  server.requests
    .filter(({ path }) => path === MAKE)
    .flatMap(({ body }) => (body.items as { item_id: number; quantity: number }[]) ?? []);

it('everything that is due on all pages is ordered, with what was changed and left out on this one', async () => {
  const server = await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All 250 items, not only these 100' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Order .?Item 3\W.*for/ }));
  fireEvent.change(screen.getByRole('textbox', { name: /Quantity of .?Item 4\W.*for/ }), {
    target: { value: '77' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Create 2 orders' }));
  await waitFor(() => expect(sentItems(server)).toHaveLength(TOTAL - 1));
  const items = sentItems(server);
  expect(items.some(({ item_id }) => item_id === 3)).toBe(false);
  expect(items.find(({ item_id }) => item_id === 4)?.quantity).toBe(77);
  expect(items.at(-1)?.item_id).toBe(TOTAL);
});

it('without the choice only the lines of the page are ordered', async () => {
  const server = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Create 2 orders' }));
  await waitFor(() => expect(sentItems(server)).toHaveLength(PAGE));
});

it('an order that should have come long ago is named, with the way to it', async () => {
  await open([{ id: 12, supplier_name: 'Gulf Foods', on_date: '2026-10-01', expected_on: '2026-10-04' }]);
  const link = await screen.findByRole('link', { name: 'Gulf Foods #12' });
  expect(link.getAttribute('href')).toContain('12');
  expect(screen.getByText(/Expected on .*4 October 2026/)).toBeTruthy();
});
