import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp, testUser } from '../../../kit/test-utils.tsx';
import { saveDraft } from '../../../lib/form/saved-draft.ts';
import { signIn } from '../../../lib/server/session.ts';
import { addItemToLines, EMPTY, type NewOrderDraft } from './draft.ts';
import MakeOrderPage from './page.tsx';
import { bread as plainBread, priced } from './test-facts.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

const bread = { ...plainBread, barcode: '6291041500213' };
const pearl = {
  zone_id: 30,
  area_id: null,
  name: 'Lusail',
  names: { en: 'Lusail' },
  min_order: 0,
  delivery_charge: 12,
  free_after_amount: 0,
  delivery_minutes: 75,
};
const elsewhere = {
  zone_id: 30,
  zone_name: 'Lusail',
  branches: [{ id: 3, name: 'The Pearl', may_choose: true }],
  may_keep: true,
};
const pinned: Partial<NewOrderDraft> = {
  type: 'delivery',
  place: { ...EMPTY.place, area_id: 12, street: '835', lat: 25.42, lng: 51.5 },
};
const branches = [
  { id: 1, name: 'West Bay' },
  { id: 3, name: 'The Pearl' },
];

/** Renders the page with an order of bread for a new customer; `quote` returns the delivery terms. */
async function openPage(
  part: Partial<NewOrderDraft>,
  quote: (body: Record<string, unknown>) => object = () => pearl,
) {
  const refused: Reply = { failure: { errors: { notes: ['not today'] } } };
  const server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.branch.list.path]: () => ({ results: branches, meta: createPageMeta(branches.length) }),
    [api.product.list.path]: ({ keywords }) => ({
      results: keywords === '471' ? [{ id: 9, items: [{ barcode: '4710000000012' }] }] : [],
      meta: createPageMeta(0),
    }),
    [api.location.quote.path]: (body) => ({ results: quote(body) }),
    [api.order.price.path]: () => ({ results: priced }),
    // the tests only check the request, so the answer may be a refusal
    [api.order.make.path]: () => refused,
  });
  signIn({ user: testUser, token: 't'.repeat(20) });
  saveDraft('order.new', {
    ...EMPTY,
    type: 'take_away',
    branch_id: 1,
    client: { id: null, name: 'Amal', phone: '5512 3456' },
    lines: addItemToLines([], bread).lines,
    ...part,
  });
  await renderApp({ '/': <MakeOrderPage /> }, '/');
  await screen.findByRole('textbox', { name: 'Coupon' });
  return { made: () => server.of(api.order.make) };
}
const place = () => fireEvent.click(screen.getAllByRole('button', { name: 'Place order' })[0] as Element);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const typeQuantity = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /Quantity of .*Bread/ }), { target: { value } });
const priceStands = () => screen.findByText('Total');

it.each([
  ['the code of its own line', '629'],
  ['a code of another product of the shop', '471'],
])(
  'a quantity that equals the beginning of %s is asked about, and nothing is placed before the answer',
  async (_of, digits) => {
    const { made } = await openPage({});
    typeQuantity(digits);
    const question = await screen.findByText(/A barcode starts with/);
    await priceStands();
    place();
    const yes = within(question).getByRole('button', { name: /^Yes/ });
    await waitFor(() => expect(document.activeElement === yes).toBe(true));
    expect(made()).toEqual([]);
    fireEvent.click(yes);
    expect(screen.queryByText(/A barcode starts with/)).toBeNull();
    await priceStands();
    place();
    await waitFor(() => expect(made()).toMatchObject([{ cart: [{ quantity: Number(digits) }] }]));
  },
);

it('a quantity that was the beginning of a barcode is set to one after the answer', async () => {
  const { made } = await openPage({});
  typeQuantity('629');
  const question = await screen.findByText(/A barcode starts with/);
  fireEvent.click(within(question).getByRole('button', { name: /^No/ }));
  await priceStands();
  place();
  await waitFor(() => expect(made()).toMatchObject([{ cart: [{ quantity: 1 }] }]));
});

