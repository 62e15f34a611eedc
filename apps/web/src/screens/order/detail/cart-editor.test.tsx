import { api } from '@dukkan/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { startTexts } from '../../../lib/i18n.ts';
import type { Order } from '../shared/order-status.tsx';
import { CartEditor } from './cart-editor.tsx';

const line = {
  id: 1,
  product_id: 7,
  item_id: 70,
  offer_id: null,
  title: 'Bread',
  barcode: null,
  image_url: null,
  quantity: 2,
  extras: [],
};
const order = {
  id: 12,
  version: 4,
  branch_id: 1,
  type: 'delivery',
  client_id: 9,
  client_phone: '+97455123456',
  place: {
    area_id: 3,
    area_name: 'Al Sadd',
    area_no: null,
    street: '835',
    home_no: null,
    lat: null,
    lng: null,
  },
  delivery_id: null,
  discount: 0,
  open_amount: 45,
  currency: 'QAR',
  payment_id: 3,
  lines: [line],
} as unknown as Order;

const priced = {
  due: 30,
  warnings: [],
  shortages: [],
  lines: [],
  branch_name: 'Al Sadd',
  change: { due_before: 45, due: 30, paid_amount: 45, open_amount: 0, refund_amount: 15 },
  dropped: [{ kind: 'coupon', code: 'SPRING', reason: 'coupon.min_order' }],
};
const routes = {
  [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  [api.order.price.path]: () => ({ results: priced }),
  [api.order.save.path]: () => ({ failure: { errors: {} } }),
};

it('changed items show what is due before and after, what goes back and which coupon falls away', async () => {
  const server = mockServer(routes);
  await startTexts(['order']);
  await renderApp({ '/': <CartEditor of={order} onClose={() => undefined} /> }, '/');
  await screen.findByText(/45\.00/);
  expect(screen.getByText(/30\.00/)).toBeTruthy();
  expect(screen.getByText('To refund:').nextSibling?.textContent).toMatch(/15\.00/);
  expect(screen.getByText(/SPRING/)).toBeTruthy();
  expect(server.of(api.order.price)[0]).toEqual({
    order_id: 12,
    cart: [{ id: 1, product_id: 7, item_id: 70, quantity: 2 }],
  });
  fireEvent.change(screen.getByRole('textbox', { name: /Quantity of/ }), { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('alertdialog', { name: 'Close without saving the items?' });
});
