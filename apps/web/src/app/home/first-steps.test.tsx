import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { currentSession } from '../../lib/server/session.ts';
import { FirstSteps } from './first-steps.tsx';

/** Mocks a shop with this number of records of each kind; a thousand of its products have no price. */
const serve = (counts: Partial<Record<'orders' | 'branches' | 'products', number>>) => {
  const list = (total: number) => ({ results: [], meta: createPageMeta(total) });
  return mockServer({
    [api.order.list.path]: () => list(counts.orders ?? 0),
    [api.branch.list.path]: () => list(counts.branches ?? 0),
    [api.product.list.path]: ({ unpriced }) => list(unpriced === 1 ? 1_000 : (counts.products ?? 0)),
    [api.stock.list.path]: () => list(0),
    [api.location.list.path]: () => list(0),
    [api.account.list.path]: () => list(1),
  });
};
const render = async (user = testUser) => {
  await initTexts(['shell']);
  return renderApp({ '/': <FirstSteps /> }, '/', user);
};

it('Home shows which first steps are done, counts products without a price and links to the next step', async () => {
  serve({ branches: 1, products: 3_000 });
  await render();
  const list = await screen.findByRole('list');
  expect(within(list).getAllByRole('listitem')).toHaveLength(7);
  expect(within(list).getAllByText('Done')).toHaveLength(2);
  const next = within(list).getByRole('link', { current: 'step' });
  expect(next.textContent).toContain('1,000');
  expect(next.getAttribute('href')).toBe('/products?unpriced=1');
});

it('Home leaves out a dismissed first step on every device of that person', async () => {
  serve({});
  await render();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Skip: Add your staff' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(6));
  expect(currentSession().user?.preferences.steps_aside).toEqual(['staff']);
});

it('Home shows no first steps in a shop with orders', async () => {
  const server = serve({ orders: 900, branches: 3, products: 400 });
  await render();
  await waitFor(() => expect(server.of(api.order.list)).toHaveLength(1));
  expect(server.of(api.branch.list)).toEqual([]);
  expect(screen.queryByRole('list')).toBeNull();
});
