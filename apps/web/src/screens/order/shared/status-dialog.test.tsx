import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, renderApp, testUser } from '../../../kit/test-utils.tsx';
import { initTexts } from '../../../lib/i18n.ts';
import { PaymentsCard } from '../detail/payments-card.tsx';
import { StatusButtons } from '../detail/status-buttons.tsx';
import { getCashOnDelivery } from './cash-on-delivery.ts';
import type { OrderDetails } from './order-status.tsx';
import { getRequiredConfirmation, OrderStatusDialog } from './status-dialog.tsx';

const CASH = 3;
const delivered = {
  status_id: 6,
  status_value: 5,
  title: 'Delivered',
  variant: 'success' as const,
  needs: null,
  force: false,
};
const order = (facts: Partial<OrderDetails> = {}): OrderDetails =>
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
  }) as unknown as OrderDetails;
const payment = (facts: object) =>
  ({
    id: 1,
    payment_title: 'Cash',
    holder: 'branch',
    created_at: '2026-11-22T10:00:00.000Z',
    ...facts,
  }) as OrderDetails['payments'][number];

afterEach(() => vi.unstubAllGlobals());

describe('the confirmation before a status change', () => {
  it('delivering an unpaid order needs a confirmation of the payment', () => {
    expect(getRequiredConfirmation(order(), delivered)).toBe('delivered');
    expect(getRequiredConfirmation(order({ open_amount: 0 }), delivered)).toBeNull();
    expect(getRequiredConfirmation(order(), { ...delivered, status_value: 3 })).toBeNull();
    expect(getRequiredConfirmation(order(), { ...delivered, needs: 'driver' })).toBe('driver');
    expect(getRequiredConfirmation(order({ status_value: 5 }), delivered)).toBe('missed');
  });
});

describe('cash on delivery', () => {
  it("cash on delivery is with the driver, otherwise with the branch or the method's provider", () => {
    expect(getCashOnDelivery(order(), {})).toEqual({ takes: 'with', amount: 45, name: 'Yusuf' });
    expect(getCashOnDelivery(order({ driver_name: null }), {})).toEqual({
      takes: 'branch',
      amount: 45,
      name: 'Al Sadd',
    });
    const courier = order({ payment_title: 'Courier' });
    expect(getCashOnDelivery(courier, { inhouse_holder: 0 })).toEqual({
      takes: 'with',
      amount: 45,
      name: 'Courier',
    });
  });

  it('cash on delivery leaves out pending payments and is zero when the order is not paid in cash', () => {
    const half = order({ payments: [payment({ amount: 20, status: 'pending' })] });
    expect(getCashOnDelivery(half, {}).amount).toBe(25);
    expect(getCashOnDelivery(order(), null)).toEqual({ takes: 'nothing', amount: 45, name: '' });
    expect(getCashOnDelivery(order({ payment_id: null }), {}).takes).toBe('nothing');
  });
});

describe('the button of an unpaid order', () => {
  const serve = (methods: readonly { id: number; type: string }[]) =>
    mockServer({
      [api.order.show.path.replace('{id}', '12')]: () => ({ results: order() }),
      [api.order.save.path.replace('{id}', '12')]: () => ({
        results: { ...order(), status_title: 'Delivered' },
      }),
      [api.paymentMethod.list.path]: ({ type }) => {
        const results = methods.filter((one) => type === undefined || one.type === type);
        return { results, meta: createPageMeta(results.length) };
      },
    });
  const press = async () => {
    await initTexts(['order']);
    await renderApp({ '/': <StatusButtons of={order()} onOvertaken={() => undefined} /> }, '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Deliver' }));
    return screen.findByRole('alertdialog');
  };

  it('the delivered button confirms that the cash was taken, and by whom', async () => {
    const { of } = serve([{ id: CASH, type: 'cash' }]);
    const ask = await press();
    expect(of(api.order.save)).toEqual([]);
    expect((await within(ask).findByText(/in cash/)).textContent).toMatch(/Yusuf.*45\.00/);
    await userEvent.click(within(ask).getByRole('button', { name: /Collect .*45\.00/ }));
    await vi.waitFor(() => expect(of(api.order.save)).toMatchObject([{ id: 12, version: 4, status_id: 6 }]));
  });

  it('the delivered button says that the amount stays unpaid when the method is not cash', async () => {
    serve([{ id: CASH, type: 'transfer' }]);
    const ask = await press();
    await within(ask).findByText(/45\.00.* stays unpaid/);
    expect(within(ask).getByRole('button', { name: 'Deliver' })).toBeTruthy();
  });
});

