import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { DrawerHandIn } from './hand-in-dialog.tsx';

const driverOf = (id: number, name: string, branch_id: number, currency: string, outstanding: number) => ({
  id,
  name,
  branch_id,
  amounts: [{ currency, outstanding, collected: outstanding, refunded: 0, handed_in: 0 }],
});
const YUSUF = driverOf(7, 'Yusuf', 3, 'QAR', 200);
const drawer = { id: 9, branch_id: 3, currency: 'QAR' } as Parameters<typeof DrawerHandIn>[0]['of'];

async function open(drivers: readonly object[]) {
  const onClose = vi.fn();
  const server = mockServer({
    [api.driverCash.list.path]: () => ({ results: [...drivers], meta: createPageMeta(drivers.length) }),
    [api.posSession.move.path]: () => ({
      results: { id: 1, amount: 50, currency: 'QAR', outstanding: 150, branch_id: 3 },
    }),
  });
  await initTexts(['driver-cash', 'pos-session', 'failures', 'fields']);
  await renderApp({ '/': <DrawerHandIn of={drawer} onClose={onClose} /> }, '/');
  const dialog = within(await screen.findByRole('dialog'));
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Receive cash' }));
  return { server, dialog, submit, onClose };
}

it("the hand-in dialog takes part of the cash of the branch's driver into the drawer", async () => {
  const { server, dialog, submit, onClose } = await open([
    YUSUF,
    driverOf(8, 'Of another branch', 4, 'QAR', 10),
    driverOf(9, 'Of another currency', 3, 'KWD', 10),
  ]);
  // the only driver is preselected
  const amount = await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  expect(amount.value).toBe('200.00');
  fireEvent.change(amount, { target: { value: '50' } });
  submit();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [sent] = server.of(api.posSession.move);
  expect(sent).toMatchObject({ kind: 'hand_in', session_id: 9, driver_id: 7, amount: 50, currency: 'QAR' });
  expect(sent).not.toHaveProperty('branch_id');
});

it('the hand-in dialog asks which driver when several hold cash, and sends nothing before', async () => {
  const { server, dialog, submit } = await open([YUSUF, driverOf(8, 'Nasser', 3, 'QAR', 30)]);
  submit();
  const who = dialog.getByRole('combobox');
  await waitFor(() => expect(who.getAttribute('aria-invalid')).toBe('true'));
  await userEvent.click(who);
  await userEvent.click(await screen.findByRole('option', { name: 'Nasser' }));
  const amount = await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  expect(amount.value).toBe('30.00');
  expect(server.of(api.posSession.move)).toEqual([]);
});

it('the hand-in dialog says that no driver of the branch holds cash', async () => {
  const { dialog } = await open([driverOf(8, 'Of another branch', 4, 'QAR', 10)]);
  await dialog.findByText('No driver of this branch has cash to hand in.');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Receive cash' }).disabled).toBe(true);
});
