import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import type { User } from '../../../lib/server/session.ts';
import DiscountPage from './discount-page.tsx';

const discount = {
  id: 4,
  title: 'Family Friday',
  titles: { ar: '', en: 'Family Friday', de: '' },
  type: 'percent',
  value: 20,
  multi: 1,
  product_id: null,
  product_title: null,
  price: null,
  price_after: null,
  products_count: 1,
  products: [{ id: 5, item_id: null, title: 'Milk 1 L', barcode: null, price: 10, price_after: 8 }],
  categorys_id: [9],
  branches_ids: [2],
  start_date: '2026-12-01',
  end_date: null,
  days: [6],
  slots: ['evening'],
  status: 1,
  holds: 'later',
  idle: 0,
  version: 3,
  read_only: null,
  actions: ['save', 'delete'],
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};
const item = {
  product_id: 5,
  item_id: 50,
  title: 'Milk 1 L',
  barcode: null,
  quantity: 1,
  list: 10,
  before: 10,
  after: 8,
  verdict: 'now',
  reason: null,
  message: null,
  winner: null,
  cost: 9,
  below_cost: true,
};
const effect = {
  currency: 'QAR',
  branch_id: 2,
  date: '2026-12-04',
  time: '19:00',
  items: [
    item,
    {
      ...item,
      item_id: 51,
      product_id: 6,
      title: 'Labneh',
      after: 10,
      verdict: 'never',
      reason: 'beaten',
      winner: { kind: 'discount', id: 1, title: 'Week' },
      below_cost: false,
    },
    {
      ...item,
      item_id: 52,
      product_id: 7,
      title: 'Gum',
      after: 10,
      verdict: 'out_of_bounds',
      reason: 'too_high',
      message: 'Discount is 99.5% or greater',
      below_cost: false,
    },
  ],
  items_count: 3,
  left_out: 0,
};

const named = (name: string) => () => ({ results: [{ id: 9, title: name, name }], meta: createPageMeta(1) });

type Given = { discount?: object; effect?: object; user?: User };

async function open(path: string, given: Given = {}) {
  const server = mockServer({
    [api.discount.show.path.replace('{id}', '4')]: () => ({ results: { ...discount, ...given.discount } }),
    [api.discount.effect.path]: () => ({ results: { ...effect, ...given.effect } }),
    [api.category.list.path]: named('Dairy'),
    [api.product.list.path]: () => ({ results: [{ id: 5, title: 'Milk 1 L' }], meta: createPageMeta(1) }),
    [api.branch.list.path]: () => ({ results: [{ id: 2, name: 'Al Sadd' }], meta: createPageMeta(1) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.setting.show.path]: () => ({
      results: {
        discount_slots: {
          midday: ['11:00', '15:00'],
          afternoon: ['15:00', '18:00'],
          evening: ['18:00', '24:00'],
        },
      },
    }),
  });
  await initTexts(['offer']);
  await renderApp(
    { '/multi-discounts/new': <DiscountPage />, '/multi-discounts/:id': <DiscountPage /> },
    path,
    given.user,
  );
  return server;
}

const effectRegion = () => screen.findByRole('region', { name: 'Effect on prices' });

it('a stored discount is summarised in one sentence above its form', async () => {
  await open('/multi-discounts/4');
  await waitFor(() =>
    expect(document.body.textContent?.replace(/[\u2066-\u2069]/g, '')).toContain(
      '20% off Dairy and Milk 1 L at Al Sadd, on Friday, in the evening, from 1 Dec 2026.',
    ),
  );
});

it('the discount effect shows prices before and after, what wins instead, what is out of bounds and what is below cost', async () => {
  const server = await open('/multi-discounts/4');
  const region = within(await effectRegion());
  const [milk, labneh, gum] = await region.findAllByRole('listitem');
  expect(milk?.textContent).toMatch(/10\.00.*8\.00.*Below cost/);
  expect(labneh?.textContent?.replace(/[\u2066-\u2069]/g, '')).toContain('Week applies instead');
  expect(gum?.textContent).toContain('Discount is 99.5% or greater');
  expect(server.of(api.discount.effect)[0]).toMatchObject({ id: 4, branch_id: 2, value: 20, days: [6] });
});

it('without a value the discount effect asks for one and sends no request', async () => {
  const server = await open('/multi-discounts/new');
  const region = await effectRegion();
  expect(region.textContent).toContain('Please Enter Discount');
  expect(server.of(api.discount.effect)).toEqual([]);
});

it('pressing a cell of the week selects its day and time', async () => {
  await open('/multi-discounts/new');
  const cell = await screen.findByRole('button', { name: 'Friday, Evening' });
  fireEvent.click(cell);
  expect(cell.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: 'Saturday, Evening' }).getAttribute('aria-pressed')).toBe(
    'false',
  );
});

