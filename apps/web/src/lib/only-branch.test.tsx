import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../kit/test-utils.tsx';
import MakeOrderPage from '../screens/order/make/page.tsx';
import { StartDialog } from '../screens/stock-count/start-dialog.tsx';
import TransferEditorPage from '../screens/transfer/editor.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

const west = { id: 4, name: 'West Bay' };
const pearl = { id: 5, name: 'The Pearl' };
const PAGES = [
  ['the order', <MakeOrderPage key="order" />, 'Branch'],
  ['the stock count', <StartDialog key="count" onClose={() => undefined} />, 'Branch'],
] as const;
const TRANSFER = ['the transfer', <TransferEditorPage key="transfer" />, 'From'] as const;

async function openWith(page: React.ReactNode, branches: object[], user = testUser) {
  mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.branch.list.path]: () => ({ results: branches, meta: createPageMeta(branches.length) }),
  });
  await renderApp({ '/': page }, '/', user);
}
const picker = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(name) });

it.each(PAGES)('in a shop of one branch %s preselects it', async (_page, page, label) => {
  await openWith(page, [west]);
  const box = await picker(label);
  await waitFor(() => expect(box.value).toBe('West Bay'));
});

it.each(PAGES)('for an account of one branch %s preselects it', async (_page, page, label) => {
  const narrow = { ...testUser, all_branches: false, branches: [{ ...west, timezone: 'Asia/Qatar' }] };
  await openWith(page, [west, pearl], narrow);
  const box = await picker(label);
  await waitFor(() => expect(box.value).toBe('West Bay'));
});

it.each([...PAGES, TRANSFER])(
  'in a shop of several branches %s preselects none',
  async (_page, page, label) => {
    await openWith(page, [west, pearl]);
    expect((await picker(label)).value).toBe('');
  },
);

it('in a shop of one branch the transfer form says that it needs two', async () => {
  await openWith(TRANSFER[1], [west]);
  await screen.findByText(/needs two branches/);
});
