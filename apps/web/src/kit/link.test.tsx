import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { EVERYBODY, setRouteAccess } from '../lib/can-open.ts';
import { signIn, signOut, type User } from '../lib/server/session.ts';
import { Button, Menu } from '../ui/index.ts';
import { CountLink, Link, MenuItemLink, PageTabs } from './index.ts';
import { RowLink } from './list/row-link.tsx';

const KEYS: Readonly<Record<string, readonly string[]>> = {
  '/orders/7': ['orders'],
  '/orders': ['orders'],
  '/payments': ['payments'],
};

beforeAll(() => setRouteAccess((path) => (KEYS[path] ? { keys: KEYS[path], use: null } : null)));
afterAll(() => setRouteAccess(() => EVERYBODY));
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('{"results":{"signed_out":1}}'));
  signOut();
  const user = { id: 1, name: 'Alia', permissions: ['payments'], branches: [], preferences: {} };
  signIn({ user: user as unknown as User, token: 't' });
});

const show = (children: React.ReactNode) => render(<MemoryRouter>{children}</MemoryRouter>);

it('a link to a page that opens is a link', () => {
  show(<Link to="/payments?holder=driver">Payments</Link>);
  expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/payments?holder=driver');
});

it.each(['/orders/7', '/orders?client_id=4#late', '/no/such/page'])(
  'a link to the forbidden page %s shows its text without link style',
  (to) => {
    show(
      <Link to={to} className="hit font-medium text-primary-text hover:underline">
        #7
      </Link>,
    );
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('#7').className).toBe('font-medium');
  },
);

it('a button to a forbidden page disappears, and to an allowed page it is a link styled as a button', () => {
  show(
    <>
      <Button asChild icon={<svg />}>
        <Link to="/orders">Add an order</Link>
      </Button>
      <Button asChild variant="primary">
        <Link to="/payments">Payments</Link>
      </Button>
    </>,
  );
  expect(screen.queryByText('Add an order')).toBeNull();
  expect(document.querySelector('svg')).toBeNull();
  expect(screen.getByRole('link', { name: 'Payments' }).className).toContain('bg-primary-solid');
});

it('an action to a forbidden page disappears', () => {
  show(
    <Link isAction to="/orders">
      All orders
    </Link>,
  );
  expect(screen.queryByText('All orders')).toBeNull();
});

it('a menu entry to a forbidden page disappears', async () => {
  show(
    <Menu open trigger={<button type="button">Menu</button>}>
      <MenuItemLink to="/orders">Orders</MenuItemLink>
      <MenuItemLink to="/payments">Payments</MenuItemLink>
    </Menu>,
  );
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Payments',
  ]);
});

it('tabs, counts and rows are links only when their page opens', () => {
  show(
    <>
      <PageTabs
        label="Money"
        tabs={[
          { to: '/payments', label: 'Received' },
          { to: '/orders', label: 'Orders' },
        ]}
      />
      <CountLink count={3} to="/orders" label="Late orders" />
      <RowLink id={7} to="/orders/7" keepPlace={() => undefined}>
        Row 7
      </RowLink>
    </>,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Received']);
  expect(screen.queryByText('Orders')).toBeNull();
  expect(screen.getByText('3')).toBeTruthy();
  expect(screen.getByText('Row 7').matches('[data-open]')).toBe(true);
});
