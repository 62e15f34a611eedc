import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { defineFields, FilterBar, periodFact, useList } from '../index.ts';
import { createPageMeta, mockServer, renderApp } from '../test-utils.tsx';

const c = defineFields({
  price_from: { kind: 'money' },
  featured: { kind: 'flag' },
  unpriced: { kind: 'flag' },
});

const Products = () => {
  const list = useList(api.product.list, { noun: 'product' });
  return <FilterBar list={list} filters={[c.price_from]} />;
};

const start = async (at: string) => {
  const server = mockServer({
    [api.product.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  const { router } = await renderApp({ '/products': <Products /> }, at);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price from' });
  return { ...server, router, box };
};

afterEach(() => vi.unstubAllGlobals());

it('an amount filter applies once typing pauses, with decimals and Arabic digits too', async () => {
  const { router, box, of } = await start('/products');
  await userEvent.type(box, '١٢٫٥');
  await waitFor(() => expect(router.state.location.search).toBe('?price_from=12.5'));
  await waitFor(() => expect(of(api.product.list).at(-1)).toMatchObject({ price_from: 12.5 }));
  expect(box.value).toBe('12.5');
  await screen.findByText(/12\.50/);
});

it('an amount filter from the address is shown with all decimals of its currency', async () => {
  const { box } = await start('/products?price_from=301.5');
  await waitFor(() => expect(box.value).toBe('301.50'));
});

it('opening a filter changes nothing, and an invalid amount is marked and not requested', async () => {
  const { router, box } = await start('/products?price_from=3&page=2');
  await waitFor(() => expect(box.value).toBe('3.00'));
  await userEvent.type(box, 'x');
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(router.state.location.search).toContain('price_from=3');
  await userEvent.clear(box);
  await waitFor(() => expect(router.state.location.search).not.toContain('price_from'));
});

const Several = () => {
  const list = useList(api.product.list, { noun: 'product' });
  return <FilterBar list={list} filters={[c.featured, c.unpriced, c.price_from]} />;
};

it('words set filters: a comma takes the first match, Enter the highlighted one, and a field opens its value', async () => {
  mockServer({
    [api.product.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
  const { router } = await renderApp({ '/products': <Several /> }, '/products');
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await open();
  const find = await screen.findByRole('combobox', { name: 'Filter' });
  await userEvent.type(find, 'featured yes, without price no');
  expect(router.state.location.search).toContain('featured=1');
  expect(find.isConnected).toBe(true);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain('unpriced=0'));
  await open();
  await userEvent.type(await screen.findByRole('combobox', { name: 'Filter' }), 'zzz');
  await screen.findByText('No filter matches');
  await userEvent.clear(screen.getByRole('combobox', { name: 'Filter' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Price from' }));
  await screen.findByRole('textbox', { name: 'Price from' });
});

const Returns = () => {
  const list = useList(api.orderReturn.list, { noun: 'order-return' });
  return <FilterBar list={list} filters={[periodFact]} />;
};

it('a period is one filter with both of its days, which stay in the address as they were', async () => {
  mockServer({ [api.orderReturn.list.path]: () => ({ results: [], meta: createPageMeta(0) }) });
  const { router } = await renderApp({ '/returns': <Returns /> }, '/returns?from_date=2026-11-01');
  await screen.findByText('From 1 Nov 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  const until = await screen.findByLabelText('To date');
  await userEvent.type(until, '281126{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?from_date=2026-11-01&to_date=2026-11-28'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Period' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
