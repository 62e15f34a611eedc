import { api } from '@dukkan/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp } from '../kit/test-utils.tsx';
import { i18n, initTexts, setLocale } from '../lib/i18n.ts';
import AccountPage from '../screens/account/page.tsx';
import BranchPage from '../screens/branch/page.tsx';
import OrderStatusPage from '../screens/order-status/page.tsx';
import { GlobalOverlays } from './global-overlays.tsx';

// a busy machine is slow, and that must not fail the tests
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.unstubAllGlobals());

const names = { ar: 'الفرع', en: 'Souq', de: 'Markt' };
const none = { ar: '', en: '', de: '' };
const kept = { status: 1, version: 3, actions: ['save', 'delete'] };

const branch = {
  ...{ id: 4, name: 'Souq', names, addresses: none, address: '', no: '4', managers_ids: [], managers: [] },
  ...{ phones: [], logo_url: null, warehouse: 0, country_id: null, state_id: null, city_id: null },
  ...{ area_id: null, pos: [{ id: 9, name: 'Front', status: 1, last_seen: null }], printers: [] },
  settings: {
    ...{ type: 'delivery', fullfillment: 1, refund_force_auth: true, product_check_availability: true },
    ...{ coordinates: null, tax: { value: 0 }, tax_mode: null, timezone: 'Asia/Qatar' },
  },
  ...kept,
};
const status = {
  ...{ id: 6, title: 'Delivered', titles: names, status_value: 5, variant: 'success' },
  ...{ default_start: 0, not_delivered: 0, ord: 1, orders_count: 0 },
  ...kept,
};
const driver = {
  ...{
    id: 8,
    name: 'Omar',
    email: 'omar@demo.test',
    phone: null,
    role_id: 3,
    role: { id: 3, title: 'Driver' },
  },
  ...{ info: { branch_id: 4 }, avatar_url: null, sessions: [] },
  ...kept,
};

type Guard = {
  readonly page: ReactNode;
  readonly path: string;
  readonly at: string;
  readonly read: Record<string, () => Reply>;
  readonly write: string;
  readonly failure: object;
  /** The rows of the dialog: the key of its text, the number or name in it, and its link. */
  readonly lines: readonly (readonly [key: string, amount: string, to: string | null])[];
};

const guards: Readonly<Record<string, Guard>> = {
  'a branch with open orders and an open drawer': {
    page: <BranchPage />,
    path: '/settings/branch-config/:id',
    at: '/settings/branch-config/4',
    read: { '/admin/branchs/show/4': () => ({ results: branch }) },
    write: '/admin/branchs/update/4',
    failure: {
      code: 'branch.in_use',
      params: { count: 2, units: 40, orders: 3, drawers: 1 },
      errors: { status: ['refused'] },
    },
    lines: [
      ['orders', '3', '/orders?branch_id=4&under_way=1'],
      ['drawers', '1', null],
    ],
  },
  'a branch whose till has an open drawer': {
    page: <BranchPage />,
    path: '/settings/branch-config/:id',
    at: '/settings/branch-config/4',
    read: { '/admin/branchs/show/4': () => ({ results: branch }) },
    write: '/admin/branchs/update/4',
    failure: { code: 'till.in_use', params: { device_id: 9, name: 'Front' }, errors: { pos: ['refused'] } },
    lines: [['till', '\u2068Front\u2069', null]],
  },
  'the last active order status of a step': {
    page: <OrderStatusPage />,
    path: '/order-status/:id',
    at: '/order-status/6',
    read: { [api.orderStatus.list.path]: () => ({ results: [status], meta: createPageMeta(1) }) },
    write: api.orderStatus.save.path,
    failure: { code: 'order_status.last', params: { value: 5 }, errors: { status: ['refused'] } },
    lines: [['last_status', '1', '/order-status/new']],
  },
  'a driver with orders to hand over': {
    page: <AccountPage />,
    path: '/acounts/:id',
    at: '/acounts/8',
    read: { '/admin/accounts/show/8': () => ({ results: driver }) },
    write: api.account.save.path,
    failure: {
      code: 'account.in_use',
      params: { orders: 5, drawers: 0 },
      errors: { status: ['refused'] },
    },
    lines: [['orders', '5', '/orders?driver_id=8&under_way=1']],
  },
};

describe.each(['en', 'ar'] as const)('disabling through a form in %s', (locale) => {
  it.each(Object.entries(guards))('a refused disabling names what prevents it: %s', async (_name, guard) => {
    await initTexts(['kit', 'order-status', 'branch', 'account', 'fields']);
    await setLocale(locale);
    const server = mockServer({
      ...guard.read,
      [guard.write]: () => ({ status: 409, failure: guard.failure }),
    });
    const page = (
      <>
        {guard.page}
        <GlobalOverlays />
      </>
    );
    await renderApp({ [guard.path]: page }, guard.at);
    await setLocale(locale);
    const t = (key: string, values = {}) => String(i18n.t(key, values));
    const states = await screen.findAllByRole('radio', { name: t('kit:status.disabled') });
    await userEvent.click(states.at(-1) as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: t('kit:form.save') }));
    const dialog = await screen.findByRole('dialog', { name: t('kit:in_use.title') });
    expect(server.requests.find(({ path }) => path === guard.write)?.body).toMatchObject({ version: 3 });
    const rows = within(dialog).getAllByRole('listitem');
    expect(rows).toHaveLength(guard.lines.length);
    for (const [at, [key, amount, to]] of guard.lines.entries()) {
      expect(rows[at]?.textContent).toContain(t(`kit:in_use.${key}`, { amount }));
      const link = within(rows[at] as HTMLElement).queryByRole('link', { name: t(`kit:in_use.${key}_way`) });
      expect(link?.getAttribute('href') ?? null).toBe(to);
    }
    await userEvent.click(within(dialog).getByRole('button', { name: t('kit:in_use.done') }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
