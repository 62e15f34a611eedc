import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { setCurrentBranch } from '../../lib/server/current-branch.ts';
import { signIn, type User } from '../../lib/server/session.ts';
import { connectToaster } from '../../lib/server/toast.ts';
import { BranchesTab } from './branches-tab.tsx';

const branches = [
  { id: 1, name: 'Al Sadd' },
  { id: 2, name: 'The Pearl' },
];
const record = { id: 7, branches_ids: [1] } as unknown as Parameters<typeof BranchesTab>[0]['record'];

type ShownToast = { text: string; undo: (() => void) | undefined };
const told: ShownToast[] = [];
const sent: unknown[] = [];

const hear = (text: string, more?: { action?: { onClick: () => void } }) =>
  told.push({ text: text.replace(/[\u2066-\u2069]/g, ''), undo: more?.action?.onClick });
connectToaster({ success: hear, error: hear, dismiss: () => undefined } as never);

async function open() {
  const user = { id: 1, name: 'Amal', permissions: ['pricelist'], branches: [], preferences: {} };
  signIn({ user: user as unknown as User, token: 't' });
  const server = mockServer({
    [api.branch.list.path]: () => ({ results: branches, meta: createPageMeta(2) }),
    [api.priceList.preview.path.replace('{id}', '7')]: () => ({ results: { effects: [] } }),
    [api.priceList.assign.path.replace('{id}', '7')]: ({ branches_ids }) => {
      sent.push(branches_ids);
      return { results: { branches_ids } };
    },
  });
  await renderApp({ '/': <BranchesTab record={record} /> }, '/');
  return server;
}

afterEach(() => {
  vi.unstubAllGlobals();
  told.length = 0;
  sent.length = 0;
  setCurrentBranch(null);
});

it('enabling a branch of a price list is confirmed by name, and its toast undoes only that branch', async () => {
  await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'The Pearl' }));
  await expect.poll(() => told.map(({ text }) => text)).toEqual(['The Pearl added to the list']);
  await userEvent.click(screen.getByRole('switch', { name: 'Al Sadd' }));
  await expect.poll(() => told.map(({ text }) => text)).toContain('Al Sadd removed from the list');
  told[0]?.undo?.();
  await expect.poll(() => sent).toEqual([[1, 2], [2], []]);
  const pearl = screen.getByRole('switch', { name: 'The Pearl' });
  await expect.poll(() => pearl.getAttribute('aria-checked')).toBe('false');
});

it('selecting all branches of a price list is undone as a whole', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Select all branches' }));
  await expect.poll(() => told.length).toBe(1);
  told[0]?.undo?.();
  await expect.poll(() => sent).toEqual([[1, 2], [1]]);
});

it('a price list shows and sets all its branches while one branch is chosen in the top bar', async () => {
  setCurrentBranch(1);
  const { requests } = await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'The Pearl' }));
  await expect.poll(() => sent).toEqual([[1, 2]]);
  const branchOf = (path: string) => requests.filter((one) => one.path === path).map(({ branch }) => branch);
  expect(branchOf(api.branch.list.path)).toEqual([undefined]);
  expect(branchOf(api.priceList.preview.path.replace('{id}', '7'))).toEqual([undefined]);
  expect(branchOf(api.priceList.assign.path.replace('{id}', '7'))).toEqual([undefined]);
});
