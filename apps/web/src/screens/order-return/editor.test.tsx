import { api } from '@dukkan/contract';
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { setTill } from '../../lib/till.ts';
import type { ReturnableOrder } from './draft.ts';
import { Editor } from './editor.tsx';

const CODE = '6291041500213';
const line = (id: number, title: string, barcode: string | null) => ({
  id,
  product_id: id,
  item_id: id,
  offer_id: null,
  title,
  barcode,
  image_url: null,
  quantity: 4,
  stepper: 1,
  returned_quantity: 0,
  returned_value: 0,
  unit_price: 10,
  net: 40,
  tax: 0,
});
const order = {
  id: 12,
  branch_id: 1,
  status_title: 'Delivered',
  status_variant: 'success',
  client_name: null,
  client_phone: null,
  created_at: '2026-11-22T10:00:00.000Z',
  currency: 'QAR',
  tax_mode: 'inclusive',
  tax: 0,
  due: 80,
  delivery_charge: 0,
  payment_fee: 0,
  rounding: 0,
  cash_step: 0,
  returns: [],
  returned_value: 0,
  lines: [line(1, 'Bread', null), line(2, 'Milk', CODE)],
  payments: [
    {
      id: 1,
      payment_id: 3,
      payment_title: 'Cash on delivery',
      payment_type: 'cash',
      amount: 80,
      status: 'received',
    },
  ],
  actions: ['return'],
} as unknown as ReturnableOrder;

async function shown(of: ReturnableOrder = order) {
  const server = mockServer({
    [api.paymentMethod.list.path]: () => ({
      results: [{ id: 3, title: 'Cash on delivery', type: 'cash' }],
      meta: createPageMeta(1),
    }),
  });
  await initTexts(['order-return', 'paper']);
  const { router } = await renderApp(
    { '/return': <Editor order={of} />, '/': <p>elsewhere</p> },
    '/return?order=12',
  );
  const box = (title: string) =>
    screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`Quantity of .*${title}.* to return`) });
  await screen.findAllByRole('textbox');
  return { server, router, box };
}

it('half of a whole piece is refused before it is sent, as by the server', async () => {
  const { server, box } = await shown();
  fireEvent.change(box('Bread'), { target: { value: '0,5' } });
  await screen.findByText(/steps of .*1/);
  expect(box('Bread').getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Record return' }));
  expect(server.of(api.orderReturn.make)).toEqual([]);
  fireEvent.change(box('Bread'), { target: { value: '1,000' } });
  screen.getByText(/in two ways/);
});

it('a scan in a quantity box counts its own line and is not typed', async () => {
  const { box } = await shown();
  fireEvent.change(box('Bread'), { target: { value: '2' } });
  for (const [at, key] of [...CODE, 'Enter'].entries()) {
    const event = createEvent.keyDown(box('Bread'), { key, code: key === 'Enter' ? key : `Digit${key}` });
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + at * 5 });
    if (fireEvent(box('Bread'), event))
      fireEvent.change(box('Bread'), { target: { value: box('Bread').value + key } });
  }
  expect(box('Bread').value).toBe('2');
  expect(box('Milk').value).toBe('1');
});

it('the refund of cash on delivery is cash and still to be paid', async () => {
  const { box } = await shown();
  fireEvent.change(box('Bread'), { target: { value: '2' } });
  await waitFor(() => screen.getByText(/20\.00.* in cash/));
  screen.getByText('To refund');
});

it.each([
  ['of the order', 1, [/Pay .* out of the drawer of .*Front/], [/Stays pending/]],
  ['of another branch', 2, [/Stays pending/], [/out of the drawer/]],
] as const)(
  'cash refunded at a till %s is described by what happens to it',
  async (_whose, branch_id, told, untold) => {
    act(() => setTill({ id: 9, branch_id, name: 'Front' }));
    const { box } = await shown();
    fireEvent.change(box('Bread'), { target: { value: '2' } });
    await waitFor(() => told.map((text) => screen.getByText(text)));
    expect(untold.flatMap((text) => screen.queryAllByText(text))).toEqual([]);
    act(() => setTill(null));
  },
);

it('of a split refund at a till only the cash is paid at once, and the card part is pending', async () => {
  act(() => setTill({ id: 9, branch_id: 1, name: 'Front' }));
  const card = { ...order.payments[0], id: 2, payment_id: 4, payment_title: 'Card', payment_type: 'card' };
  const half = order.payments.map((one) => ({ ...one, amount: 40 }));
  const { box } = await shown({ ...order, payments: [...half, { ...card, amount: 40 }] } as ReturnableOrder);
  for (const title of ['Bread', 'Milk']) fireEvent.change(box(title), { target: { value: '4' } });
  await waitFor(() => screen.getByText(/Pay .*40\.00.* out of the drawer of .*Front/));
  screen.getByText(/The rest stays pending/);
  act(() => setTill(null));
});

it('an unsaved return asks before it is left, also for another order', async () => {
  const { router, box } = await shown();
  fireEvent.change(box('Bread'), { target: { value: '2' } });
  void router.navigate('/return?order=13');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(box('Bread').value).toBe('2');
  void router.navigate('/');
  fireEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }));
  await screen.findByText('elsewhere');
});
