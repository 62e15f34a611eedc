import { api } from '@dukkan/contract';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { EVERYBODY, setRouteAccess } from '../../lib/can-open.ts';
import { initTexts } from '../../lib/i18n.ts';
import { signIn, signOut, type User } from '../../lib/server/session.ts';
import { MenuItem, MenuSeparator } from '../../ui/index.ts';
import { Can } from '../can.tsx';
import { MenuItemLink } from '../menu-item-link.tsx';
import { RowMenu } from './row-menu.tsx';

beforeAll(async () => {
  await initTexts(['kit']);
  setRouteAccess((path) => (path === '/orders' ? { keys: ['orders'], use: null } : EVERYBODY));
});
afterAll(() => setRouteAccess(() => EVERYBODY));
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{"results":{"signed_out":1}}'));
  signOut();
  const user = { id: 1, name: 'Alia', permissions: ['users'], branches: [], preferences: {} };
  signIn({ user: user as unknown as User, token: 't' });
});

const showMenu = (entries: ReactNode) =>
  render(
    <MemoryRouter>
      <RowMenu row={{}} name="Row" actions={[]}>
        {entries}
      </RowMenu>
    </MemoryRouter>,
  );

const orders = <MenuItemLink to="/orders">Orders</MenuItemLink>;
const customers = <MenuItemLink to="/customers">Customers</MenuItemLink>;

const withoutRight = <Can use={api.order.list}>{customers}</Can>;
const withRight = <Can use={api.account.list}>{customers}</Can>;
const ordersWithRight = <Can use={api.account.list}>{orders}</Can>;

const EMPTY: [string, ReactNode][] = [
  ['no entry', null],
  ['a link that does not open', orders],
  ['an entry without its permission', withoutRight],
  ['a link that does not open inside a permission', ordersWithRight],
  [
    'a separator alone',
    <>
      {orders}
      <MenuSeparator />
      {false}
    </>,
  ],
];

it.each(EMPTY)('a row with %s has no menu', (_, entries) => {
  showMenu(entries);
  expect(screen.queryByRole('button')).toBeNull();
});

const FILLED: [string, ReactNode][] = [
  ['a link that opens', customers],
  ['an entry with its permission', withRight],
  [
    'an action after a link that does not open',
    <>
      {orders}
      <MenuItem>Remove</MenuItem>
    </>,
  ],
];

it.each(FILLED)('a row with %s has a menu', (_, entries) => {
  showMenu(entries);
  expect(screen.getByRole('button')).not.toBeNull();
});
