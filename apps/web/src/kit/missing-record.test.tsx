import { api } from '@dukkan/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { initTexts } from '../lib/i18n.ts';
import { MissingRecord } from './missing-record.tsx';
import { createPageMeta, mockServer, renderApp, testUser } from './test-utils.tsx';

const entry = (action: string) => ({
  ...{ id: 3, at: '2026-11-21T08:00:00.000Z', actor: 'Fatma', account_id: 2, ip: null, action },
  ...{ noun: 'slider', record_id: '9', branch_id: null, changes: {} },
});

async function open(entries: readonly object[], permissions = ['admin']) {
  const server = mockServer({
    [api.audit.list.path]: () => ({ results: [...entries], meta: createPageMeta(entries.length) }),
  });
  await initTexts(['kit', 'shell']);
  await renderApp({ '/': <MissingRecord use={api.slider.show} id={9} /> }, '/', { ...testUser, permissions });
  return server;
}

it('a record that was deleted says so, and by whom', async () => {
  const server = await open([entry('delete')]);
  await screen.findByText('This record was deleted');
  await screen.findByText('Fatma');
  expect(server.of(api.audit.list)).toMatchObject([{ noun: 'slider', record_id: '9', limit: 1 }]);
});

it('a record that never was, and one whose last change was none, is only missing', async () => {
  await open([entry('update')]);
  await screen.findByText("This record doesn't exist");
});

it('a person who may not read the history is told that there is no such record, without asking for it', async () => {
  const server = await open([entry('delete')], []);
  await screen.findByText("This record doesn't exist");
  expect(server.of(api.audit.list)).toEqual([]);
});
