import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp, testUser } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { AttentionTiles, useNeeds } from './attention-tiles.tsx';

const Tiles = () => <AttentionTiles needs={useNeeds()} />;
const none: Reply = { results: [], meta: createPageMeta(0) };
const show = (permissions: string[]) => renderApp({ '/': <Tiles /> }, '/', { ...testUser, permissions });

it('a role that only reads orders is told of the unpaid ones alone', async () => {
  await initTexts(['shell']);
  mockServer({ [api.order.list.path]: (): Reply => ({ results: [], meta: createPageMeta(2) }) });
  await show(['orders.view']);
  await screen.findByRole('link', { name: /unpaid/i });
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('the tiles name no trouble, and promise no calm, before the counts are known', async () => {
  await initTexts(['shell']);
  let answer: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  mockServer({ [api.order.list.path]: () => reply });
  await show(['orders.view']);
  const list = screen.getByRole('list');
  expect(screen.queryByRole('link')).toBeNull();
  expect(list.childElementCount).toBe(1);
  answer(none);
  await waitFor(() => expect(list.childElementCount).toBe(0));
});
