import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { setTill } from '../../lib/till.ts';
import PosSessionPage from './page.tsx';

const session = {
  ...{ id: 9, branch_id: 3, branch_name: 'Al Sadd', device_id: 5, device_name: 'Front', status: 'open' },
  ...{ opened_by: testUser.id, opened_by_name: 'Mona', opened_at: '2026-11-28T09:26:00.000Z' },
  ...{ closed_by: null, closed_by_name: null, closed_at: null, approved_by: null, approver_name: null },
  ...{ currency: 'QAR', start_amount: 100, end_session_amount: null, expected_amount: 100, difference: null },
  ...{ left_in_drawer: null, z_number: null, note: null, version: 1, orders_count: 0, net_sales: 0 },
  ...{ differs: false, clock_went_back: false, first_count: null, open_orders: 0, denominations: [] },
  terms: [{ key: 'start', amount: 100, count: null, opens: null }],
  payments: [],
  actions: ['move', 'close', 'print'],
};

async function open(more: object = {}) {
  const empty = () => ({ results: [], meta: createPageMeta(0) });
  mockServer({
    [api.posSession.show.path.replace('{id}', '9')]: () => ({ results: { ...session, ...more } }),
    [api.order.list.path]: empty,
    [api.orderReturn.list.path]: empty,
    [api.audit.list.path]: empty,
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  await initTexts(['pos-session', 'kit', 'fields']);
  const app = await renderApp(
    { '/sessions/:id': <PosSessionPage />, '/orders/new': <p>Selling</p> },
    '/sessions/9',
  );
  await screen.findByRole('heading', { level: 1 });
  return app;
}

/** The names of the blue buttons. */
const listBlueButtons = () =>
  screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('bg-primary-solid'))
    .map(({ textContent }) => textContent);

afterEach(() => {
  setTill(null);
  localStorage.clear();
});

it('a till that was just opened leads to selling, and the browser sells at it from then on', async () => {
  await open();
  expect(listBlueButtons()).toEqual(['Sell']);
  expect(screen.getByRole('button', { name: 'Close the till' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sell' }));
  await screen.findByText('Selling');
  expect(localStorage.getItem('dukkan.till')).toBe('5 3 Front');
});

it("somebody else's session, and one of another till than that of this browser, are only closed", async () => {
  const app = await open({ opened_by: 77 });
  expect(listBlueButtons()).toEqual(['Close the till']);
  app.unmount();
  setTill({ id: 6, branch_id: 3, name: 'Back' });
  await open();
  expect(listBlueButtons()).toEqual(['Close the till']);
});

it.each([
  [-5, 'QAR 5.00 is missing from the drawer.'],
  [2.5, 'There is QAR 2.50 too much in the drawer.'],
])('a difference of %d is told in words', async (difference, text) => {
  await open({ status: 'closed', difference, differs: true, actions: ['print'], z_number: 4 });
  await waitFor(() =>
    expect(
      screen
        .getByRole('status')
        .textContent?.replace(/[\u00a0]/g, ' ')
        .replace(/[\u2066-\u2069]/g, ''),
    ).toContain(text),
  );
});

it('a person who has yet to count the drawer sees neither payments nor orders', async () => {
  await open({ payments: null });
  expect(screen.queryByText('Payments by method')).toBeNull();
  expect(screen.queryByText('No orders yet.')).toBeNull();
});