/** A user who manages some branches. */
const manager: User = {
  ...testUser,
  permissions: ['offers'],
  all_branches: false,
  branches: [{ id: 2, name: 'Al Sadd', timezone: 'Asia/Qatar' }],
};

it.each([
  ['everywhere', [], 'This applies in every branch.', 'All branches'],
  ['other_branches', [2], "This also applies in branches you don't manage", 'and other branches'],
])(
  'a discount that is read-only because of %s is shown as facts with the reason and without a form',
  async (read_only, branches_ids, reason, where) => {
    await open('/multi-discounts/4', {
      discount: { read_only, branches_ids, actions: [] },
      user: manager,
    });
    await screen.findByText(reason, { exact: false });
    const facts = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
    expect(facts.join(' | ')).toMatch(/20%.*Friday.*evening.*Milk 1 L/);
    expect(facts.some((fact) => fact?.includes(where))).toBe(true);
    // only the effect's own boxes are left
    const effectBoxes = within(await effectRegion()).queryAllByRole('combobox');
    expect(screen.queryAllByRole('combobox')).toEqual(effectBoxes);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  },
);

it('a new discount of a branch manager starts with their branches and cannot be saved without any', async () => {
  const server = await open('/multi-discounts/new', { user: manager });
  await screen.findByText('Only your branches can be chosen.');
  expect(screen.queryByText('Leave empty for every branch.')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: /Remove.*Al Sadd/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const box = screen.getByRole('combobox', { name: /Branches/ });
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  expect(server.of(api.discount.save)).toEqual([]);
});

it('one press limits a discount to the weekend, once or always, and another lifts the limit', async () => {
  await open('/multi-discounts/new');
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  };
  const sentence = () => document.body.textContent?.replace(/[\u2066-\u2069]/g, '');
  await press('This weekend');
  expect(sentence()).toMatch(/every day, all day, from .* to /);
  await press('Every weekend');
  expect(sentence()).toContain('on Saturday and Friday, all day, with no end date');
  await press('Always');
  expect(sentence()).toContain('every day, all day, with no end date');
});

const announced = () =>
  screen.getAllByRole('status').some(({ textContent }) => /% off/.test(textContent ?? ''));

it('the sentence of a discount is announced only once it is complete', async () => {
  await open('/multi-discounts/new');
  const box = await screen.findByRole('textbox', { name: 'Discount' });
  fireEvent.change(box, { target: { value: '15' } });
  fireEvent.blur(box);
  await waitFor(() => expect(document.body.textContent).toMatch(/15.?%/));
  await new Promise((wake) => setTimeout(wake, 1_300));
  expect(announced()).toBe(false);
  fireEvent.change(screen.getByRole('combobox', { name: 'Products' }), { target: { value: 'Milk' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Milk 1 L' }));
  await waitFor(() => expect(announced()).toBe(true));
});

it('the effect lists the first items with the range of savings, and the others when asked', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({
    ...item,
    item_id: 100 + index,
    title: `Item ${index}`,
    after: 9 - index / 100,
  }));
  await open('/multi-discounts/4', { effect: { items, items_count: 403, left_out: 303 } });
  const region = within(await effectRegion());
  await waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(5));
  expect(region.getByText(/off$/).textContent?.replace(/[\u2066-\u2069]/g, '')).toMatch(
    /1\.00 to .*1\.99 off/,
  );
  expect(region.getByRole('link', { name: 'All products' }).getAttribute('href')).toContain('/products');
  fireEvent.click(region.getByRole('button', { name: 'Show 95 more' }));
  expect(region.getAllByRole('listitem')).toHaveLength(100);
});
