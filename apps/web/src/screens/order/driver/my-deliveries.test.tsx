import { api } from '@dukkan/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { setNetworkState } from '../../../lib/server/network-state.ts';
import MyDeliveries from './my-deliveries.tsx';

const order = {
  id: 12,
  version: 4,
  branch_id: 1,
  status_value: 4,
  status_title: 'On the way',
  status_variant: 'info',
  client_name: 'Amal',
  client_phone: null,
  address: 'Street 1',
  notes: null,
  paid: 0,
  paid_amount: 0,
  open_amount: 45,
  currency: 'QAR',
  promised_at: null,
  place: { lat: null, lng: null },
  next: [
    { status_id: 6, status_value: 5, title: 'Delivered', variant: 'success', needs: null, force: false },
  ],
};

/** Renders the driver's page without a network, after 'Deliver and collect 45' was confirmed. */
async function confirmed() {
  let isLost = true;
  const server = mockServer({
    [api.order.list.path]: () => ({ results: [order], meta: createPageMeta(1) }),
    [api.order.show.path.replace('{id}', '12')]: () => ({ results: order }),
    [api.order.save.path.replace('{id}', '12')]: (): Reply => {
      if (isLost) throw new TypeError('no network');
      return { results: { ...order, status_title: 'Delivered', next: [] } };
    },
  });
  await initTexts(['order']);
  await renderApp({ '/': <MyDeliveries /> }, '/');
  await userEvent.click(await screen.findByRole('button', { name: /Deliver and collect .*45\.00/ }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Collect .*45\.00/ }),
  );
  await screen.findByText(/sent automatically/);
  const back = () => {
    isLost = false;
    act(() => setNetworkState('ok'));
  };
  return { back, saved: () => server.of(api.order.save) };
}

it('a delivery confirmed without a network closes its question and is sent once there is one', async () => {
  const { back, saved } = await confirmed();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(saved()).toHaveLength(1);
  back();
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toEqual(saved()[0]);
  await waitFor(() => expect(screen.queryByText(/sent automatically/)).toBeNull());
});

it('a delivery that the driver withdraws while offline is not sent', async () => {
  const { back, saved } = await confirmed();
  await userEvent.click(screen.getByRole('button', { name: "Don't send" }));
  expect(screen.queryByText(/sent automatically/)).toBeNull();
  back();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(saved()).toHaveLength(1);
});

it('a driver collects the cash on delivery amount when the order was priced for another method', async () => {
  const server = mockServer({
    [api.order.list.path]: () => ({ results: [order], meta: createPageMeta(1) }),
    [api.order.show.path.replace('{id}', '12')]: () => ({ results: order }),
    [api.order.payable.path.replace('{id}', '12')]: () => ({
      results: { id: 12, currency: 'QAR', open_amount: 45, rest: 43.75, methods: [] },
    }),
    [api.order.save.path.replace('{id}', '12')]: () => ({ results: { ...order, next: [] } }),
  });
  await initTexts(['order']);
  await renderApp({ '/': <MyDeliveries /> }, '/');
  const delivered = await screen.findByRole('button', { name: /Deliver and collect .*43\.75/ });
  expect(screen.getByText(/^QAR\s43\.75$/)).toBeDefined();
  expect(screen.queryByText(/^QAR\s45/)).toBeNull();
  // the confirmed amount is the one on the button
  await userEvent.click(delivered);
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: /Collect .*43\.75/ }));
  await waitFor(() => expect(server.of(api.order.save)).toMatchObject([{ paid: 1, rest: 43.75 }]));
});
