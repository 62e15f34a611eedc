import { api } from './api.ts';
import { CallFailure, call } from './call.ts';
import type { InputOf } from './endpoint.ts';
import { currentSession, keepUser, onSessionChange, type User } from './session.ts';

export type Preferences = User['preferences'];

type ProfilePart = Pick<InputOf<typeof api.auth.updateProfile>, 'locale_choice' | 'tour_version'> & {
  preferences?: Preferences;
};

const SAVE_AFTER = 800;
let waiting: ProfilePart = {};
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes what is remembered for this person (skin, density, columns, language, the tour): at once on the screen,
 * a moment later on the server, several changes as one. Nobody signed in: nothing happens.
 */
export function rememberForUser(part: ProfilePart): void {
  const { user } = currentSession();
  if (!user) return;
  const preferences = { ...user.preferences, ...part.preferences };
  waiting = { ...waiting, ...part, ...(part.preferences ? { preferences } : {}) };
  keepUser({
    ...user,
    preferences,
    ...(part.locale_choice ? { locale: part.locale_choice } : {}),
    ...(part.tour_version === undefined ? {} : { tour_version: part.tour_version }),
  });
  clearTimeout(timer);
  timer = setTimeout(() => void save(), SAVE_AFTER);
}

async function save(keepalive = false): Promise<void> {
  clearTimeout(timer);
  const part = waiting;
  waiting = {};
  if (Object.keys(part).length === 0 || currentSession().phase !== 'in') return;
  try {
    const { results } = await call(api.auth.updateProfile, part, { keepalive, branchId: null });
    const { user } = currentSession();
    // the next save of the profile must not take this one for somebody else's
    if (user?.id === results.id) keepUser({ ...user, version: results.version });
  } catch (error) {
    // the screen already looks as asked; the choice is sent again with the next one
    if (!(error instanceof CallFailure)) throw error;
    if (error.network) waiting = { ...part, ...waiting };
  }
}

/** Sends what is still waiting when the page goes, and drops it when the session does. */
export function watchPreferences(): void {
  addEventListener('pagehide', () => void save(true));
  onSessionChange(() => {
    if (currentSession().phase === 'out') waiting = {};
  });
}
