import { api } from '@dukkan/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { LeaveBlocker } from '../../../kit/leave-blocker.tsx';
import LeaveQuestion from '../../../kit/leave-question.tsx';
import { mockServer, renderApp } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { UiProvider } from '../../../ui/index.ts';
import type { OrderDetails } from '../shared/order-status.tsx';
import { NotesCard } from './notes-card.tsx';

const order = {
  ...{ id: 12, version: 4, branch_id: 1, status_value: 0, currency: 'QAR', actions: ['edit'] },
  ...{ notes: null, client_name: 'Nora', client_phone: null, invoice_to: null, preferred_at: null },
  ...{ recurring: 0, recurrence: null, recur_failed: null, next_for: null, continued_by: null },
} as unknown as OrderDetails;

type Router = Awaited<ReturnType<typeof renderApp>>['router'];
const WAYS: Readonly<Record<string, (router: Router) => Promise<unknown>>> = {
  'Back inside the app': (router) => act(() => router.navigate(-1)),
  Escape: () => userEvent.keyboard('{Escape}'),
  'a click beside': () => userEvent.click(document.querySelector('[data-state=open].fixed') as Element),
};

async function edit(): Promise<Router> {
  mockServer({ [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }) });
  await initTexts(['order', 'fields', 'kit']);
  const page = (
    <UiProvider dir="ltr" leaveQuestion={{ Question: LeaveQuestion, Blocker: LeaveBlocker }}>
      <NotesCard of={order} />
    </UiProvider>
  );
  const { router } = await renderApp({ '/': <p>Elsewhere</p>, '/orders/12': page }, ['/', '/orders/12']);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit details' }));
  await screen.findByRole('textbox', { name: 'Notes' });
  return router;
}

it.each(Object.keys(WAYS))('typed order details ask before %s clears them', async (way) => {
  const router = await edit();
  await userEvent.type(screen.getByRole('textbox', { name: 'Notes' }), 'Ring twice');
  await WAYS[way]?.(router);
  await screen.findByRole('alertdialog', { name: 'Close without saving?' });
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toBe('Ring twice');
  expect(router.state.location.pathname).toBe('/orders/12');
  await WAYS[way]?.(router);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and close' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull());
  const isAway = way === 'Back inside the app';
  await waitFor(() => expect(router.state.location.pathname).toBe(isAway ? '/' : '/orders/12'));
});

it.each(Object.keys(WAYS))('unchanged order details ask nothing before %s', async (way) => {
  const router = await edit();
  await WAYS[way]?.(router);
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
