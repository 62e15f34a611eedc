import { api } from '@dukkan/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import TransferEditorPage from './editor.tsx';

const SUGGESTED = '?from=1&item=70&quantity=2';

async function shown(search: string, user = testUser) {
  mockServer({
    [api.branch.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.stock.explain.path]: () => ({
      results: { item_id: 70, title: 'Milk', barcode: '6291041500213', available: 4 },
    }),
  });
  await initTexts(['transfer', 'stock']);
  const { router } = await renderApp(
    { '/transfer': <TransferEditorPage />, '/stock': <p>the stock list</p> },
    `/transfer${search}`,
    user,
  );
  return { router };
}
const note = () =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Notes' }), { target: { value: 'Friday' } });
const quantity = async () =>
  fireEvent.change(await screen.findByRole('textbox', { name: /Quantity of .*Milk/ }), {
    target: { value: '3' },
  });

it.each([
  ['a note', '', note],
  ['a typed quantity', SUGGESTED, quantity],
] as const)('a transfer with %s asks before it is left and stays open', async (_what, search, change) => {
  const { router } = await shown(search);
  await screen.findByRole('button', { name: 'Transfer stock' });
  await change();
  await act(() => router.navigate('/stock'));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/transfer');
  await act(() => router.navigate('/stock'));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard and leave' }));
  await screen.findByText('the stock list');
});

it.each([
  ['without an item and a note', ''],
  ['with the item alone that a link suggested', SUGGESTED],
])('a transfer %s is left without a question', async (_what, search) => {
  const { router } = await shown(search);
  await screen.findByRole('button', { name: 'Transfer stock' });
  if (search) await screen.findByRole('textbox', { name: /Quantity of .*Milk/ });
  await act(() => router.navigate('/stock'));
  await screen.findByText('the stock list');
});

it('an account of one branch is told that a transfer needs two, instead of getting a form', async () => {
  const branch = { id: 1, name: 'West Bay', timezone: 'Asia/Qatar' };
  await shown('', { ...testUser, all_branches: false, branches: [branch] });
  await screen.findByText(/needs two branches/);
  screen.getByText(/one branch/);
  expect(screen.queryByRole('button', { name: 'Transfer stock' })).toBeNull();
  expect(screen.queryAllByRole('combobox')).toEqual([]);
});
