import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { draw, pageOf, person, serveWith } from '../../kit/bench-test-setup.tsx';
import { startTexts } from '../../lib/i18n.ts';
import { atDoorOf } from './at-door.ts';
import { MoveButtons } from './move-buttons.tsx';
import { askedFor, MoveDialog } from './move-dialog.tsx';
import { PaymentsCard } from './payments-card.tsx';
import type { Order } from './status.tsx';

const CASH = 3;
const delivered = {
  status_id: 6,
  status_value: 5,
  title: 'Delivered',
  variant: 'success' as const,
  needs: null,
  force: false,
};
const order = (facts: Partial<Order> = {}): Order =>
  ({
    id: 12,
    version: 4,
    branch_id: 1,
    branch_name: 'Al Sadd',
    status_value: 4,
    driver_id: 9,
    driver_name: 'Yusuf',
    paid_amount: 0,
    open_amount: 45,
    currency: 'QAR',
    payment_id: CASH,
    payment_title: 'Cash',
    payments: [],
    returns: [],
    actions: [],
    next: [delivered],
    ...facts,
  }) as unknown as Order;
const payment = (facts: object) =>
  ({
    id: 1,
    payment_title: 'Cash',
    holder: 'branch',
    created_at: '2026-11-22T10:00:00.000Z',
    ...facts,
  }) as Order['payments'][number];

afterEach(() => vi.unstubAllGlobals());

describe('what is asked before a move', () => {
  it('is the money, where an order is delivered that is not paid', () => {
    expect(askedFor(order(), delivered)).toBe('delivered');
    expect(askedFor(order({ open_amount: 0 }), delivered)).toBeNull();
    expect(askedFor(order(), { ...delivered, status_value: 3 })).toBeNull();
    expect(askedFor(order(), { ...delivered, needs: 'driver' })).toBe('driver');
    expect(askedFor(order({ status_value: 5 }), delivered)).toBe('missed');
  });
});

describe('what is taken at the door', () => {
  it('is with the driver, else with the branch, or with the provider of the method', () => {
    expect(atDoorOf(order(), {})).toEqual({ takes: 'with', amount: 45, name: 'Yusuf' });
    expect(atDoorOf(order({ driver_name: null }), {})).toEqual({
      takes: 'branch',
      amount: 45,
      name: 'Al Sadd',
    });
    const courier = order({ payment_title: 'Courier' });
    expect(atDoorOf(courier, { inhouse_holder: 0 })).toEqual({ takes: 'with', amount: 45, name: 'Courier' });
  });

  it('leaves out what is on its way, and is nothing where it is not to be cash', () => {
    const half = order({ payments: [payment({ amount: 20, status: 'pending' })] });
    expect(atDoorOf(half, {}).amount).toBe(25);
    expect(atDoorOf(order(), null)).toEqual({ takes: 'nothing', amount: 45, name: '' });
    expect(atDoorOf(order({ payment_id: null }), {}).takes).toBe('nothing');
  });
});

describe('the button of an unpaid order', () => {
  const serve = (methods: readonly { id: number; type: string }[]) =>
    serveWith({
      [api.order.show.path.replace('{id}', '12')]: () => ({ results: order() }),
      [api.order.save.path.replace('{id}', '12')]: () => ({
        results: { ...order(), status_title: 'Delivered' },
      }),
      [api.paymentMethod.list.path]: ({ type }) => {
        const results = methods.filter((one) => type === undefined || one.type === type);
        return { results, meta: pageOf(results.length) };
      },
    });
  const press = async () => {
    await startTexts(['order']);
    await draw({ '/': <MoveButtons of={order()} onOvertaken={() => undefined} /> }, '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Delivered' }));
    return screen.findByRole('alertdialog');
  };

  it('delivers once it is said that the cash was taken, and by whom', async () => {
    const { of } = serve([{ id: CASH, type: 'cash' }]);
    const ask = await press();
    expect(of(api.order.save)).toEqual([]);
    expect((await within(ask).findByText(/in cash/)).textContent).toMatch(/45\.00.*Yusuf/);
    await userEvent.click(within(ask).getByRole('button', { name: /45\.00.* taken/ }));
    await vi.waitFor(() => expect(of(api.order.save)).toMatchObject([{ id: 12, version: 4, status_id: 6 }]));
  });

  it('says that it stays open where it is not paid in cash', async () => {
    serve([{ id: CASH, type: 'transfer' }]);
    const ask = await press();
    await within(ask).findByText(/45\.00.* stay open/);
    expect(within(ask).getByRole('button', { name: 'Delivered' })).toBeTruthy();
  });
});

it('a refund that is not paid out yet says so, and returns lead to what was written of them', async () => {
  serveWith({});
  await startTexts(['order']);
  const of = order({
    payments: [
      payment({ id: 1, amount: 45, status: 'received' }),
      payment({ id: 2, amount: -9, status: 'pending' }),
      payment({ id: 3, amount: -5, status: 'refunded' }),
    ],
    returns: [{ id: 7, on_date: '2026-11-22', value: 9, refund: 9 }],
  });
  await draw({ '/': <PaymentsCard of={of} /> }, '/', { ...person, permissions: ['orders'] });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('To be paid out') !== null)).toEqual([false, true, false]);
  expect(screen.getByRole('link', { name: /Return/ }).getAttribute('href')).toBe('/return-reciepts/7');
});

describe('a dialog before a move', () => {
  const ask = async (next: object, failure: object = {}) => {
    serveWith({
      [api.account.list.path]: () => ({ results: [], meta: pageOf(0) }),
      [api.order.save.path.replace('{id}', '12')]: () => ({ failure }),
    });
    await startTexts(['order']);
    const row = order({ driver_id: null, open_amount: 0 });
    await draw(
      { '/': <MoveDialog row={row} next={{ ...delivered, ...next }} onClose={() => undefined} /> },
      '/',
    );
    return within(await screen.findByRole('alertdialog'));
  };

  it('refuses a driver that is missing as a field does', async () => {
    const dialog = await ask({ status_value: 4, title: 'On the way', needs: 'driver' });
    await userEvent.click(dialog.getByRole('button', { name: 'Hand it over' }));
    expect(dialog.getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
    dialog.getByText('Choose who drives it.');
  });

  it('says at the reason what is wrong with it', async () => {
    const said = 'It must not hold a card number.';
    const errors = { move_notes: [said] };
    const dialog = await ask(
      { status_value: -1, title: 'Canceled' },
      { code: 'request.invalid', params: {}, errors },
    );
    await userEvent.type(dialog.getByRole('textbox'), 'card 4111111111111111');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the order' }));
    await dialog.findByText(said);
    expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('says beside what cancels the order that the other button keeps it', async () => {
    const dialog = await ask({ status_value: -1, title: 'Canceled' });
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Keep the order',
      'Cancel the order',
    ]);
  });
});
