import { api } from '@dukkan/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { defineFields, FormInput, FormPage, RefPicker, statusFact, useDraft } from '../index.ts';
import { createPageMeta, mockServer, renderApp, testUser } from '../test-utils.tsx';

const f = defineFields({ brand_id: { kind: 'ref', to: 'brand' } });

const ProductForm = () => {
  const draft = useDraft(api.product.save, {
    facts: { ...f, status: statusFact },
    record: null,
    defaults: () => ({ brand_id: null, status: 1 as const }),
    success: 'Saved',
    onSaved: () => undefined,
  });
  return (
    <FormPage draft={draft} title="Product" back={{ to: '/products', label: 'Products' }}>
      <FormInput of={f.brand_id} />
      <FormInput of={statusFact} />
    </FormPage>
  );
};

let server: ReturnType<typeof mockServer>;
beforeEach(() => {
  sessionStorage.clear();
  const made = { id: 9, name: 'Barqan', version: 1 };
  let brands: object[] = [];
  server = mockServer({
    [api.brand.list.path]: ({ id, keywords }) => {
      const results = id === undefined && keywords ? [] : brands;
      return { results, meta: createPageMeta(results.length) };
    },
    [api.brand.save.path]: () => {
      brands = [made];
      return { results: made };
    },
  });
});

it('a missing brand is created above the form and selected, and the form keeps its values', async () => {
  await renderApp({ '/': <ProductForm /> }, '/');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: 'Disabled' }));
  const picker = screen.getByRole('combobox', { name: /Brand/ });
  await user.type(picker, 'Barqan{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'New brand' });
  expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('Barqan');
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.of(api.brand.save)).toEqual([{ names: { ar: null, en: 'Barqan', de: null } }]);
  expect(server.of(api.product.save)).toEqual([]);
  await waitFor(() => expect((picker as HTMLInputElement).value).toBe('Barqan'));
  expect(screen.getByRole('radio', { name: 'Disabled', checked: true })).toBeDefined();
});

it('a picker offers no creation without the permission or in a filter', async () => {
  const user = userEvent.setup();
  const reader = { ...testUser, permissions: ['products.view', 'products.save', 'brands.view'] };
  const { unmount } = await renderApp({ '/': <ProductForm /> }, '/', reader);
  await user.type(await screen.findByRole('combobox', { name: /Brand/ }), 'Barqan');
  await screen.findByText('Nothing found');
  expect(screen.queryByRole('option', { name: /New brand/ })).toBeNull();
  unmount();
  await renderApp(
    { '/': <RefPicker to="brand" value={null} onChange={() => undefined} aria-label="Brand" /> },
    '/',
  );
  await user.type(await screen.findByRole('combobox', { name: 'Brand' }), 'Barqan');
  await screen.findByText('Nothing found');
});