it('the next step button is a verb, followed by the status name where two statuses share the step', async () => {
  mockServer({});
  await initTexts(['order']);
  const packing = { ...delivered, status_id: 2, status_value: 2, title: 'In shipping process' };
  const chilling = { ...packing, status_id: 12, title: 'In the cold room' };
  const confirmed = order({ status_value: 1, next: [packing] });
  const { unmount } = await renderApp({ '/': <StatusButtons of={confirmed} onOvertaken={vi.fn()} /> }, '/');
  expect(await screen.findByRole('button', { name: 'Pack' })).toBeTruthy();
  unmount();
  const shared = order({ status_value: 1, next: [packing, chilling] });
  await renderApp({ '/': <StatusButtons of={shared} onOvertaken={vi.fn()} /> }, '/');
  expect(await screen.findByRole('button', { name: /^Pack: .*In shipping process/ })).toBeTruthy();
});

it('an unpaid refund is marked as pending, and returns link to their records', async () => {
  mockServer({});
  await initTexts(['order']);
  const of = order({
    payments: [
      payment({ id: 1, amount: 45, status: 'received' }),
      payment({ id: 2, amount: -9, status: 'pending' }),
      payment({ id: 3, amount: -5, status: 'refunded' }),
    ],
    returns: [{ id: 7, on_date: '2026-11-22', value: 9, delivery: 0, fee: 0, rounding: 0, refund: 9 }],
  });
  await renderApp({ '/': <PaymentsCard of={of} /> }, '/', { ...testUser, permissions: ['orders'] });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('To pay out') !== null)).toEqual([false, true, false]);
  expect(screen.getByRole('link', { name: /Return/ }).getAttribute('href')).toBe('/return-reciepts/7');
});

describe('the dialog of a status change', () => {
  const ask = async (next: object, failure: object = {}) => {
    mockServer({
      [api.account.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
      [api.order.save.path.replace('{id}', '12')]: () => ({ failure }),
    });
    await initTexts(['order']);
    const row = order({ driver_id: null, open_amount: 0 });
    await renderApp(
      { '/': <OrderStatusDialog row={row} next={{ ...delivered, ...next }} onClose={() => undefined} /> },
      '/',
    );
    return within(await screen.findByRole('alertdialog'));
  };

  it('a missing driver is refused on its field', async () => {
    const dialog = await ask({ status_value: 4, title: 'On the way', needs: 'driver' });
    await userEvent.click(dialog.getByRole('button', { name: 'Send out' }));
    expect(dialog.getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
    dialog.getByText('Choose a driver.');
  });

  it('an error of the cancel reason is shown on its field', async () => {
    const said = 'It must not hold a card number.';
    const errors = { move_notes: [said] };
    const dialog = await ask(
      { status_value: -1, title: 'Canceled' },
      { code: 'request.invalid', params: {}, errors },
    );
    await userEvent.type(dialog.getByRole('textbox'), 'card 4111111111111111');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
    await dialog.findByText(said);
    expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('the dialog of a cancel has a button that keeps the order', async () => {
    const dialog = await ask({ status_value: -1, title: 'Canceled' });
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Keep order',
      'Cancel order',
    ]);
  });
});

it('an order of a series is canceled alone unless the whole series is selected', async () => {
  const server = mockServer({
    [api.setting.public.path]: () => ({ results: { Currency: 'QAR' } }),
    [api.order.save.path]: () => ({ failure: { errors: { move_notes: ['no'] } } }),
  });
  await initTexts(['order', 'kit']);
  const canceled = { ...delivered, status_id: 9, status_value: -1, title: 'Canceled' };
  const row = order({ status_value: 1, recurring: 1 });
  await renderApp({ '/': <OrderStatusDialog row={row} next={canceled} onClose={() => undefined} /> }, '/');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox'), 'moved away');
  await user.click(screen.getByRole('button', { name: 'Cancel order' }));
  await screen.findByText('no');
  await user.click(screen.getByRole('radio', { name: 'Whole series' }));
  await user.click(screen.getByRole('button', { name: 'Cancel order' }));
  await vi.waitFor(() => expect(server.of(api.order.save)).toHaveLength(2));
  expect(server.of(api.order.save).map(({ series }) => series)).toEqual(['this', 'all']);
});
