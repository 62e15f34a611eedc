import { api } from '@dukkan/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { setTill } from '../../../lib/till.ts';
import MakeOrderPage from './page.tsx';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  await initTexts(['order', 'fields', 'kit']);
  setTill({ id: 3, branch_id: 1, name: 'Front' });
});
afterEach(() => {
  setTill(null);
  localStorage.clear();
});

async function openAtTill() {
  mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.branch.list.path]: () => ({ results: [{ id: 1, name: 'Al Sadd' }], meta: createPageMeta(1) }),
  });
  const { router } = await renderApp({ '/': <p>Elsewhere</p>, '/orders/new': <MakeOrderPage /> }, [
    '/',
    '/orders/new',
  ]);
  await screen.findByRole('textbox', { name: 'Coupon' });
  return router;
}

it('an untouched new order at a till is left without a question', async () => {
  const router = await openAtTill();
  await act(() => router.navigate(-1));
  await screen.findByText('Elsewhere');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('a new order at a till with any entry asks before it is left', async () => {
  const router = await openAtTill();
  fireEvent.change(screen.getByRole('textbox', { name: 'Manual discount' }), { target: { value: '5' } });
  await act(() => router.navigate(-1));
  await screen.findByRole('alertdialog', { name: 'Leave without placing the order?' });
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/orders/new');
  await act(() => router.navigate(-1));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave and discard' }));
  await screen.findByText('Elsewhere');
});
