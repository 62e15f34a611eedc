import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import type { User } from '../../lib/server/session.ts';
import CustomerPage from './page.tsx';

const fatma = {
  ...{ id: 8, name: 'Fatma', email: null, phone: '+97450001174', avatar_url: null, role_id: null },
  ...{ role_title: null, branch_id: null, branch_name: null, status: 1, last_seen_at: null },
  ...{ created_at: '2026-11-01T10:00:00.000Z', updated_at: '2026-11-01T10:00:00.000Z', version: 2 },
  ...{ email_verified: false, phone_verified: false, must_change_password: false, has_password: false },
  ...{ info: { branch_id: null }, pos: [], actions: ['save', 'delete'] },
};

const order = (id: number, currency: string, open_amount: number) => ({
  ...{ id, status_variant: 'success', status_title: 'Delivered', created_at: '2026-11-20T10:00:00.000Z' },
  ...{ due: open_amount, open_amount, currency },
});

const unpaid = [order(1, 'QAR', 20), order(2, 'QAR', 30.5), order(3, 'USD', 7)];

const open = async (user: User = testUser) => {
  const server = mockServer({
    '/admin/accounts/show/8': () => ({ results: fatma }),
    [api.account.save.path]: () => ({ results: { ...fatma, name: 'Fatima', version: 3 } }),
    [api.order.statistics.path]: () => ({
      results: { count: 19, totals: [{ currency: 'QAR', count: 19, total: 1_528 }], unpaid: 3 },
    }),
    [api.order.list.path]: ({ paid }) => ({
      results: paid === 0 ? unpaid : [order(4, 'QAR', 0)],
      meta: createPageMeta(3),
    }),
    [api.address.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.audit.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  await renderApp({ '/customers/:id': <CustomerPage /> }, '/customers/8', user);
  await screen.findByRole('heading', { level: 1 });
  return server;
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('a customer is read with orders and debts by currency, and an order for them is one click away', async () => {
  await open();
  const figures = await screen.findByRole('region', { name: 'Orders' });
  expect(figures.textContent).toContain('19');
  await screen.findByText(/QAR\s50\.50/);
  await screen.findByText(/USD\s7\.00/);
  const debts = screen.getByRole('link', { name: '3 orders' });
  expect(debts.getAttribute('href')).toBe('/orders?client_id=8&paid=0');
  const way = screen.getByRole('link', { name: 'New order' });
  expect(way.getAttribute('href')).toBe('/orders/new?client=8');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('a customer is edited in place, and the page shows what was saved', async () => {
  const { of } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Fatima');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { level: 1, name: 'Fatima' });
  expect(of(api.account.save)).toEqual([{ id: 8, version: 2, name: 'Fatima' }]);
});

it('a customer has no order figures and no form for who may only look', async () => {
  const { of } = await open({ ...testUser, permissions: ['users.view'] });
  expect(of(api.order.list)).toEqual([]);
  expect(of(api.order.statistics)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New order' })).toBeNull();
});
