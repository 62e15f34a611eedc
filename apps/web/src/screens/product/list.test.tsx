import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { signOut } from '../../lib/server/session.ts';
import ProductList from './list.tsx';

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

const product = (id: number) => ({
  ...{ id, title: `Milk ${id}`, price: 5, compare_at: null, quantity: 1, status: 1, featured: 0 },
  ...{ barcode: null, items: [{ id }], category_title: null, brand_name: null, image_url: null },
  ...{ missing: [], actions: [] },
});

it.each([
  [200, false],
  [201, true],
])(
  'labels of %d selected products are refused before printing when they are too many: %s',
  async (total, isTooMany) => {
    const user = userEvent.setup();
    const results = [product(1), product(2)];
    const server = mockServer({
      [api.product.list.path]: () => ({ results, meta: { ...createPageMeta(total), last_page: 101 } }),
      [api.view.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    });
    const { router } = await renderApp({ '/*': <ProductList /> }, '/products');
    await user.click(await screen.findByRole('checkbox', { name: /page|all/i }));
    await user.click(await screen.findByRole('button', { name: new RegExp(`all ${total}`, 'i') }));
    const button = screen.getByRole('button', { name: 'Print labels' });
    expect(button.getAttribute('aria-disabled') === 'true').toBe(isTooMany);
    if (!isTooMany) return;
    screen.getByRole('button', {
      name: 'Print labels',
      description: 'Labels are printed for at most 200 products at once.',
    });
    const calls = server.of(api.product.list).length;
    await user.click(button);
    expect([server.of(api.product.list).length, router.state.location.pathname]).toEqual([
      calls,
      '/products',
    ]);
  },
);
