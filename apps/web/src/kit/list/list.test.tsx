import { api } from '@dukkan/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallFailure } from '../../lib/server/call.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';
import { signIn, signOut } from '../../lib/server/session.ts';
import {
  type BulkAction,
  BulkBar,
  DataTable,
  defineFields,
  FilterBar,
  type ListColumn,
  type ListRowOf,
  Pager,
  SearchBox,
  statusFact,
  useColumnPreferences,
  useList,
} from '../index.ts';
import { createPageMeta, mockServer, type Reply, renderApp, testUser } from '../test-utils.tsx';

type Row = ListRowOf<typeof api.role.list>;

const f = defineFields({
  title: { kind: 'text' },
  accounts_count: { kind: 'integer', label: 'role:accounts_count' },
});
const columns: ListColumn<Row>[] = [f.title, f.accounts_count, statusFact];

const rowOf = (id: number) => ({
  id,
  key: null,
  title: `Role ${id}`,
  permissions: [],
  icon: null,
  global: 0,
  status: 1,
  accounts_count: id,
  version: 1,
  actions: ['save', 'delete'],
});

/** Mocks a shop with `total` roles, with the server's paging and search. */
const roles =
  (total: number) =>
  (body: Record<string, unknown>): Reply => {
    const all = Array.from({ length: total }, (_, index) => rowOf(index + 1)).filter(
      (row) => !body.keywords || row.title.includes(String(body.keywords)),
    );
    const [page, limit] = [Number(body.page), Number(body.limit)];
    return {
      results: all.slice((page - 1) * limit, page * limit),
      meta: createPageMeta(all.length, page, limit),
    };
  };

const done: Row[] = [];
const action: BulkAction<Row> = {
  key: 'mark',
  label: 'Mark',
  applies: (row) => row.id !== 2,
  run: async (row) => void done.push(row),
  invalidates: [],
};

const Roles = () => {
  const list = useList(api.role.list, { noun: 'role' });
  const visibleColumns = useColumnPreferences('role', columns);
  return (
    <>
      <SearchBox list={list} />
      <FilterBar list={list} filters={[statusFact]} />
      <DataTable
        list={list}
        columns={columns}
        visibleColumns={visibleColumns}
        open={(row) => `/roles/${row.id}`}
        card={[]}
        empty={<p>Make the first role</p>}
      />
      <Pager list={list} />
      <BulkBar list={list} actions={[action]} />
    </>
  );
};

const refused: BulkAction<Row> = {
  ...action,
  run: () => Promise.reject(new CallFailure('3 accounts hold it', { status: 409 })),
};

/** A list with one action for selected rows. */
const Acting = ({ bulk }: { bulk: BulkAction<Row> }) => {
  const list = useList(api.role.list, { noun: 'role' });
  const visibleColumns = useColumnPreferences('role', columns);
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        visibleColumns={visibleColumns}
        open={() => null}
        card={[]}
        empty={null}
      />
      <BulkBar list={list} actions={[bulk]} />
    </>
  );
};

const calls: number[][] = [];
const together: BulkAction<Row> = {
  ...action,
  runMany: { size: 50, run: async (rows) => void calls.push(rows.map((row) => row.id)) },
};

const Looked = () => {
  const bulk = [{ ...action, applies: () => false }];
  const list = useList(api.role.list, { noun: 'role', bulk });
  const visibleColumns = useColumnPreferences('role', columns);
  return (
    <DataTable
      list={list}
      columns={columns}
      visibleColumns={visibleColumns}
      open={() => null}
      card={[]}
      empty={null}
    />
  );
};

const unnamed: BulkAction<Row> = { ...action, applies: ({ title }) => title === 'Role 1' };

const pages = { '/roles': <Roles />, '/roles/:id': <p>One role</p> };

afterEach(() => {
  vi.unstubAllGlobals();
  done.length = 0;
});

