import { api } from '@dukkan/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { Carried } from './carried-cash.tsx';

const row = {
  id: 9,
  name: 'Yusuf',
  currency: 'QAR',
  outstanding: 45,
  outstanding_by_currency: [
    { currency: 'QAR', outstanding: 45 },
    { currency: 'KWD', outstanding: 2 },
  ],
  orders: [
    {
      order_id: 12,
      currency: 'QAR',
      amount: 45,
      payments: [{ id: 1, payment_title: 'Cash', amount: 45, received_at: '2026-11-20T09:00:00.000Z' }],
    },
    {
      order_id: 13,
      currency: 'KWD',
      amount: 2,
      payments: [{ id: 2, payment_title: 'Cash', amount: 2, received_at: '2026-11-20T08:00:00.000Z' }],
    },
  ],
};

async function shown(results: object[]) {
  mockServer({ [api.driverCash.list.path]: () => ({ results, meta: createPageMeta(1) }) });
  await initTexts(['order']);
  await renderApp({ '/': <Carried /> }, '/');
}

it('a driver sees the carried cash by currency with its orders', async () => {
  await shown([row]);
  // once in the total of its currency, once beside its order
  expect(await screen.findAllByText(/45\.00/)).toHaveLength(2);
  expect(screen.getAllByText(/2\.000/)).toHaveLength(2);
  fireEvent.click(screen.getByText('From 2 orders'));
  expect(screen.getByRole('link', { name: '#12', hidden: true })).toBeDefined();
  expect(screen.getByRole('link', { name: '#13', hidden: true })).toBeDefined();
});

it('a driver without cash is told so', async () => {
  await shown([{ ...row, outstanding: 0, outstanding_by_currency: [], orders: [] }]);
  expect(await screen.findByText('You hold no cash.')).toBeDefined();
  expect(screen.getByText(/0\.00/)).toBeDefined();
});
