import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initTexts } from '../i18n.ts';
import {
  currentSession,
  loadAndVerifySession,
  signIn,
  signOut,
  type User,
  watchSession,
} from '../server/session.ts';
import { loadDraft, saveDraft } from './saved-draft.ts';

watchSession();

const enter = (id: number) =>
  signIn({
    user: { id, permissions: ['orders'], must_change_password: false } as unknown as User,
    token: 't',
  });

const answers = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
  );

beforeEach(async () => {
  await initTexts([]);
  localStorage.clear();
  enter(1);
  saveDraft('order.new', { notes: 'By the back door' });
});

/** The server ends the session. */
async function refuse() {
  const message = 'Unauthorized.';
  answers(401, { message, results: { message, code: 'auth.unauthorized', params: {}, errors: {} } });
  await loadAndVerifySession();
  expect(currentSession()).toMatchObject({ phase: 'out', ended: 'refused' });
}

describe('saved drafts', () => {
  it('a draft is offered again to its user after somebody else ended the session', async () => {
    await refuse();
    enter(1);
    expect(loadDraft('order.new')?.values).toEqual({ notes: 'By the back door' });
  });

  it('a draft is deleted as soon as another user signs in', async () => {
    await refuse();
    enter(2);
    expect(loadDraft('order.new')).toBeNull();
    enter(1);
    expect(loadDraft('order.new')).toBeNull();
  });

  it('a draft stays in every tab when the session ended in another one', async () => {
    // another tab has removed the login and stored the reason
    localStorage.setItem('dukkan.ended', 'refused');
    const oldValue = localStorage.getItem('dukkan.login');
    localStorage.removeItem('dukkan.login');
    dispatchEvent(new StorageEvent('storage', { key: 'dukkan.login', oldValue, newValue: null }));
    expect(currentSession()).toMatchObject({ phase: 'out', ended: 'refused' });
    enter(1);
    expect(loadDraft('order.new')?.values).toEqual({ notes: 'By the back door' });
  });

  it('a draft is deleted when its user signs out', () => {
    answers(200, { results: { signed_out: 1 } });
    signOut();
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });
});
