import { toNameKey } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { NamedNoun } from '../../lib/list/pick-list.ts';
import { RefPicker } from '../index.ts';
import { createPageMeta, mockServer, renderApp } from '../test-utils.tsx';

beforeEach(() => sessionStorage.clear());

/** A server with one record that its search finds only on request, as beyond the page of a pick-list. */
const serveOne = (path: string, row: { name: string; status: number }, isFound: boolean) =>
  mockServer({
    [path]: ({ named }) => {
      const isNamed = named === undefined ? isFound : toNameKey(String(named)) === toNameKey(row.name);
      const results = isNamed ? [{ id: 4, version: 1, title: row.name, ...row }] : [];
      return { results, meta: createPageMeta(results.length) };
    },
  });

const LISTS: Readonly<Record<NamedNoun, string>> = {
  brand: api.brand.list.path,
  category: api.category.list.path,
  supplier: api.supplier.list.path,
  customer: api.account.list.path,
};
const SPELLINGS: readonly (readonly [string, readonly string[]])[] = [
  ['Müller Café', ['MUELLER  cafe', ' müller\u200f café', 'ＭＵＬＬＥＲ café ']],
  ['MUELLER', ['Müller', 'müller']],
  ['الشاكرية', ['شاكريه', 'الشّاكريّة']],
  ['أسواق ١٢', ['اسـواق 12']],
];

const openPicker = async (to: NamedNoun, fixed: object = {}) => {
  const page = (
    <RefPicker
      to={to}
      value={null}
      create
      fixed={fixed as never}
      onChange={() => undefined}
      aria-label="Pick"
    />
  );
  await renderApp({ '/': page }, '/');
  return screen.findByRole('combobox', { name: 'Pick' });
};
const findOffer = () => screen.queryByRole('option', { name: /^New / });
const waitForList = () => new Promise((resolve) => setTimeout(resolve, 400));

for (const to of Object.keys(LISTS) as NamedNoun[])
  for (const isFound of [true, false])
    it(`a picker of a ${to} never offers to create a name that exists, ${isFound ? 'on its page' : 'beyond its page'}`, async () => {
      for (const [name, spellings] of SPELLINGS) {
        serveOne(LISTS[to], { name, status: 0 }, isFound);
        const user = userEvent.setup();
        const box = await openPicker(to);
        for (const text of spellings) {
          await user.clear(box);
          await user.type(box, `${text}x`);
          expect(await screen.findByRole('option', { name: /^New / })).toBeDefined();
          await user.type(box, '{Backspace}');
          expect(findOffer(), 'while it loads').toBeNull();
          await screen.findByRole('option', { name: new RegExp(name) }, { timeout: 5_000 });
          await waitForList();
          expect(findOffer(), text).toBeNull();
          expect(screen.getAllByRole('option', { name: new RegExp(name) })).toHaveLength(1);
        }
        cleanup();
      }
    }, 30_000);

it('a record of the typed name that does not fit the picker is shown but cannot be selected', async () => {
  serveOne(api.supplier.list.path, { name: 'Müller', status: 0 }, false);
  const user = userEvent.setup();
  await user.type(await openPicker('supplier', { status: 1 }), 'mueller');
  await waitForList();
  const option = await screen.findByRole('option', { name: /Müller.*Exists already/ });
  expect(option.getAttribute('aria-disabled')).toBe('true');
  expect(findOffer()).toBeNull();
});

/** A server whose search finds nothing, as when somebody else has just made the record, and whose save asks. */
async function openQuestion() {
  const onChange = vi.fn();
  const server = mockServer({
    [api.brand.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.brand.save.path]: (input: { force?: unknown }) =>
      input.force
        ? { results: { id: 9, name: 'Barqan', version: 1 } }
        : {
            status: 422,
            failure: {
              code: 'name.exists',
              message: 'Barqān exists already.',
              params: { noun: 'brand', id: 4, name: 'Barqān' },
              errors: { names: ['Barqān exists already.'] },
            },
          },
  });
  const page = <RefPicker to="brand" value={null} create onChange={onChange} aria-label="Pick" />;
  await renderApp({ '/': page }, '/');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('combobox', { name: 'Pick' }), 'Barqan{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'New brand' });
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  const name = /A brand called .*Barqān.* exists already/;
  const question = within(await screen.findByRole('alertdialog', { name }));
  return { user, question, onChange, saves: () => server.of(api.brand.save) };
}
const waitUntilClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

it('a new brand of an equal name is saved from a picker after the question', async () => {
  const { user, question, onChange, saves } = await openQuestion();
  await user.click(question.getByRole('button', { name: 'Save anyway' }));
  await waitUntilClosed();
  expect(saves()).toMatchObject([{}, { force: true }]);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(9);
});

it('the question of a picker can select the existing brand, and creates none then', async () => {
  const { user, question, onChange, saves } = await openQuestion();
  await user.click(question.getByRole('button', { name: 'Use it' }));
  await waitUntilClosed();
  expect(saves()).toHaveLength(1);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(4);
});
