import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { RefPicker } from '../index.ts';
import { createPageMeta, mockServer, renderApp } from '../test-utils.tsx';

beforeEach(() => sessionStorage.clear());

const PICKERS = [
  {
    to: 'brand',
    list: api.brand.list,
    row: (name: string) => ({ name, names: { ar: 'الشاكرية', en: name } }),
  },
  {
    to: 'category',
    list: api.category.list,
    row: (title: string) => ({ title, titles: { ar: 'الشاكرية' } }),
  },
  { to: 'supplier', list: api.supplier.list, row: (name: string) => ({ name }) },
  { to: 'customer', list: api.account.list, row: (name: string) => ({ name }) },
] as const;

for (const { to, list, row } of PICKERS) {
  it(`a picker of a ${to} never offers to make a name that a found row has, however it is typed`, async () => {
    mockServer({
      [list.path]: ({ all_locale }) => {
        const { names, titles, ...rest } = { names: undefined, titles: undefined, ...row('Müller Café') };
        const all = all_locale ? { names, titles } : {};
        return { results: [{ id: 4, version: 1, ...rest, ...all }], meta: createPageMeta(1) };
      },
    });
    await renderApp(
      { '/': <RefPicker to={to} value={null} create onChange={() => undefined} aria-label="Pick" /> },
      '/',
    );
    const user = userEvent.setup();
    const box = await screen.findByRole('combobox', { name: 'Pick' });
    const typed = ['MUELLER  cafe', 'müller\u200f café', ...(to === 'brand' ? ['شاكريه'] : [])];
    for (const text of typed) {
      await user.clear(box);
      await user.type(box, `${text}x`);
      expect(await screen.findByRole('option', { name: /^New / })).toBeDefined();
      await user.type(box, '{Backspace}');
      expect(screen.queryByRole('option', { name: /^New / }), 'while it loads').toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(screen.queryByRole('option', { name: /^New / }), text).toBeNull();
      expect(screen.getByRole('option', { name: /Müller Café/ })).toBeDefined();
    }
  });
}

it('a new brand of an equal name is saved only after the question, which links to the one that exists', async () => {
  const made = { id: 9, name: 'Barqan', version: 1 };
  const server = mockServer({
    [api.brand.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
    [api.brand.save.path]: (input: { force?: unknown }) =>
      input.force
        ? { results: made }
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
  await renderApp(
    { '/': <RefPicker to="brand" value={null} create onChange={() => undefined} aria-label="Pick" /> },
    '/',
  );
  const user = userEvent.setup();
  await user.type(await screen.findByRole('combobox', { name: 'Pick' }), 'Barqan{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'New brand' });
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  const question = await screen.findByRole('alertdialog', {
    name: /A brand called .*Barqān.* exists already/,
  });
  const link = within(question).getByRole('link', { name: 'Open it' });
  expect(link.getAttribute('href')).toMatch(/\/products\/brands\/4$/);
  await user.click(within(question).getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.of(api.brand.save)).toMatchObject([{}, { force: true }]);
});
