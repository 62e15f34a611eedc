import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { HandOverButton } from './hand-over.tsx';
import type { OrderDetails } from './order-status.tsx';

const next = { status_value: 5, title: 'Delivered', variant: 'success', needs: null, force: false };
const orderWith = (more: object = {}) =>
  ({
    id: 12,
    version: 4,
    branch_id: 1,
    type: 'take_away',
    status_value: 1,
    open_amount: 45,
    currency: 'QAR',
    payment_id: null,
    actions: ['hand_over'],
    next: [{ ...next, status_id: 6 }],
    ...more,
  }) as unknown as OrderDetails;

const PAYABLE = api.order.payable.path.replace('{id}', '12');
async function shown(order: OrderDetails) {
  const server = mockServer({
    [PAYABLE]: () => ({
      results: {
        id: 12,
        currency: 'QAR',
        open_amount: 45,
        rest: 45,
        methods: [
          { payment_id: 4, title: 'Card', type: 'card', open_amount: 45 },
          { payment_id: 3, title: 'Cash', type: 'cash', open_amount: 45 },
        ],
      },
    }),
    [api.order.save.path.replace('{id}', '12')]: () => ({
      results: { ...order, status_title: 'Delivered', actions: [], next: [] },
    }),
  });
  await initTexts(['order']);
  await renderApp({ '/': <HandOverButton of={order} /> }, '/');
  return server;
}

it('an order is handed over with its payment in one save, in cash unless another method is planned', async () => {
  const server = await shown(orderWith());
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over' }));
  const tendered = await screen.findByRole<HTMLInputElement>('textbox', { name: /tendered/ });
  fireEvent.change(tendered, { target: { value: '50' } });
  await screen.findByText(/^Change/);
  const dialog = await screen.findByRole('dialog');
  const buttons = [...dialog.querySelectorAll('button')];
  fireEvent.click(buttons.find(({ textContent }) => textContent === 'Hand over') as HTMLButtonElement);
  await waitFor(() => expect(server.of(api.order.save)).toHaveLength(1));
  expect(server.of(api.order.save)).toMatchObject([
    { id: 12, version: 4, status_id: 6, payments: [{ payment_id: 3, amount: 45, tendered: 50 }] },
  ]);
});

it('a paid order is handed over with one press', async () => {
  const server = await shown(orderWith({ open_amount: 0 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(server.of(api.order.save)).toHaveLength(1));
  expect(server.of(api.order.save)[0]).not.toHaveProperty('payments');
});

it('an order with a driver is not handed over at the counter', async () => {
  await shown(orderWith({ actions: ['pay'] }));
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
});
