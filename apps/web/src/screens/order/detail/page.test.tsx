import { api } from '@dukkan/contract';
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { JUST_PLACED } from './next-call.tsx';
import OrderPage from './page.tsx';

const CONFIRM = {
  status_id: 2,
  status_value: 1,
  title: 'Confirmed',
  variant: 'info',
  needs: null,
  force: false,
};
const MOVES = [
  { status_id: 1, status_title: 'Waiting', to_value: 0, account_name: 'Layla', notes: null },
  { status_id: 2, status_title: 'Confirmed', to_value: 1, account_name: 'Fatma', notes: 'Called back' },
  { status_id: 9, status_title: 'Canceled', to_value: -1, account_name: null, notes: null },
].map((move, at) => ({ ...move, created_at: `2026-11-21T08:0${at}:00.000Z` }));

const order = {
  ...{
    id: 12,
    version: 1,
    currency: 'QAR',
    branch_id: 1,
    branch_name: 'Al Sadd',
    type: 'take_away',
    pos: false,
    till_no: null,
  },
  ...{ source: 'dashboard', created_at: '2026-11-21T08:00:00.000Z', promised_at: null, preferred_at: null },
  ...{ status_value: 0, status_title: 'Waiting', status_variant: 'primary', paid: 0, is_short: false },
  ...{ actions: ['pay'], edit_reason: 'till', next: [CONFIRM], moves: MOVES, lines: [], lines_count: 0 },
  ...{ total: 45, due: 45, open_amount: 45, paid_amount: 0, returned_value: 0, steps: [], taxes: [] },
  ...{ product_discount: 0, coupon_discount: 0, manual_discount: 0, delivery_charge: 0, payment_fee: 0 },
  ...{
    rounding: 0,
    tax_mode: 'inclusive',
    coupon_code: null,
    approver_name: null,
    payments: [],
    returns: [],
  },
  ...{ payment_title: null, client_id: null, client_name: 'Layla', client_phone: null, client_email: null },
  ...{ address: '', location_name: null, notes: null, invoice_to: null, recurrence: null, recurring: 0 },
  ...{ recur_failed: null, continued_by: null, next_for: null },
};

async function open(more: object = {}, state: object | null = null) {
  mockServer({
    [api.order.show.path.replace('{id}', '12')]: () => ({ results: { ...order, ...more } }),
    [api.paymentAttempt.list.path]: () => ({ results: { attempts: [], methods: [] } }),
    [api.branch.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  await initTexts(['order', 'kit', 'fields']);
  const { router } = await renderApp({ '/': <p>Home</p>, '/orders/:id': <OrderPage /> }, '/');
  await act(() => router.navigate('/orders/12', { state }));
  await screen.findByRole('heading', { level: 1 });
}

const listBlueButtons = () =>
  screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('bg-primary-solid'))
    .map(({ textContent }) => textContent);

it('the one blue button of an order is its next step', async () => {
  await open();
  expect(listBlueButtons()).toEqual(['Confirm']);
});

it('the one blue button of an order that was just placed is the next call', async () => {
  await open({}, JUST_PLACED);
  expect(listBlueButtons()).toEqual(['Next call N']);
});

it('the one blue button of a delivered order is the payment that is left', async () => {
  await open({ status_value: 5, next: [] });
  expect(listBlueButtons()).toEqual(['Pay balance']);
});

it('the steps of an order are told in sentences with names and notes, the latest first', async () => {
  await open();
  const list = screen.getByRole('heading', { name: 'History' }).closest('section') as HTMLElement;
  const steps = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(steps).toHaveLength(3);
  expect(steps[0]).toMatch(/^Set automatically to Canceled ·/);
  expect(steps[1]).toMatch(/^Fatma set it to Confirmed ·.*Called back$/);
  expect(steps[2]).toMatch(/^Layla placed the order ·/);
});
