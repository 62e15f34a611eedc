import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import type { Template } from './draft.ts';
import { MailTemplateForm } from './form.tsx';

const defaults = { subject: 'We received {{order}}', body: 'Hello {{customer}}' };
const none = { ar: '', en: '', de: '' };
const template: Template = {
  id: 3,
  key: 'order_made',
  locales: { ar: 'default', en: 'default', de: 'default' },
  status: 0,
  last_sent_at: null,
  failed: 0,
  version: 1,
  subject: none,
  body: none,
  default_texts: { ar: defaults, en: defaults, de: defaults },
  can_be_off: true,
  placeholders: [
    { name: 'customer', kind: 'text', may_be_empty: true, needed: false, sample: 'Amal' },
    { name: 'pay_link', kind: 'link', may_be_empty: true, needed: false, sample: 'https://x' },
  ],
  actions: ['save', 'reset', 'test'],
};

const start = async (over: Partial<Template> = {}) => {
  const server = mockServer({
    [api.mailTemplate.save.path]: (input) => ({ results: { ...template, ...input, version: 2 } }),
    [api.mailTemplate.preview.path]: (input) => ({
      results: { subject: `S ${input.subject}`, text: `T ${input.body}`, html: '<html lang="en"></html>' },
    }),
    [api.order.list.path]: () => ({ results: [] }),
  });
  await renderApp({ '/': <MailTemplateForm template={{ ...template, ...over }} /> }, '/');
  await screen.findByRole('heading', { name: 'Order placed' });
  return server;
};
const body = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Text of the e-mail/ });
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('a placeholder is inserted where the user last typed, and into the text if the subject does not allow it', async () => {
  await start();
  body().setSelectionRange(0, 0);
  await click('Insert: Customer');
  await waitFor(() => expect(body().value).toBe('{{customer}}Hello {{customer}}'));
  await userEvent.click(screen.getByRole('textbox', { name: /Subject/ }));
  await click('Insert: Link to pay');
  await waitFor(() => expect(body().value).toContain('{{pay_link}}'));
});

it("only texts that differ from the defaults are saved as the shop's own", async () => {
  const server = await start();
  await userEvent.type(body(), '!');
  await click('Save');
  await waitFor(() => expect(server.of(api.mailTemplate.save)).toHaveLength(1));
  expect(server.of(api.mailTemplate.save)[0]).toMatchObject({
    key: 'order_made',
    version: 1,
    body: { ar: '', en: 'Hello {{customer}}!', de: '' },
  });
});

it('the default text can be restored in the form, and the preview follows the text', async () => {
  await start({ body: { ...none, en: 'Our own' } });
  expect(body().value).toBe('Our own');
  await click('Use default text');
  expect(body().value).toBe(defaults.body);
  await screen.findByText('S We received {{order}}');
});

it('staff who cannot change e-mail templates see them without editing controls', async () => {
  await start({ actions: [] });
  expect(body().disabled).toBe(true);
  expect(screen.queryByRole('button', { name: /Insert/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send test to me' })).toBeNull();
});
