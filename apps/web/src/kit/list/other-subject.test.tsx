import { api } from '@dukkan/contract';
import { act, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { signOut } from '../../lib/server/session.ts';
import { type ReadOptions, useRead } from '../../lib/server/use-read-write.ts';
import LocationScreen from '../../screens/location/list.tsx';
import UserScreen from '../../screens/user/list.tsx';
import { createPageMeta, mockServer, type Reply, renderApp } from '../test-utils.tsx';

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

const never = new Promise<Reply>(() => undefined);
const row = (name: string) => ({ id: 1, name, title: name, status: 1, version: 1, actions: [] });

/** Opens the first address, goes to the second while its answer is on its way, and returns what is shown then. */
async function goOn(Page: ComponentType, endpoint: { path: string }, addresses: [string, string]) {
  let isOnTheWay = false;
  mockServer({
    [endpoint.path]: () =>
      isOnTheWay ? never : { results: [row('Of the one before')], meta: createPageMeta(1) },
    [api.view.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
  });
  // one route for both, as React keeps the component between routes that render the same
  const { router } = await renderApp({ '/*': <Page /> }, addresses[0]);
  await screen.findAllByText('Of the one before');
  isOnTheWay = true;
  await act(() => router.navigate(addresses[1]));
  await waitFor(() => expect(router.state.location.pathname).toBe(addresses[1].split('?')[0]));
  return screen.queryAllByText('Of the one before').length;
}

it.each<[string, ComponentType, { path: string }, [string, string]]>([
  ['drivers and sellers', UserScreen, api.account.list, [paths.drivers, paths.sellers]],
  ['sellers and administrators', UserScreen, api.account.list, [paths.sellers, paths.admins]],
  ['countries and states', LocationScreen, api.location.list, [paths.countries, paths.states]],
  ['cities and areas', LocationScreen, api.location.list, [paths.cities, paths.areas]],
])(
  'a list that switches between %s never shows the rows of one under the title of the other',
  async (_, ...rest) => {
    expect(await goOn(...rest)).toBe(0);
  },
);

/** A page that reads something by the input in its address. */
const pageOf = (endpoint: typeof api.report.list, options?: ReadOptions) => () => {
  const input = Object.fromEntries(new URLSearchParams(useLocation().search));
  const { results } = useRead(endpoint, input as never, options);
  return <p>{results?.[0]?.title ?? 'Nothing yet'}</p>;
};

it.each([
  ['id=1', 'id=2'],
  ['type=sales', 'type=channels'],
  ['type=sales&group=day', 'type=sales&group=branch'],
  ['supplier_id=1', 'supplier_id=2'],
  ['noun=role&record_id=1', 'noun=role&record_id=2'],
  ['role=customer', 'role=staff'],
  ['id=1', ''],
])('data read for %s is not shown for %s', async (first, second) => {
  expect(await goOn(pageOf(api.report.list), api.report.list, [`/a?${first}`, `/a?${second}`])).toBe(0);
});

it.each([
  ['id=1&page=1', 'id=1&page=2'],
  ['type=sales&status=1', 'type=sales&status=0'],
  ['keywords=a', 'keywords=ab'],
  ['branch_id=1', 'branch_id=2'],
])('data read for %s stays while %s loads', async (first, second) => {
  expect(await goOn(pageOf(api.report.list), api.report.list, [`/a?${first}`, `/a?${second}`])).toBe(1);
});
