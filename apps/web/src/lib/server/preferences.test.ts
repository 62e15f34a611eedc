import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockServer, type Reply, testUser } from '../../kit/test-utils.tsx';
import { api } from './api.ts';
import { savePreference, watchPreferences } from './preferences.ts';
import { currentSession, signIn, signOut } from './session.ts';

const { path } = api.auth.updateProfile;
const SAVED: Reply = { results: { ...testUser, version: 2 } };

watchPreferences();
beforeEach(() => {
  vi.useFakeTimers();
  signIn({ user: { ...testUser, tour_version: 0 }, token: 't' });
});
afterEach(() => {
  signOut();
  vi.useRealTimers();
});

/** Mocks a server that answers the saves in turn and then repeats the last answer. */
function savesAnswer(...replies: (Reply | Promise<Reply>)[]) {
  const { requests } = mockServer({
    [path]: () => (replies.length > 1 ? replies.shift() : replies[0]) as Reply,
    [api.auth.signOut.path]: () => ({ results: { signed_out: 1 } }),
  });
  return () => requests.filter((one) => one.path === path).map(({ body }) => body);
}

describe('preferences of a person', () => {
  it('a preference applies at once and is saved together with others a moment later', async () => {
    const saves = savesAnswer(SAVED);
    savePreference({ preferences: { skin: 'dark' } });
    savePreference({ tour_version: 1 });
    expect(currentSession().user).toMatchObject({ tour_version: 1, preferences: { skin: 'dark' } });
    expect(saves()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saves()).toEqual([{ tour_version: 1, preferences: { skin: 'dark' } }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves()).toHaveLength(1);
  });

  it.each([429, 500, 503])('a preference is sent again until it is accepted, after a %i', async (status) => {
    const saves = savesAnswer({ status, failure: {} }, { status, failure: {} }, SAVED);
    savePreference({ tour_version: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves()).toEqual([{ tour_version: 1 }, { tour_version: 1 }, { tour_version: 1 }]);
  });

  it('a preference that the server refuses as invalid is not sent again', async () => {
    const saves = savesAnswer({ status: 422, failure: {} });
    savePreference({ tour_version: 1 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(saves()).toHaveLength(1);
  });

  it('the newest preference wins while an older one is being saved', async () => {
    const slow = Promise.withResolvers<Reply>();
    const saves = savesAnswer(slow.promise, SAVED);
    savePreference({ preferences: { skin: 'dark' } });
    await vi.advanceTimersByTimeAsync(1_000);
    savePreference({ preferences: { skin: 'light' } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(saves()).toHaveLength(1);
    slow.resolve({ status: 503, failure: {} });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saves().slice(1)).toEqual([{ preferences: { skin: 'light' } }]);
  });

  it('only preferences changed here are sent, so that changes of another page stay', async () => {
    signIn({ user: { ...testUser, preferences: { digits: 'arab' } }, token: 't' });
    const slow = Promise.withResolvers<Reply>();
    const saves = savesAnswer(slow.promise, SAVED);
    savePreference({ preferences: { skin: 'dark' } });
    await vi.advanceTimersByTimeAsync(1_000);
    savePreference({ preferences: { density: 'compact' } });
    slow.resolve({ status: 503, failure: {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves()).toEqual([
      { preferences: { skin: 'dark' } },
      { preferences: { skin: 'dark', density: 'compact' } },
    ]);
  });

  it('a preference is never sent for the next person who signs in', async () => {
    const slow = Promise.withResolvers<Reply>();
    const saves = savesAnswer(slow.promise, SAVED);
    savePreference({ tour_version: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    signOut();
    signIn({ user: { ...testUser, id: 2 }, token: 'u' });
    slow.resolve({ status: 503, failure: {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves()).toHaveLength(1);
  });
});
