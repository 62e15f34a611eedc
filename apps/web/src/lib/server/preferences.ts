import { api } from './api.ts';
import { CallFailure, callApi } from './call.ts';
import type { InputOf } from './endpoint.ts';
import { currentSession, onSessionChange, storeUser, type User } from './session.ts';

export type Preferences = User['preferences'];

type ProfilePart = Pick<InputOf<typeof api.auth.updateProfile>, 'locale_choice' | 'tour_version'> & {
  preferences?: Preferences;
};

const SAVE_AFTER = 800;
/** The first delay before a failed save is repeated, in milliseconds; it doubles each time, up to an hour. */
const AGAIN_AFTER = 4_000;
const AGAIN_AT_MOST = 3_600_000;
let waiting: ProfilePart = {};
let failures = 0;
let saving = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves a preference of the user (appearance, density, columns, language, tour): at once on the screen, shortly after
 * on the server, several changes together. Does nothing when nobody is signed in.
 */
export function savePreference(part: ProfilePart): void {
  const { user } = currentSession();
  if (!user) return;
  const preferences = { ...user.preferences, ...part.preferences };
  waiting = mergeParts(waiting, part);
  storeUser({
    ...user,
    preferences,
    ...(part.locale_choice ? { locale: part.locale_choice } : {}),
    ...(part.tour_version === undefined ? {} : { tour_version: part.tour_version }),
  });
  saveIn(SAVE_AFTER);
}

/** Merges two changes; the later values win. */
const mergeParts = (earlier: ProfilePart, later: ProfilePart): ProfilePart => ({
  ...earlier,
  ...later,
  ...(earlier.preferences || later.preferences
    ? { preferences: { ...earlier.preferences, ...later.preferences } }
    : {}),
});

function saveIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), ms);
}

/** Returns whether a save may succeed later, because the server did not reject the content. */
const mayPass = ({ network, status }: CallFailure): boolean => network || status === 429 || status >= 500;

async function save(keepalive = false): Promise<void> {
  clearTimeout(timer);
  const { user } = currentSession();
  // one save at a time, so that an older value cannot arrive last; a closing page does not wait
  if (!user || Object.keys(waiting).length === 0 || (saving && !keepalive)) return;
  const part = waiting;
  waiting = {};
  saving = true;
  let again = SAVE_AFTER;
  try {
    const { results } = await callApi(api.auth.updateProfile, part, { keepalive, branchId: null });
    failures = 0;
    const { user } = currentSession();
    // keeps the new version, so that the next save of the profile is not stale
    if (user?.id === results.id) storeUser({ ...user, version: results.version });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // keeps the change for the next try, unless another user is signed in; later changes win
    if (mayPass(error) && currentSession().user?.id === user.id) {
      waiting = mergeParts(part, waiting);
      again = Math.min(AGAIN_AFTER * 2 ** failures, AGAIN_AT_MOST);
      failures += 1;
    }
  } finally {
    saving = false;
    saveIn(again);
  }
}

/** Sends waiting changes when the page closes, and drops them when the session ends. */
export function watchPreferences(): void {
  addEventListener('pagehide', () => void save(true));
  onSessionChange(() => {
    if (currentSession().phase !== 'out') return;
    waiting = {};
    failures = 0;
  });
}
