import { api } from './api.ts';
import { CallFailure, call } from './call.ts';
import type { InputOf } from './endpoint.ts';
import { currentSession, keepUser, onSessionChange, type User } from './session.ts';

export type Preferences = User['preferences'];

type ProfilePart = Pick<InputOf<typeof api.auth.updateProfile>, 'locale_choice' | 'tour_version'> & {
  preferences?: Preferences;
};

const SAVE_AFTER = 800;
/** What did not arrive is said again: the first time after this, then each time twice as late, an hour at most. */
const AGAIN_AFTER = 4_000;
const AGAIN_AT_MOST = 3_600_000;
let waiting: ProfilePart = {};
let failures = 0;
let saving = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes what is remembered for this person (skin, density, columns, language, the tour): at once on the screen,
 * a moment later on the server, several changes as one. Nobody signed in: nothing happens.
 */
export function savePreference(part: ProfilePart): void {
  const { user } = currentSession();
  if (!user) return;
  const preferences = { ...user.preferences, ...part.preferences };
  waiting = merged(waiting, part);
  keepUser({
    ...user,
    preferences,
    ...(part.locale_choice ? { locale: part.locale_choice } : {}),
    ...(part.tour_version === undefined ? {} : { tour_version: part.tour_version }),
  });
  saveIn(SAVE_AFTER);
}

/** What was chosen since goes before what was chosen then; of the preferences only those that were chosen are said. */
const merged = (then: ProfilePart, since: ProfilePart): ProfilePart => ({
  ...then,
  ...since,
  ...(then.preferences || since.preferences
    ? { preferences: { ...then.preferences, ...since.preferences } }
    : {}),
});

function saveIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void save(), ms);
}

/** Whether the same may be taken at another time: not what the server finds wrong in itself. */
const mayPass = ({ network, status }: CallFailure): boolean => network || status === 429 || status >= 500;

async function save(keepalive = false): Promise<void> {
  clearTimeout(timer);
  const { user } = currentSession();
  // one at a time, or the older choice might be the last to arrive; a page that goes cannot wait
  if (!user || Object.keys(waiting).length === 0 || (saving && !keepalive)) return;
  const part = waiting;
  waiting = {};
  saving = true;
  let again = SAVE_AFTER;
  try {
    const { results } = await call(api.auth.updateProfile, part, { keepalive, branchId: null });
    failures = 0;
    const { user } = currentSession();
    // the next save of the profile must not take this one for somebody else's
    if (user?.id === results.id) keepUser({ ...user, version: results.version });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // the screen already looks as asked; what was chosen since goes before it, and nothing goes to somebody else
    if (mayPass(error) && currentSession().user?.id === user.id) {
      waiting = merged(part, waiting);
      again = Math.min(AGAIN_AFTER * 2 ** failures, AGAIN_AT_MOST);
      failures += 1;
    }
  } finally {
    saving = false;
    saveIn(again);
  }
}

/** Sends what is still waiting when the page goes, and drops it when the session does. */
export function watchPreferences(): void {
  addEventListener('pagehide', () => void save(true));
  onSessionChange(() => {
    if (currentSession().phase !== 'out') return;
    waiting = {};
    failures = 0;
  });
}
