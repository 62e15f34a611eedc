import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../kit/test-utils.tsx';
import { i18n, initTexts, setLocale } from '../lib/i18n.ts';
import { DeletedRecord, DeletedStock } from './deleted-stock.tsx';

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.unstubAllGlobals());

const souq = {
  ...{ id: 'branch-4', noun: 'branch', record_id: 4, title: 'Souq', deleted_at: '2026-10-01T08:00:00.000Z' },
  ...{ units: 12, reserved: 3, value: 24 },
};
const coffee = {
  ...{ id: 'product-7', noun: 'product', record_id: 7, title: 'Coffee', deleted_at: null },
  ...{ units: 4, reserved: 0, value: 9.5 },
};

/** Mocks a server whose deleted records leave the list when they are restored. */
function serveHolders(first: readonly (typeof souq | typeof coffee)[]) {
  let holders = [...first];
  const restore = (id: string) => () => {
    holders = holders.filter((one) => one.id !== id);
    return { results: {} };
  };
  return mockServer({
    [api.stock.listDeletedStockHolders.path]: ({ noun, id }) => {
      const results = holders.filter(
        (one) => (noun === undefined || one.noun === noun) && (id === undefined || one.record_id === id),
      );
      return { results, meta: createPageMeta(results.length) };
    },
    [api.branch.restore.path.replace('{id}', '4')]: restore('branch-4'),
    [api.product.restore.path.replace('{id}', '7')]: restore('product-7'),
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
  });
}

const t = (key: string, values = {}) => String(i18n.t(key, values));
const draw = async (page: ReactNode, locale: 'en' | 'ar') => {
  await initTexts(['stock', 'kit', 'fields']);
  await renderApp({ '/': page }, '/');
  await setLocale(locale);
};

describe.each(['en', 'ar'] as const)('stock of deleted records in %s', (locale) => {
  it('deleted records with stock are counted above the stock list, named with quantities and restored with one press', async () => {
    const server = serveHolders([souq, coffee]);
    await draw(<DeletedStock />, locale);
    await screen.findByText(t('stock:deleted.banner', { count: 2, shown: '2' }));
    await userEvent.click(screen.getByRole('button', { name: t('stock:deleted.open') }));
    const drawer = await screen.findByRole('dialog', { name: t('stock:deleted.title') });
    const [first, second] = within(drawer).getAllByRole('listitem');
    expect(first?.textContent).toContain(t('stock:deleted.units', { amount: '12' }));
    expect(first?.textContent).toContain(t('stock:deleted.reserved', { amount: '3' }));
    expect(second?.textContent).toContain(t('stock:deleted.items'));
    expect(second?.textContent).toContain(t('stock:deleted.units', { amount: '4' }));
    for (const name of ['Souq', 'Coffee'])
      await userEvent.click(
        await within(drawer).findByRole('button', { name: t('stock:deleted.restore_named', { name }) }),
      );
    await within(drawer).findByText(t('stock:deleted.none'));
    const paths = server.requests.map(({ path }) => path);
    expect(paths.filter((path) => path === '/admin/branchs/restore/4')).toHaveLength(1);
    expect(paths.filter((path) => path === '/admin/products/restore/7')).toHaveLength(1);
  });

  it('restoring is offered on the page of a deleted branch with stock, and not on one without', async () => {
    const server = serveHolders([souq]);
    const page = (
      <>
        <DeletedRecord noun="branch" id={4} otherwise={<p>gone</p>} />
        <DeletedRecord noun="product" id={4} otherwise={<p>never was</p>} />
      </>
    );
    await draw(page, locale);
    await screen.findByText(t('stock:deleted.page_branch'));
    await screen.findByText('never was');
    expect(screen.getByText(t('stock:deleted.units', { amount: '12' }))).toBeTruthy();
    const name = t('stock:deleted.restore_named', { name: 'Souq' });
    await userEvent.click(screen.getByRole('button', { name }));
    await screen.findByText('gone');
    expect(server.requests.filter(({ path }) => path === '/admin/branchs/restore/4')).toHaveLength(1);
  });
});
