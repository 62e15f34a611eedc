import { isRouteAllowed } from '@dukkan/commerce';
import { expect, it } from 'vitest';
import { APP_ROUTES, filterAllowedRoutes, findRoute } from '../app/routes.ts';

/** The permissions of the seeded roles. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  admin: ['admin'],
  accountant: ['reports', 'payments', 'transactions'],
  cashier: ['seller'],
  driver: ['driver'],
  nobody: [],
};

it.each(Object.entries(ROLES))(
  'the menu of %s shows an entry if and only if its route opens',
  (_role, held) => {
    const passes = (keys: readonly string[]) => isRouteAllowed(held, keys);
    const visible = filterAllowedRoutes(passes).map(({ path }) => path);
    const opening = APP_ROUTES.filter(
      ({ entry, keys }) => entry.group !== null && entry.screen !== null && passes(keys),
    ).map(({ path }) => path);
    expect(visible).toEqual(opening);
    for (const path of visible) expect(passes(findRoute(path)?.keys ?? ['nothing'])).toBe(true);
  },
);
