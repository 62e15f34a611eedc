import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FormPage, useDraft } from '../../kit/index.ts';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { getBranchFormValues } from './default-values.ts';
import { PhoneLines, PrinterLines } from './equipment.tsx';
import { formFields } from './fields.ts';

const Bench = () => {
  const draft = useDraft(api.branch.create, {
    facts: formFields,
    record: null,
    defaults: () => ({
      ...getBranchFormValues(null),
      names: { ar: '', en: 'Lusail', de: '' },
      phones: ['12'],
    }),
    success: '',
    onSaved: () => undefined,
  });
  return (
    <FormPage draft={draft} title="Branch" back={{ to: '/', label: 'Branches' }}>
      <PhoneLines />
      <PrinterLines />
    </FormPage>
  );
};

const start = async () => {
  const server = mockServer({});
  await renderApp({ '/': <Bench /> }, '/');
  await screen.findByRole('button', { name: 'Add phone' });
  return server;
};
const focused = () => document.activeElement;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('a new line gets the focus, and after a removal the next line', async () => {
  await start();
  await press('Add phone');
  await waitFor(() => expect(focused()?.id).toBe('f-phones-1'));
  await userEvent.keyboard('+97444001122');
  await press('Remove phone 1');
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Remove phone 1'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).toBe('+97444001122');
  await press('Remove phone 1');
  await waitFor(() => expect(focused()?.textContent).toBe('Add phone'));
});

it('an error message belongs to its line and is removed with it', async () => {
  await start();
  await userEvent.click(screen.getByRole('textbox', { name: 'Phone' }));
  await userEvent.tab();
  await screen.findByText(/must be a valid phone number/);
  await press('Add phone');
  await userEvent.keyboard('+97444001122');
  await press('Remove phone 1');
  await waitFor(() => expect(screen.queryByText(/must be a valid phone number/)).toBeNull());
});

it('missing fields of a printer are found on save, and the first gets the focus', async () => {
  const { of } = await start();
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone' }), '345');
  await press('Add printer');
  await userEvent.keyboard('Bar');
  await press('Save');
  await waitFor(() => expect(focused()?.id).toBe('f-printers-0-host'));
  await userEvent.keyboard('10.0.0.9');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Kitchen' }));
  await press('Save');
  await waitFor(() => expect(of(api.branch.create)).toHaveLength(1));
  expect(of(api.branch.create)[0]).toMatchObject({
    phones: ['12345'],
    printers: [{ name: 'Bar', host: '10.0.0.9', port: 9100, profile: '80mm', roles: ['receipt', 'kitchen'] }],
  });
});
