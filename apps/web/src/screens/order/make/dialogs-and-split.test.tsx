import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp, testUser } from '../../../kit/test-utils.tsx';
import { saveDraft } from '../../../lib/form/saved-draft.ts';
import { signIn } from '../../../lib/server/session.ts';
import type { NewOrderDraft } from './draft.ts';
import MakeOrderPage from './page.tsx';
import { begun, priced } from './test-facts.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

const methods = [
  { id: 1, title: 'Cash', type: 'cash' },
  { id: 2, title: 'Card', type: 'card' },
];
const pricedAt = (due: number) => ({ ...priced, currency: 'QAR', due });

async function shown(part: Partial<NewOrderDraft>, price: (body: Record<string, unknown>) => Reply) {
  const server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.order.price.path]: price,
    [api.order.make.path]: () => ({ failure: { errors: { notes: ['not today'] } } }),
    [api.paymentMethod.list.path]: () => ({ results: methods, meta: createPageMeta(2) }),
    [api.posSession.approvers.path]: () => ({
      results: [{ id: 5, name: 'Majid', has_pin: true }],
      meta: createPageMeta(1),
    }),
  });
  signIn({ user: testUser, token: 't'.repeat(20) });
  saveDraft('order.new', { ...begun, ...part });
  await renderApp({ '/': <MakeOrderPage /> }, '/');
  await screen.findByRole('textbox', { name: 'Coupon' });
  return server;
}

it('Enter in a dialog above the order confirms the dialog, and Ctrl+Enter there places no order', async () => {
  const server = await shown({ discount: '5' }, ({ approval }) =>
    approval
      ? { results: pricedAt(15) }
      : {
          status: 403,
          failure: { code: 'order.discount_limit', errors: { discount: ['At most 0%.'] } },
        },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Ask a manager' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Majid');
  const pin = within(dialog).getByLabelText(/PIN/);
  fireEvent.change(pin, { target: { value: '4711' } });
  const pricingCount = server.of(api.order.price).length;
  // false where the key's own effect, which submits the dialog's form, is prevented
  expect(fireEvent.keyDown(pin, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(pin, { key: 'Enter', ctrlKey: true })).toBe(true);
  const way = within(dialog).getByRole('button', { name: 'Use the password' });
  expect(fireEvent.keyDown(way, { key: 'Enter', ctrlKey: true })).toBe(true);
  expect(server.of(api.order.make)).toEqual([]);
  expect(server.of(api.order.price)).toHaveLength(pricingCount);
  fireEvent.submit(pin.closest('form') as HTMLFormElement);
  await waitFor(() => expect(server.of(api.order.price).at(-1)).toMatchObject({ approval: {} }));
  // the button that opened the dialog is gone; the focus stays in the order, where Ctrl+Enter places it
  await waitFor(() => expect(document.activeElement?.id).toBe('order-discount'));
});

it('the suggested rest of a split payment follows the due amount, and a typed amount does not', async () => {
  let due = 20;
  const payments = [
    { payment_id: 1, amount: '15' },
    { payment_id: 2, amount: '5' },
  ];
  await shown({ pays: 'now', payments }, () => ({ results: pricedAt(due) }));
  const amounts = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Amount' }).map(({ value }) => value);
  const reprice = (next: number) => {
    due = next;
    fireEvent.change(screen.getByRole('textbox', { name: 'Manual discount' }), {
      target: { value: (20 - next).toFixed(2) },
    });
  };
  await screen.findByText('Total');
  reprice(19.99);
  await waitFor(() => expect(amounts()).toEqual(['15', '4.99']));
  reprice(18);
  await waitFor(() => expect(amounts()).toEqual(['15', '3.00']));
  const [, last] = screen.getAllByRole('textbox', { name: 'Amount' });
  fireEvent.change(last as Element, { target: { value: '2' } });
  reprice(17.5);
  await screen.findAllByText('QAR 17.50');
  expect(amounts()).toEqual(['15', '2']);
});
