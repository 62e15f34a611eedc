import { api } from '@dukkan/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mockServer, type Reply, renderApp, testUser } from '../../../kit/test-utils.tsx';
import { loadDraft, saveDraft } from '../../../lib/form/saved-draft.ts';
import { setNetworkState } from '../../../lib/server/network-state.ts';
import { signIn } from '../../../lib/server/session.ts';
import type { NewOrderDraft } from './draft.ts';
import MakeOrderPage from './page.tsx';
import { begun, bread, priced } from './test-facts.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

const unknownCode: Reply = {
  failure: { code: 'coupon.unknown', errors: { coupon: ["This coupon code doesn't exist."] } },
};

/** Renders the page with a started order; the server refuses every code other than GOOD. */
async function shown(part: Partial<NewOrderDraft> = {}, price?: () => Reply) {
  const answer = ({ coupon }: Record<string, unknown>): Reply =>
    coupon === undefined || coupon === 'GOOD' ? { results: priced } : unknownCode;
  const server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.order.price.path]: (body) => price?.() ?? answer(body),
    // the tests only check the request, so the answer may be a refusal
    [api.order.make.path]: () => ({ failure: { errors: { notes: ['not today'] } } }),
  });
  signIn({ user: testUser, token: 't'.repeat(20) });
  saveDraft('order.new', { ...begun, ...part });
  await renderApp({ '/': <MakeOrderPage /> }, '/');
  await screen.findByRole('textbox', { name: 'Coupon' });
  const keys: string[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address.endsWith(api.order.make.path))
      keys.push(new Headers(init.headers).get('idempotency-key') ?? '');
    return fetch(address, init);
  });
  return {
    made: () => server.of(api.order.make),
    pricings: () => server.of(api.order.price),
    keys: () => keys,
  };
}
const place = () => fireEvent.click(screen.getAllByRole('button', { name: 'Place order' })[0] as Element);
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
// compares with ===, because printing the difference of two elements takes seconds
const isFocused = (element: Element | undefined) =>
  waitFor(() => expect(document.activeElement === element).toBe(true));
const priceStands = () => screen.findByText('Total');
const coupon = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Coupon' });

it('an unreadable discount is reported at once, blocks the order and gets the focus', async () => {
  const { made } = await shown();
  type('Manual discount', '1,000');
  const box = screen.getByRole('textbox', { name: 'Manual discount' });
  expect(screen.getByText(/in two ways/)).toBeTruthy();
  expect(box.getAttribute('aria-invalid')).toBe('true');
  place();
  await isFocused(box);
  expect(made()).toEqual([]);
  type('Manual discount', '10,5');
  expect(screen.queryByText(/in two ways/)).toBeNull();
  await priceStands();
  place();
  await waitFor(() => expect(made()).toMatchObject([{ discount: 10.5 }]));
});

it('an unreadable split payment blocks the order and gets the focus', async () => {
  const payments = [
    { payment_id: 1, amount: '15' },
    { payment_id: 2, amount: '5,000' },
  ];
  const { made } = await shown({ pays: 'now', payments });
  expect(screen.getByText(/in two ways/)).toBeTruthy();
  place();
  const [, second] = screen.getAllByRole('textbox', { name: 'Amount' });
  await isFocused(second);
  expect(made()).toEqual([]);
});

