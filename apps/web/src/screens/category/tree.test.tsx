import { api, ROOT_CATEGORY } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { loadSiblingAt, type TreeCategory } from './childs.ts';
import CategoryList from './list.tsx';

/** The page size of the test's server. */
const PAGE = 2;

const category = (id: number, title: string, parent_id: number, childs_count = 0): TreeCategory => ({
  ...{ id, title, parent_id, childs_count, description: '', status: 1, featured: 0, ord: 0 },
  ...{ icon_url: null, path: '', products_count: 0, missing: [], version: 1, actions: ['save', 'delete'] },
});

/** Mocks a shop with these top-level categories, in this order. */
function shop(titles: readonly string[], move?: () => Reply) {
  let rows = titles.map((title, at) => category(at + 2, title, ROOT_CATEGORY));
  return mockServer({
    [api.view.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.category.list.path]: ({ parent, page }) => {
      const all = parent === ROOT_CATEGORY || parent === 0 ? rows : [];
      const from = (Number(page ?? 1) - 1) * PAGE;
      return {
        results: all.slice(from, from + PAGE),
        meta: createPageMeta(all.length, Number(page ?? 1), PAGE),
      };
    },
    [api.category.move.path]: (body) => {
      const refused = move?.();
      if (refused) return refused;
      const moved = rows.find(({ id }) => id === body.id);
      const rest = rows.filter(({ id }) => id !== body.id);
      const at = rest.findIndex(({ id }) => id === body.before_id);
      if (moved) rows = rest.toSpliced(at < 0 ? rest.length : at, 0, moved);
      return { results: moved };
    },
  });
}

const open = async () => {
  await initTexts(['category', 'kit', 'fields', 'common']);
  await renderApp({ '/': <CategoryList />, '/products/categories/:id': <p>Opened</p> }, '/');
  return screen.findByRole('treegrid');
};
const links = () => [...screen.getByRole('treegrid').querySelectorAll<HTMLElement>('a[data-open]')];
const titles = () => links().map(({ textContent }) => textContent);
const rowOf = (title: string) =>
  links()
    .find(({ textContent }) => textContent === title)
    ?.closest('tr') as HTMLElement;

afterEach(() => vi.unstubAllGlobals());

it('a long category level is loaded page by page', async () => {
  shop(['Apples', 'Bread', 'Cheese']);
  await open();
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Bread']));
  expect(rowOf('Bread').getAttribute('aria-setsize')).toBe('3');
  await userEvent.click(screen.getByRole('button', { name: 'Show more of Top level (1 left)' }));
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Bread', 'Cheese']));
});

it('the categories behind the last shown row are loaded before something is moved there', async () => {
  const { of } = mockServer({
    [api.category.list.path]: () => ({
      results: [category(150, 'Tea', 7)],
      meta: createPageMeta(101, 2, 100),
    }),
  });
  const rows = Array.from({ length: 100 }, (_, at) => category(at + 2, 'Shelf', 7));
  const siblings = { parent: 7, rows, total: 101 };
  expect((await loadSiblingAt(siblings, 99))?.id).toBe(101);
  expect((await loadSiblingAt(siblings, 100))?.id).toBe(150);
  expect(await loadSiblingAt(siblings, 101)).toBeNull();
  expect(of(api.category.list)).toEqual([{ parent: 7, page: 2, limit: 100 }]);
});

it('moving a category keeps the focus on it', async () => {
  const { of } = shop(['Apples', 'Bread']);
  await open();
  await waitFor(() => expect(titles()).toEqual(['Apples', 'Bread']));
  rowOf('Bread').focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(titles()).toEqual(['Bread', 'Apples']));
  expect(of(api.category.move)).toEqual([{ id: 3, version: 1, parent_id: ROOT_CATEGORY, before_id: 2 }]);
  await waitFor(() => expect(document.activeElement).toBe(rowOf('Bread')));
});

it('a refused category move leaves the tree unchanged', async () => {
  const { of } = shop(['Apples', 'Bread'], () => ({ status: 409, failure: { code: 'record.stale' } }));
  await open();
  await screen.findByText('Bread');
  rowOf('Bread').focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(of(api.category.move)).toHaveLength(1));
  expect(titles()).toEqual(['Apples', 'Bread']);
  expect(document.activeElement).toBe(rowOf('Bread'));
});

it('Tab reaches one row of the tree, arrow keys the others, and Enter opens', async () => {
  shop(['Apples', 'Bread']);
  await open();
  await screen.findByText('Bread');
  await waitFor(() => expect(rowOf('Apples').tabIndex).toBe(0));
  rowOf('Apples').focus();
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(rowOf('Bread'));
  expect([rowOf('Apples').tabIndex, rowOf('Bread').tabIndex]).toEqual([-1, 0]);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await screen.findByText('Opened');
});