describe('lists and the address', () => {
  it('a list requests what the address says and leaves out values that would be refused', async () => {
    const { of } = mockServer({ '/admin/accounts/roles': roles(60) });
    await renderApp(pages, '/roles?page=2&limit=10&sort_by=title&sort_as=desc&status=1&id=soon&nonsense=1');
    await screen.findByText('Role 11');
    expect(of(api.role.list)[0]).toEqual({
      page: 2,
      limit: 10,
      sort_by: 'title',
      sort_as: 'desc',
      status: 1,
    });
  });

  it('a list search is kept in the address without a history entry and starts at page 1', async () => {
    mockServer({ '/admin/accounts/roles': roles(60) });
    const { router } = await renderApp(pages, '/roles?page=3');
    await screen.findByText('Role 41');
    await userEvent.type(screen.getByRole('searchbox'), 'Role 7');
    await waitFor(() => expect(router.state.location.search).toBe('?keywords=Role+7'));
    await screen.findByText('Role 7');
    expect(screen.queryByText('Role 41')).toBeNull();
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('returning to a list restores the page, the selection and the opened row', async () => {
    mockServer({ '/admin/accounts/roles': roles(60) });
    const { router } = await renderApp(pages, '/roles');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Role 23' }));
    await userEvent.click(screen.getByRole('link', { name: 'Role 25' }));
    await screen.findByText('One role');
    await router.navigate(-1);
    expect(router.state.location.search).toBe('?page=2');
    const link = await screen.findByRole('link', { name: 'Role 25' });
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Role 23' }).checked).toBe(true);
  });

  it('returning to a list drops rows selected that were deselected meanwhile and names the focused row', async () => {
    mockServer({ '/admin/accounts/roles': roles(3) });
    const { router } = await renderApp(pages, '/roles');
    const away = async () => {
      await router.navigate('/roles/1');
      await screen.findByText('One role');
      await router.navigate(-1);
    };
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Role 2' }));
    await away();
    await userEvent.click(await screen.findByRole('button', { name: 'Clear selection' }));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Role 2' }));
    await away();
    await screen.findByText('Role 2');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('a list never shows the selection of another person in the same browser', async () => {
    mockServer({ '/admin/accounts/roles': roles(3), '/user/logout': () => ({ results: { signed_out: 1 } }) });
    const { router } = await renderApp(pages, '/roles');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Role 2' }));
    await router.navigate('/roles/1');
    await screen.findByText('One role');
    act(() => {
      signOut();
      signIn({ user: { ...testUser, id: 2 }, token: 'u'.repeat(20) });
    });
    await router.navigate(-1);
    await screen.findByText('Role 2');
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('a list goes to the last page when the address names a page past the end', async () => {
    mockServer({ '/admin/accounts/roles': roles(25) });
    const { router } = await renderApp(pages, '/roles?page=9');
    await screen.findByText('Role 25');
    expect(router.state.location.search).toBe('?page=2');
  });

  it('a list prefetches its next page', async () => {
    const { of } = mockServer({ '/admin/accounts/roles': roles(60) });
    await renderApp(pages, '/roles');
    await waitFor(() => expect(of(api.role.list).map((body) => body.page)).toEqual([1, 2]));
  });

  it('a list is sorted by its column heading and announces it to screen readers', async () => {
    mockServer({ '/admin/accounts/roles': roles(3) });
    const { router } = await renderApp(pages, '/roles');
    await userEvent.click(await screen.findByRole('button', { name: 'Accounts' }));
    expect(router.state.location.search).toBe('?sort_by=accounts_count&sort_as=asc');
    const heading = screen.getByRole('columnheader', { name: 'Accounts' });
    await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('ascending'));
  });

  it('list shortcuts use physical keys, so that they work in an Arabic layout', async () => {
    mockServer({ '/admin/accounts/roles': roles(3) });
    await renderApp(pages, '/roles');
    await screen.findByText('Role 1');
    const press = (code: string, key: string) =>
      fireEvent.keyDown(document.activeElement ?? document.body, { code, key });
    press('KeyJ', 'ت');
    press('KeyJ', 'ت');
    expect(document.activeElement?.textContent).toBe('Role 2');
    press('KeyX', 'ء');
    expect(screen.getByText('1 selected')).toBeTruthy();
    press('KeyK', 'ن');
    expect(document.activeElement?.textContent).toBe('Role 1');
    press('Slash', 'ظ');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    // while the user types, the keys are letters and not shortcuts
    press('KeyJ', 'ت');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('clicking a row opens it, but not on a control or while selecting text', async () => {
    mockServer({ '/admin/accounts/roles': roles(3) });
    const { router } = await renderApp(pages, '/roles');
    const cell = (await screen.findByText('Role 2')).closest('tr')?.lastElementChild as Element;
    // like the panel of a tab, which can have the focus
    cell.closest('table')?.parentElement?.setAttribute('tabindex', '0');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Role 2' }));
    getSelection()?.selectAllChildren(cell);
    fireEvent.click(cell);
    expect(router.state.location.pathname).toBe('/roles');
    getSelection()?.removeAllRanges();
    fireEvent.click(cell);
    await screen.findByText('One role');
    expect(router.state.location.pathname).toBe('/roles/2');
  });
});

describe('empty tables', () => {
  it('an empty table without records shows the first action', async () => {
    mockServer({ '/admin/accounts/roles': roles(0) });
    await renderApp(pages, '/roles');
    await screen.findByText('Make the first role');
  });

  it('an empty table with filters offers to clear them', async () => {
    mockServer({ '/admin/accounts/roles': (body) => roles(body.status === 0 ? 0 : 2)(body) });
    const { router } = await renderApp(pages, '/roles?status=0');
    await screen.findByText('No matches');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('Role 1');
    expect(router.state.location.search).toBe('');
  });

  it('a table without permission names the missing permission and sends no request', async () => {
    const { of } = mockServer({});
    await renderApp(pages, '/roles', { ...testUser, permissions: ['users'] });
    await screen.findByText('Roles and permissions: view');
    expect(of(api.role.list)).toEqual([]);
  });

  it('a table that failed to load shows the reason and a retry', async () => {
    let broken = true;
    mockServer({
      '/admin/accounts/roles': (body) =>
        broken ? { status: 500, failure: { code: 'internal.defect', message: 'It broke' } } : roles(1)(body),
    });
    await renderApp(pages, '/roles');
    await screen.findByText('It broke');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Role 1');
  });
});

describe('bulk actions', () => {
  it('a bulk action covers every matching row, shows which stay unchanged, and asks first', async () => {
    mockServer({ '/admin/accounts/roles': roles(130) });
    await renderApp(pages, '/roles');
    await screen.findByText('Role 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 130 that match' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('129 records will be changed.');
    within(dialog).getByText(/^1 of the selected records won't change/);
    expect(done).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark' }));
    await waitFor(() => expect(new Set(done.map((row) => row.id)).size).toBe(129));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a bulk action names the failed rows with the reason', async () => {
    mockServer({ '/admin/accounts/roles': roles(2) });
    await renderApp({ '/roles': <Acting bulk={refused} /> }, '/roles');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Role 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark' }));
    await within(dialog).findByText('3 accounts hold it');
    within(dialog).getByText('0 of 1 done.');
  });

  it('a bulk action is one call for many rows where the server has one', async () => {
    mockServer({ '/admin/accounts/roles': roles(130) });
    await renderApp({ '/roles': <Acting bulk={together} /> }, '/roles');
    await screen.findByText('Role 1');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 130 that match' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('129 records will be changed.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.map((ids) => ids.length)).toEqual([50, 50, 29]);
    expect(new Set(calls.flat()).size).toBe(129);
    expect(done).toEqual([]);
  });

  it('a list without allowed bulk actions has no checkboxes', async () => {
    mockServer({ '/admin/accounts/roles': roles(3) });
    await renderApp({ '/roles': <Looked /> }, '/roles');
    await screen.findByText('Role 1');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('bulk actions match the selected rows as they are now, not as they were when selected', async () => {
    let has = 'Role 1';
    mockServer({
      '/admin/accounts/roles': () => ({ results: [{ ...rowOf(1), title: has }], meta: createPageMeta(1) }),
    });
    await renderApp({ '/roles': <Acting bulk={unnamed} /> }, '/roles');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Role 1' }));
    screen.getByRole('button', { name: 'Mark' });
    has = 'Role one';
    invalidateNouns(['role']);
    await screen.findByText('Role one');
    screen.getByText('1 selected');
    expect(screen.queryByRole('button', { name: 'Mark' })).toBeNull();
    // clears the selection, because the next test starts at the same history entry
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  });

  it('changing the filter clears the selection', async () => {
    mockServer({ '/admin/accounts/roles': roles(5) });
    const { router } = await renderApp(pages, '/roles');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Role 1' }));
    await screen.findByText('1 selected');
    await router.navigate('/roles?status=1');
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });
});
