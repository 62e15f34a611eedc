import { api } from '@dukkan/contract';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import type { OrderDetails } from '../shared/order-status.tsx';
import { OrderPaymentDialog } from './payment-dialog.tsx';

const order = {
  id: 12,
  version: 4,
  branch_id: 1,
  open_amount: 45,
  currency: 'QAR',
  payment_id: 3,
} as unknown as OrderDetails;

const PAYABLE = api.order.payable.path.replace('{id}', '12');
const payable = {
  id: 12,
  currency: 'QAR',
  open_amount: 45,
  rest: 43.75,
  methods: [
    { payment_id: 3, title: 'Cash', type: 'cash', open_amount: 43.75 },
    { payment_id: 4, title: 'Card', type: 'card', open_amount: 45 },
  ],
};

/** Records a payment of 50 when 45 are due, which the server refuses. */
async function refused(errors: Record<string, string[]>) {
  const server = mockServer({
    [PAYABLE]: () => ({ results: payable }),
    [api.order.save.path.replace('{id}', '12')]: () => ({ failure: { code: 'order.overpaid', errors } }),
  });
  await initTexts(['order']);
  await renderApp({ '/': <OrderPaymentDialog of={order} onClose={() => undefined} /> }, '/');
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Amount(?! tendered)/ });
  fireEvent.change(amount, { target: { value: '50,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  await screen.findByText(Object.values(errors)[0]?.[0] ?? '');
  return { amount, server };
}

it('a payment above the open amount is refused at the amount until it is changed', async () => {
  const { amount, server } = await refused({ payments: ['more than what is open'] });
  expect(server.of(api.order.save)).toMatchObject([{ payments: [{ payment_id: 3, amount: 50.5 }] }]);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(amount, { target: { value: '45' } });
  expect(screen.queryByText('more than what is open')).toBeNull();
});

it('an error on a field that the payment dialog does not show is still shown', async () => {
  const { amount } = await refused({ version: ['somebody was faster'] });
  expect(amount.getAttribute('aria-invalid')).toBeNull();
});

it('an unreadable payment amount is reported and not sent', async () => {
  const server = mockServer({ [PAYABLE]: () => ({ results: { ...payable, methods: [] } }) });
  await initTexts(['order']);
  await renderApp({ '/': <OrderPaymentDialog of={order} onClose={() => undefined} /> }, '/');
  fireEvent.change(await screen.findByRole('textbox', { name: /^Amount(?! tendered)/ }), {
    target: { value: '1,000' },
  });
  screen.getByText(/in two ways/);
  fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(server.of(api.order.save)).toEqual([]);
});

it('the amount to pay follows the method until another amount is typed', async () => {
  mockServer({ [PAYABLE]: () => ({ results: payable }) });
  await initTexts(['order']);
  await renderApp({ '/': <OrderPaymentDialog of={order} onClose={() => undefined} /> }, '/');
  await screen.findByText(/Balance due: .*43\.75/);
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount(?! tendered)/ });
  expect(amount.value).toBe('43.75');
  fireEvent.change(amount, { target: { value: '20' } });
  expect(amount.value).toBe('20');
  screen.getByText(/Balance due: .*43\.75/);
});

it('the payment dialog says that the amounts could not be loaded and loads them again', async () => {
  let isBroken = true;
  const server = mockServer({
    [PAYABLE]: () => (isBroken ? { failure: { code: 'service.busy', errors: {} } } : { results: payable }),
  });
  await initTexts(['order']);
  await renderApp({ '/': <OrderPaymentDialog of={order} onClose={() => undefined} /> }, '/');
  const again = await screen.findByRole('button', { name: 'Try again' });
  fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  expect(server.of(api.order.save)).toEqual([]);
  isBroken = false;
  fireEvent.click(again);
  expect(await screen.findByText(/43\.75/)).toBeTruthy();
});

/** The dialog on a page that reads its order anew. */
const RereadOrder = ({ onClose }: { onClose: () => void }) => {
  const [version, setVersion] = useState(4);
  return (
    <>
      <button type="button" onClick={() => setVersion(5)}>
        reread
      </button>
      <OrderPaymentDialog of={{ ...order, version }} onClose={onClose} />
    </>
  );
};

it('a partial payment whose answer was lost is sent again unchanged, although the order was reloaded', async () => {
  let isLost = true;
  const server = mockServer({
    [PAYABLE]: () => ({ results: payable }),
    [api.order.save.path]: () => {
      if (isLost) throw new TypeError('Failed to fetch');
      return { results: { ...order, version: 5, status_title: 'Waiting' } };
    },
  });
  await initTexts(['order']);
  const closed = vi.fn();
  await renderApp({ '/': <RereadOrder onClose={closed} /> }, '/');
  fireEvent.change(await screen.findByRole('textbox', { name: /^Amount(?! tendered)/ }), {
    target: { value: '5' },
  });
  const record = () => fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  record();
  await vi.waitFor(() => expect(server.of(api.order.save)).toHaveLength(1));
  isLost = false;
  fireEvent.click(screen.getByText('reread'));
  // as soon as the first try has failed
  await vi.waitFor(() => {
    record();
    expect(server.of(api.order.save)).toHaveLength(2);
  });
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  const keys = server.requests.filter(({ path }) => path === api.order.save.path).map(({ key }) => key);
  expect(server.of(api.order.save).map(({ version }) => version)).toEqual([4, 4]);
  expect(new Set(keys).size).toBe(1);
});