it('a coupon code applies when its field is left, otherwise its price is shown before the sale', async () => {
  const { made, pricings } = await shown();
  type('Coupon', ' GOOD ');
  fireEvent.blur(coupon());
  await waitFor(() => expect(pricings().at(-1)).toMatchObject({ coupon: 'GOOD' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(coupon().value).toBe('');
  type('Coupon', 'GOOD');
  fireEvent.keyDown(coupon(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(pricings().at(-1)).toMatchObject({ coupon: 'GOOD' }));
  await priceStands();
  expect(made()).toEqual([]);
  expect(screen.getAllByText(/Check it, then place/).length).toBeGreaterThan(0);
  place();
  await waitFor(() => expect(made()).toMatchObject([{ coupon: 'GOOD' }]));
});

it('a refused coupon code blocks the order until it is removed, with the focus on it', async () => {
  const { made } = await shown();
  type('Coupon', 'WRONG');
  fireEvent.keyDown(coupon(), { key: 'Enter' });
  await waitFor(() => expect(coupon().getAttribute('aria-invalid')).toBe('true'));
  place();
  await isFocused(coupon());
  expect(made()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await priceStands();
  place();
  await waitFor(() => expect(made()).toHaveLength(1));
  expect(made()[0]).not.toHaveProperty('coupon');
});

it('when the price is refused, the summary names what to correct and stops waiting', async () => {
  await shown({}, () => ({ failure: { errors: { 'client.phone': ['no phone'] } } }));
  await screen.findByText(/No price yet.*Phone/);
  expect(screen.queryByText('Calculating the price…', { selector: 'p' })).toBeNull();
});

it('starting an order over is confirmed, from the page and from the restored draft', async () => {
  await shown();
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Start over' })).toHaveLength(2));
  for (const at of [0, 1]) {
    fireEvent.click(screen.getAllByRole('button', { name: 'Start over' })[at] as Element);
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  expect(loadDraft('order.new')).not.toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Start over' })[0] as Element);
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard order' }),
  );
  await screen.findByText('Add items to see the price.');
  expect(loadDraft('order.new')).toBeNull();
});

it('a quantity changed without a network is priced again once there is one, and nothing is sold before', async () => {
  let isLost = false;
  const { made, pricings } = await shown({}, () => {
    if (isLost) throw new TypeError('no network');
    return { results: priced };
  });
  await priceStands();
  isLost = true;
  type('Quantity of \u2068Bread\u2069', '3');
  await screen.findByText(/No connection. The price may be out of date/);
  expect(screen.queryByText('Total')).toBeNull();
  place();
  expect(made()).toEqual([]);
  expect((await screen.findByRole('alert')).textContent).toMatch(/No connection/);
  isLost = false;
  const before = pricings().length;
  act(() => setNetworkState('ok'));
  await priceStands();
  expect(pricings().length).toBeGreaterThan(before);
  place();
  await waitFor(() => expect(made()).toMatchObject([{ cart: [{ quantity: 3 }] }]));
});

it('an order with an unreadable line has no total and is not placed, and the line gets the focus', async () => {
  const { made } = await shown({
    lines: [
      ...begun.lines,
      { ...bread, item_id: 71, title: 'Milk', key: 'm', text: '1,500', extras_ids: [] },
    ],
  });
  await screen.findByText(/No total yet/);
  expect(screen.queryByText('Total')).toBeNull();
  const box = screen.getByRole('textbox', { name: /Quantity of .*Milk/ });
  expect(box.getAttribute('aria-invalid')).toBe('true');
  screen.getByText(/in two ways/);
  place();
  await isFocused(box);
  expect(made()).toEqual([]);
});

it('a payment with a method and no amount is an error on its row and blocks the order', async () => {
  const payments = [
    { payment_id: 1, amount: '15' },
    { payment_id: 2, amount: '' },
  ];
  const { made } = await shown({ pays: 'now', payments });
  await priceStands();
  place();
  await screen.findByText('Enter an amount.');
  const [, second] = screen.getAllByRole('textbox', { name: 'Amount' });
  await isFocused(second);
  expect(made()).toEqual([]);
});

it('one order in two tabs is sent under one key, and after a refusal under another', async () => {
  const { made, keys } = await shown({ key: 'k'.repeat(8) });
  await priceStands();
  place();
  await waitFor(() => expect(made()).toHaveLength(1));
  expect(keys()[0]).toBe('k'.repeat(8));
  await screen.findByText('not today');
  place();
  await waitFor(() => expect(made()).toHaveLength(2));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('a draft placed in another tab is cleared here, and changes there are shown here', async () => {
  await shown();
  const elsewhere = () =>
    act(() => dispatchEvent(new StorageEvent('storage', { key: `dukkan.draft.${testUser.id}.order.new` })));
  saveDraft('order.new', { ...begun, notes: 'Ring twice' });
  elsewhere();
  expect(screen.getByDisplayValue('Ring twice')).toBeTruthy();
  saveDraft('order.new', null);
  elsewhere();
  expect(screen.getByText('This order was placed or discarded in another tab.')).toBeTruthy();
  expect(screen.queryByDisplayValue('Ring twice')).toBeNull();
});

it("missing items of an offer and items not for sale are reported with the shop's texts", async () => {
  const short = {
    product_id: 8,
    item_id: 80,
    title: 'Jam',
    asked: 2,
    available: 1,
    refused: true,
    elsewhere: [],
  };
  const price = (): Reply => ({
    results: {
      ...priced,
      shortages: [
        { ...short, reason: 'short' },
        { ...short, item_id: 81, title: 'Tea', reason: 'deactivated' },
      ],
    },
  });
  await shown({}, price);
  await screen.findByText(/: product stock is lower than the offer quantity$/);
  await screen.findByText(/^This product is out of stock or its status is false/);
});

it('an order whose answer was lost is sent again unchanged once there is a network, and is locked until then', async () => {
  let isLost = true;
  const server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.order.price.path]: () => ({ results: priced }),
    [api.order.make.path]: () => {
      if (isLost) throw new TypeError('no network');
      return { results: { id: 12, payments: [] } };
    },
  });
  signIn({ user: testUser, token: 't'.repeat(20) });
  saveDraft('order.new', begun);
  const { router } = await renderApp({ '/': <MakeOrderPage />, '/orders/12': <p>placed</p> }, '/');
  await priceStands();
  place();
  await screen.findByText(/The server hasn't answered yet/);
  expect(screen.getByRole('textbox', { name: /Quantity of .*Bread/ }).matches(':disabled')).toBe(true);
  isLost = false;
  act(() => setNetworkState('ok'));
  await screen.findByText('placed');
  expect(router.state.location.pathname).toBe('/orders/12');
  const calls = server.requests.filter(({ path }) => path === api.order.make.path);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});
