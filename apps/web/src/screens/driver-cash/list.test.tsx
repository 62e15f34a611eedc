import { api } from '@dukkan/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageMeta, mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import Drivers from './list.tsx';

const driver = {
  id: 7,
  name: 'Yusuf Rahman',
  phone: '+97455123456',
  branch_id: 3,
  branch_name: 'West Bay',
  collected: 300,
  refunded: 0,
  handed_in: 100,
  outstanding: 200,
  currency: 'QAR',
  last_handed_in_at: null,
  actions: ['hand_in'],
};
/** Returns a driver with these outstanding amounts, the first in the shop's currency. */
const holding = (...held: readonly [string, number][]) => ({
  ...driver,
  outstanding: held[0]?.[1] ?? 0,
  amounts: held.map(([currency, outstanding]) => ({
    currency,
    outstanding,
    collected: outstanding,
    refunded: 0,
    handed_in: 0,
  })),
});
const LIST = api.driverCash.list.path;
const MOVE = api.posSession.move.path;

type Serve = Parameters<typeof mockServer>[0];
async function opened(routes: Serve, rows: () => object[] = () => [holding(['QAR', 200])]) {
  const server = mockServer({
    [LIST]: () => ({ results: rows(), meta: createPageMeta(rows().length) }),
    ...routes,
  });
  await initTexts(['driver-cash', 'order-payment', 'failures']);
  await renderApp({ '/payments/drivers': <Drivers /> }, '/payments/drivers');
  return server;
}

/** Opens the dialog of the first driver; returns its amount and button. */
async function taking() {
  fireEvent.click(await screen.findByRole('button', { name: 'Receive cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  return {
    dialog,
    amount: await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ }),
    submit: () => fireEvent.click(dialog.getByRole('button', { name: 'Receive cash' })),
  };
}

it('the driver cash list shows drivers who hold cash until all are selected', async () => {
  const server = await opened({});
  await screen.findByText('Yusuf Rahman');
  expect(server.of(api.driverCash.list)[0]).toMatchObject({ held: 1, sort_by: 'outstanding' });
  fireEvent.click(screen.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(server.of(api.driverCash.list).at(-1)).not.toHaveProperty('held'));
});

it('the driver cash list reloads when an order changes, because its cash may be with a driver', async () => {
  let outstanding = 200;
  await opened({}, () => [holding(['QAR', outstanding])]);
  await screen.findByText(/200(\.00)?$/);
  outstanding = 218;
  invalidateNouns(['order']);
  await screen.findByText(/218(\.00)?$/);
});

it('the driver cash list says that nobody holds cash', async () => {
  await opened({}, () => []);
  await screen.findByText('No driver has cash to hand in');
});

it("all cash of a driver is taken into the safe of the driver's branch by default", async () => {
  const server = await opened({
    [MOVE]: () => ({ results: { id: 1, amount: 200, currency: 'QAR', outstanding: 0, branch_id: 3 } }),
  });
  const { amount, submit } = await taking();
  expect(amount.value).toBe('200.00');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.of(api.posSession.move)).toEqual([
    expect.objectContaining({ kind: 'hand_in', driver_id: 7, branch_id: 3, amount: 200 }),
  ]);
});

it('driver cash is shown in each currency, and the selected currency is taken in', async () => {
  const rows = () => [
    holding(['QAR', 200], ['KWD', 4.5]),
    { ...holding(['QAR', 0], ['KWD', 1.25]), id: 8, name: 'Nasser' },
  ];
  const server = await opened(
    {
      [MOVE]: () => ({ results: { id: 1, amount: 4.5, currency: 'KWD', outstanding: 0, branch_id: 3 } }),
    },
    rows,
  );
  const row = within((await screen.findByText('Yusuf Rahman')).closest('tr') as HTMLElement);
  expect(row.getByText(/QAR\s200\.00/)).toBeDefined();
  expect(row.getByText(/KWD\s4\.500/)).toBeDefined();
  // a driver without cash in the shop's currency shows only the other currency
  const other = within(screen.getByText('Nasser').closest('tr') as HTMLElement);
  expect(other.getByText(/KWD\s1\.250/)).toBeDefined();
  expect(other.queryByText(/QAR/)).toBeNull();
  fireEvent.click(await row.findByRole('button', { name: 'Receive cash' }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = await dialog.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ });
  expect(amount.value).toBe('200.00');
  fireEvent.click(dialog.getByRole('radio', { name: 'KWD' }));
  expect(amount.value).toBe('4.500');
  fireEvent.click(dialog.getByRole('button', { name: 'Receive cash' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.of(api.posSession.move)).toEqual([
    expect.objectContaining({ kind: 'hand_in', driver_id: 7, amount: 4.5, currency: 'KWD' }),
  ]);
});

it("the hand-in amount follows the driver's cash until it is typed", async () => {
  let outstanding = 200;
  await opened({}, () => [holding(['QAR', outstanding])]);
  await screen.findByText('Yusuf Rahman');
  outstanding = 250;
  const { amount, dialog } = await taking();
  await dialog.findByText(/250/, { selector: 'bdi' });
  expect(amount.value).toBe('250.00');
  fireEvent.change(amount, { target: { value: '50' } });
  expect(amount.value).toBe('50');
});

it('a hand-in that exceeds the remaining cash is refused at the amount, and the remaining cash is reloaded', async () => {
  let outstanding = 200;
  const text = 'That is more than the driver still holds: 80.';
  const server = await opened(
    {
      [MOVE]: () => {
        outstanding = 80;
        return { failure: { code: 'cash.beyond_outstanding', errors: { amount: [text] } } };
      },
    },
    () => [holding(['QAR', outstanding])],
  );
  const { amount, dialog, submit } = await taking();
  submit();
  await dialog.findByText(text);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  await dialog.findByText(/^QAR\s80/);
  // the typed amount stays visible
  expect(amount.value).toBe('200.00');
  expect(server.of(api.posSession.move)).toHaveLength(1);
});

it('the hand-in history shows what was handed in, where, and who took it', async () => {
  const one = {
    id: 4,
    driver_id: 7,
    driver_name: 'Yusuf Rahman',
    branch_id: 3,
    branch_name: 'West Bay',
    session_id: null,
    device_id: null,
    amount: 60,
    currency: 'QAR',
    reason: 'Evening',
    account_id: 2,
    account_name: 'Sara',
    created_at: '2026-11-20T10:00:00.000Z',
  };
  const results = [one, { ...one, id: 3, session_id: 9, device_id: 5, account_name: null, reason: null }];
  const server = await opened({
    [api.driverCash.handIns.path]: () => ({ results, meta: createPageMeta(2) }),
  });
  const menu = await screen.findByRole('button', { name: /Yusuf Rahman/ });
  fireEvent.pointerDown(menu, { button: 0, pointerType: 'mouse' });
  fireEvent.click(menu);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Recent hand-ins' }));
  await screen.findByText('2 hand-ins');
  const said = document.body.textContent?.replace(/[\u2066-\u2069]/g, '');
  expect(said).toContain('Safe of West Bay · received by Sara');
  expect(said).toContain('Till #5, West Bay');
  expect(server.of(api.driverCash.handIns)).toMatchObject([{ driver_id: 7 }]);
});
