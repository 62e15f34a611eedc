import { useEffect, useRef, useState } from 'react';
import { readSessionEnd } from '../server/login-token.ts';
import { currentSession, onSessionChange } from '../server/session.ts';
import { readStored, writeStored } from '../store.ts';

const PREFIX = 'dukkan.draft.';
const KEEP_AFTER = 700;
const SECRET = /password|_base64$|^images$/;

/** `version` is the version of the edited record; a new record has none. */
export type SavedDraft = { at: string; values: Record<string, unknown>; version?: number };

/** Writes that wait until the user stops typing, by storage key. */
const pendingWrites = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; write(): void }>();

function cancelWrite(key: string): void {
  clearTimeout(pendingWrites.get(key)?.timer);
  pendingWrites.delete(key);
}

function flushWrite(key: string): void {
  const pending = pendingWrites.get(key);
  cancelWrite(key);
  pending?.write();
}

const flushAll = () => {
  for (const key of [...pendingWrites.keys()]) flushWrite(key);
};
// a tab that is closed, or put aside on a phone, may never run its timers again
addEventListener('pagehide', flushAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flushAll();
});

const draftKey = (name: string) => `${PREFIX}${currentSession().user?.id ?? 0}.${name}`;

/** The values of a draft; null deletes it. */
type DraftWrite = {
  readonly values: Record<string, unknown> | null;
  /** The version of the edited record. */
  readonly version?: number | undefined;
};

function storeDraft(key: string, { values, version }: DraftWrite): void {
  const open = Object.entries(values ?? {}).filter(([field]) => !SECRET.test(field));
  const draft: SavedDraft = {
    at: new Date().toISOString(),
    values: Object.fromEntries(open),
    ...(version === undefined ? {} : { version }),
  };
  writeStored('local', key, open.length > 0 ? JSON.stringify(draft) : null);
}

/** Loads the unsaved values of a form from this device, without passwords and pictures. */
export function loadDraft(name: string): SavedDraft | null {
  try {
    const storedDraft = JSON.parse(readStored('local', draftKey(name)) ?? 'null') as SavedDraft | null;
    return storedDraft && typeof storedDraft.at === 'string' && typeof storedDraft.values === 'object'
      ? storedDraft
      : null;
  } catch {
    return null;
  }
}

/**
 * Stores the changed fields of a form; null deletes them, including what was typed while an older draft was offered.
 * @param version of the edited record
 */
export function saveDraft(name: string, values: Record<string, unknown> | null, version?: number): void {
  const key = draftKey(name);
  // what waits is older than this
  cancelWrite(key);
  if (values === null) {
    cancelWrite(draftKey(typedMeanwhile(name)));
    writeStored('local', draftKey(typedMeanwhile(name)), null);
  }
  storeDraft(key, { values, version });
}

/** Calls the listener when another tab stores or deletes the draft of this name. */
export function onDraftChanged(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === draftKey(name)) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Returns the storage name for input typed while an older draft is still offered. */
const typedMeanwhile = (name: string): string => `${name}.meanwhile`;

/** Returns the draft of an earlier visit merged with input typed while it was offered, so that nothing is lost. */
function loadOffer(name: string): SavedDraft | null {
  const [draft, later] = [loadDraft(name), loadDraft(typedMeanwhile(name))];
  return draft && later
    ? { ...draft, at: later.at, values: { ...draft.values, ...later.values } }
    : (draft ?? later);
}

/**
 * Stores a draft once its content rests, or when the page is left before that. Saving or deleting the draft calls it
 * off.
 * @param name of the draft; without one nothing is stored
 * @param toWrite returns what to store, undefined for nothing
 */
export function useDraftWrite(
  name: string | undefined,
  content: string,
  toWrite: () => DraftWrite | undefined,
): void {
  // the key of the user who typed, also when the session ends meanwhile
  const key = name && draftKey(name);
  const latest = useRef(toWrite);
  useEffect(() => {
    latest.current = toWrite;
  });
  useEffect(() => {
    if (!key || content === '') return;
    cancelWrite(key);
    const write = () => {
      const draft = latest.current();
      if (draft) storeDraft(key, draft);
    };
    pendingWrites.set(key, { timer: setTimeout(() => flushWrite(key), KEEP_AFTER), write });
  }, [key, content]);
  useEffect(() => () => flushWrite(key ?? ''), [key]);
}

/**
 * Stores `typed` when the user stops typing, and returns the draft of an earlier visit until the user accepts or closes
 * it; until then, new input is stored separately.
 * @param version of the edited record
 */
export function useSavedDraft(name: string | undefined, typed: Record<string, unknown>, version?: number) {
  const [savedDraft, setSavedDraft] = useState(() => (name ? loadOffer(name) : null));
  // compared by content, so that the timer starts only after typing
  const content = JSON.stringify(typed);
  const target = name && (savedDraft ? typedMeanwhile(name) : name);
  useDraftWrite(target, content, () => (content === '{}' ? undefined : { values: typed, version }));
  const close = () => {
    if (name) saveDraft(name, null);
    setSavedDraft(null);
  };
  return { found: savedDraft, close };
}

/**
 * Deletes other users' drafts at sign-in and sign-out, because tills are shared. A user whose session expired keeps
 * theirs.
 */
function deleteDraftsOfOthers(): void {
  const session = currentSession();
  if (session.phase === 'loading') return;
  const ended = session.phase === 'out' ? (session.ended ?? readSessionEnd()) : null;
  if (ended === 'refused' || ended === 'rights_changed') return;
  const ownPrefix = session.phase === 'in' ? `${PREFIX}${session.user.id}.` : null;
  const isOfOthers = (key: string) =>
    key.startsWith(PREFIX) && (ownPrefix === null || !key.startsWith(ownPrefix));
  for (const key of pendingWrites.keys()) if (isOfOthers(key)) cancelWrite(key);
  try {
    for (const key of Object.keys(localStorage)) if (isOfOthers(key)) localStorage.removeItem(key);
  } catch {
    // the browser refuses storage, so there are no drafts to delete
  }
}
onSessionChange(deleteDraftsOfOthers);
deleteDraftsOfOthers();
