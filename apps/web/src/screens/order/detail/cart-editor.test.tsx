import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import type { OrderDetails } from '../shared/order-status.tsx';
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
} as unknown as OrderDetails;

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

it('changed items show the due amount before and after, the refund and a removed coupon', async () => {
  const server = mockServer(routes);
  await initTexts(['order']);
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
  await screen.findByRole('alertdialog', { name: 'Close without saving your changes?' });
});

/** Opens the editor of an order with this coupon; the server knows the codes GOOD and SPRING. */
async function openEditor(coupon_code: string | null, focus: 'goods' | 'coupon' = 'coupon') {
  const price = ({ coupon = coupon_code }: Record<string, unknown>) => {
    if (coupon !== null && coupon !== 'GOOD' && coupon !== 'SPRING')
      return { failure: { code: 'coupon.unknown', errors: { coupon: ['This coupon code is not known.'] } } };
    const due = coupon === null ? 45 : 40;
    const change = { due_before: 45, due, paid_amount: 0, open_amount: due, refund_amount: 0 };
    return { results: { ...priced, due, coupon_discount: 45 - due, change, dropped: [] } };
  };
  const server = mockServer({ ...routes, [api.order.price.path]: price });
  await initTexts(['order', 'fields']);
  const of = { ...order, coupon_code } as OrderDetails;
  await renderApp({ '/': <CartEditor of={of} focus={focus} onClose={() => undefined} /> }, '/');
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Coupon' });
  await screen.findByText('Amount to collect:');
  const apply = (code: string) => {
    fireEvent.change(box, { target: { value: code } });
    fireEvent.keyDown(box, { key: 'Enter' });
  };
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  return { server, box, apply, save };
}

it('a coupon added to an order is priced before saving, and only the coupon is sent', async () => {
  const { server, box, apply, save } = await openEditor(null);
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(save.disabled).toBe(true);
  apply('GOOD');
  await screen.findByText(/40\.00/, { selector: 'strong *' });
  expect(box.getAttribute('aria-describedby')).toBe(`${box.id}-hint`);
  expect(document.getElementById(`${box.id}-hint`)?.textContent).toMatch(/5\.00/);
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(server.of(api.order.save)).toEqual([{ id: 12, version: 4, coupon: 'GOOD' }]));
});

it('a coupon removed from an order is sent as null', async () => {
  const { server, save } = await openEditor('SPRING');
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.of(api.order.price).at(-1)).toMatchObject({ coupon: null }));
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(server.of(api.order.save)).toEqual([{ id: 12, version: 4, coupon: null }]));
});

it('a wrong coupon is checked once, reported at its field and cannot be saved', async () => {
  const { server, box, apply, save } = await openEditor('SPRING');
  apply('WRONG');
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toBe('This coupon code is not known.');
  await waitFor(() => expect(server.of(api.order.price).at(-1)).not.toHaveProperty('coupon'));
  expect(save.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: /Quantity of/ }), { target: { value: '5' } });
  await waitFor(() => expect(server.of(api.order.price).at(-1)).toMatchObject({ cart: [{ quantity: 5 }] }));
  const pricings = server.of(api.order.price).filter((body) => 'coupon' in body);
  expect(pricings).toHaveLength(1);
  apply('GOOD');
  await waitFor(() => expect(save.disabled).toBe(false));
});
