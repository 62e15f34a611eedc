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
  const { asked } = mockServer({
    [path]: () => (replies.length > 1 ? replies.shift() : replies[0]) as Reply,
    [api.auth.signOut.path]: () => ({ results: { signed_out: 1 } }),
  });
  return () => asked.filter((one) => one.path === path).map(({ body }) => body);
}

describe('what is remembered for a person', () => {
  it('shows at once and is saved as one a moment later', async () => {
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

  it.each([429, 500, 503])('is said again until it is taken, behind a %i', async (status) => {
    const saves = savesAnswer({ status, failure: {} }, { status, failure: {} }, SAVED);
    savePreference({ tour_version: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saves()).toEqual([{ tour_version: 1 }, { tour_version: 1 }, { tour_version: 1 }]);
  });

  it('is not said again where the server finds it wrong', async () => {
    const saves = savesAnswer({ status: 422, failure: {} });
    savePreference({ tour_version: 1 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(saves()).toHaveLength(1);
  });

  it('keeps the newest choice where an older one is still under way', async () => {
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

  it('says only what was chosen here, all of it: what another page chose meanwhile stays', async () => {
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

  it('never goes to the person who signs in next', async () => {
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
