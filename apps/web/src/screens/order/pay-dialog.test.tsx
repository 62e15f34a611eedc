import { api } from '@dukkan/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draw, pageOf, serveWith } from '../../kit/bench-test-setup.tsx';
import { startTexts } from '../../lib/i18n.ts';
import { PayDialog } from './pay-dialog.tsx';
import type { Order } from './status.tsx';

const order = {
  id: 12,
  version: 4,
  branch_id: 1,
  open_amount: 45,
  currency: 'QAR',
  payment_id: 3,
} as unknown as Order;

/** Records 50 where 45 are open, and is refused so. */
async function refused(errors: Record<string, string[]>) {
  const server = serveWith({
    [api.paymentMethod.list.path]: () => ({
      results: [{ id: 3, title: 'Cash', type: 'cash' }],
      meta: pageOf(1),
    }),
    [api.order.save.path.replace('{id}', '12')]: () => ({ failure: { code: 'order.overpaid', errors } }),
  });
  await startTexts(['order']);
  await draw({ '/': <PayDialog of={order} onClose={() => undefined} /> }, '/');
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /Amount/ });
  fireEvent.change(amount, { target: { value: '50,5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record the payment' }));
  await screen.findByText(Object.values(errors)[0]?.[0] ?? '');
  return { amount, server };
}

it('more than what is open is refused at the amount, until that is another one', async () => {
  const { amount, server } = await refused({ payments: ['more than what is open'] });
  expect(server.of(api.order.save)).toMatchObject([{ payments: [{ payment_id: 3, amount: 50.5 }] }]);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(amount, { target: { value: '45' } });
  expect(screen.queryByText('more than what is open')).toBeNull();
});

it('what is refused of a field that is not here is said all the same', async () => {
  const { amount } = await refused({ version: ['somebody was faster'] });
  expect(amount.getAttribute('aria-invalid')).toBeNull();
});

it('an amount that cannot be read is told so and not sent', async () => {
  const server = serveWith({ [api.paymentMethod.list.path]: () => ({ results: [], meta: pageOf(0) }) });
  await startTexts(['order']);
  await draw({ '/': <PayDialog of={order} onClose={() => undefined} /> }, '/');
  fireEvent.change(await screen.findByRole('textbox', { name: /Amount/ }), { target: { value: '1,000' } });
  screen.getByText(/not clear/);
  fireEvent.click(screen.getByRole('button', { name: 'Record the payment' }));
  expect(server.of(api.order.save)).toEqual([]);
});
