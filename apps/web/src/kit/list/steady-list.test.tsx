import { api } from '@dukkan/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { DataTable, defineFields, type ListRowOf, useColumnPreferences, useList } from '../index.ts';
import { createPageMeta, mockServer, renderApp } from '../test-utils.tsx';

type Row = ListRowOf<typeof api.role.list>;
const fields = defineFields({ title: { kind: 'text' } });
const columns = [fields.title];

const Roles = ({ open = () => null }: { open?: (row: Row) => string | null }) => {
  const list = useList(api.role.list, { noun: 'role' });
  const visibleColumns = useColumnPreferences('role', columns);
  return (
    <DataTable<Row>
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      open={open}
      card={[]}
      empty={<p>None</p>}
    />
  );
};

const rowOf = (id: number) => ({
  id,
  key: null,
  title: `Role ${id}`,
  permissions: [],
  icon: null,
  global: 0,
  status: 1,
  accounts_count: 0,
  version: 1,
  actions: [],
});
const titles = () => screen.getAllByText(/^Role \d$/).map((cell) => cell.textContent?.slice(5));

/** Renders a list with roles 1 to 3, and returns a function that changes them. */
async function showList(open?: (row: Row) => string | null) {
  let ids = [1, 2, 3];
  mockServer({
    [api.role.list.path]: () => ({ results: ids.map(rowOf), meta: createPageMeta(ids.length, 1, 20) }),
  });
  await renderApp(
    { '/roles': <Roles {...(open ? { open } : {})} />, '/roles/3': <p>The third role</p> },
    '/roles',
  );
  await screen.findByText('Role 3');
  return (next: number[], by: 'self' | 'others') =>
    act(() => {
      ids = next;
      invalidateNouns(['role'], by);
    });
}

it('a list keeps its rows in place under the pointer and announces a new order', async () => {
  const change = await showList();
  fireEvent.pointerEnter(screen.getByRole('table').parentElement as HTMLElement);
  fireEvent.pointerOver(screen.getByText('Role 2'));
  change([4, 2, 1], 'others');
  await screen.findByText('Role 4');
  expect(titles()).toEqual(['1', '2', '3', '4']);
  expect(screen.getByText('Role 3').closest('tr')?.hasAttribute('inert')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'List has changed. Show now' }));
  expect(titles()).toEqual(['4', '2', '1']);
  expect(screen.queryByRole('button', { name: 'List has changed. Show now' })).toBeNull();
});

it('a list shows the current order when the pointer is elsewhere or leaves it', async () => {
  const change = await showList();
  change([3, 2, 1], 'others');
  await waitFor(() => expect(titles()).toEqual(['3', '2', '1']));
  fireEvent.pointerOver(screen.getByText('Role 2'));
  change([1, 2, 3, 4], 'others');
  await screen.findByText('Role 4');
  expect(titles()).toEqual(['3', '2', '1', '4']);
  fireEvent.pointerOut(screen.getByText('Role 2'), { relatedTarget: document.body });
  expect(titles()).toEqual(['1', '2', '3', '4']);
});

it("a list shows the user's own change at once, also under the pointer", async () => {
  const change = await showList();
  fireEvent.pointerOver(screen.getByText('Role 2'));
  change([1, 3], 'self');
  await waitFor(() => expect(titles()).toEqual(['1', '3']));
});

it('the pressed row opens even when rows move before the button is released', async () => {
  await showList((row) => `/roles/${row.id}`);
  const point = { clientX: 40, clientY: 90 };
  fireEvent.pointerDown(screen.getByText('Role 3'), point);
  // a browser reports a click between two rows for the element around both
  fireEvent.click(screen.getByText('Role 3').closest('tbody') as HTMLElement, point);
  await screen.findByText('The third role');
});

it('dragging the pointer from one row to another opens none', async () => {
  await showList((row) => `/roles/${row.id}`);
  fireEvent.pointerDown(screen.getByText('Role 3'), { clientX: 40, clientY: 90 });
  fireEvent.click(screen.getByText('Role 3').closest('tbody') as HTMLElement, { clientX: 40, clientY: 50 });
  expect(screen.queryByText('The third role')).toBeNull();
});