it('Ctrl+Enter places the order while a list of choices has the focus, and opens no list', async () => {
  const { made } = await openPage({});
  await priceStands();
  const list = screen.getByRole('combobox', { name: 'Payment method' });
  fireEvent.keyDown(list, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(made()).toHaveLength(1));
  expect(list.getAttribute('aria-expanded')).toBe('false');
});

it('a quantity that begins no barcode of the shop is not asked about', async () => {
  const { made } = await openPage({});
  typeQuantity('500');
  await priceStands();
  place();
  await waitFor(() => expect(made()).toMatchObject([{ cart: [{ quantity: 500 }] }]));
  expect(screen.queryByText(/A barcode starts with/)).toBeNull();
});

const onlyThere = ({ branch_id, point }: Record<string, unknown>) => ({
  ...pearl,
  branch_id,
  elsewhere: branch_id === 1 && point ? elsewhere : null,
});

it("a pin in another branch's zone names zone and branch, and nothing is placed before a choice", async () => {
  const { made } = await openPage(pinned, onlyThere);
  await screen.findByText('The pin is in zone \u2068Lusail\u2069, served by \u2068The Pearl\u2069.');
  await priceStands();
  place();
  const keep = screen.getByRole('button', { name: 'Keep this branch' });
  await waitFor(() => expect(document.activeElement === keep).toBe(true));
  expect(made()).toEqual([]);
  fireEvent.click(keep);
  await waitFor(() => expect(screen.queryByText(/The pin is in zone/)).toBeNull());
  await priceStands();
  place();
  await waitFor(() => expect(made()).toMatchObject([{ branch_id: 1, keep_branch: 1 }]));
});

it("an order with a pin in another branch's zone is moved to that branch with one press", async () => {
  const { made } = await openPage(pinned, onlyThere);
  await screen.findByText(/The pin is in zone/);
  press('Switch to \u2068The Pearl\u2069');
  await waitFor(() => expect(screen.queryByText(/The pin is in zone/)).toBeNull());
  await priceStands();
  place();
  await waitFor(() => expect(made()).toMatchObject([{ branch_id: 3 }]));
  expect(made()[0]).not.toHaveProperty('keep_branch');
});

it("a pin in another branch's zone can be removed, and the rest of the address stays", async () => {
  const { made } = await openPage(pinned, onlyThere);
  const banner = (await screen.findByText(/The pin is in zone/)).closest('#order-elsewhere');
  fireEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Remove pin' }));
  await waitFor(() => expect(screen.queryByText(/The pin is in zone/)).toBeNull());
  await priceStands();
  place();
  await waitFor(() => expect(made()).toMatchObject([{ client: { area_id: 12, street: '835' } }]));
  expect(made()[0]?.client).not.toHaveProperty('lat');
});

it('a branch that cannot serve the zone, or that the seller cannot select, is not offered', async () => {
  await openPage(pinned, () => ({
    ...pearl,
    elsewhere: { ...elsewhere, may_keep: false, branches: [{ id: 3, name: 'The Pearl', may_choose: false }] },
  }));
  const banner = (await screen.findByText(/The pin is in zone/)).closest('#order-elsewhere');
  const ways = within(banner as HTMLElement).getAllByRole('button');
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Remove pin']);
});

it('an area that the pin contradicts has a note that the pin applies', async () => {
  await openPage(pinned, () => ({ ...pearl, area_differs: true }));
  await screen.findByText('The pin is in zone \u2068Lusail\u2069, so this zone applies.');
  const area = screen.getByRole('combobox', { name: 'Area' });
  const hints = (area.getAttribute('aria-describedby') ?? '').split(' ');
  expect(hints.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
    'so this zone applies',
  );
});

it('an area that the pin does not contradict has no note', async () => {
  await openPage(pinned, () => ({ ...pearl, area_differs: false }));
  await screen.findByRole('region', { name: 'Delivery zone' });
  expect(screen.queryByText(/The pin decides/)).toBeNull();
});
