import { useEffect, useState } from 'react';
import { currentSession, onSessionChange } from '../server/session.ts';
import { readStored, writeStored } from '../store.ts';

const PREFIX = 'dukkan.draft.';
const KEEP_AFTER = 700;
const SECRET = /password|_base64$|^images$/;

export type SavedDraft = { at: string; values: Record<string, unknown> };

const draftKey = (name: string) => `${PREFIX}${currentSession().user?.id ?? 0}.${name}`;

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

/** Stores the changed fields of a form; null deletes them. */
export function saveDraft(name: string, values: Record<string, unknown> | null): void {
  const open = Object.entries(values ?? {}).filter(([field]) => !SECRET.test(field));
  const draft: SavedDraft = { at: new Date().toISOString(), values: Object.fromEntries(open) };
  writeStored('local', draftKey(name), open.length > 0 ? JSON.stringify(draft) : null);
}

/** Calls the listener when another tab stores or deletes the draft of this name. */
export function onDraftChanged(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === draftKey(name)) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Stores `typed` when the user stops typing, and returns the draft of an earlier visit until it is closed. */
export function useSavedDraft(name: string | undefined, typed: Record<string, unknown>) {
  const [savedDraft, setSavedDraft] = useState(() => (name ? loadDraft(name) : null));
  // compared by content, so that the timer starts only after typing
  const content = JSON.stringify(typed);
  useEffect(() => {
    if (!name || savedDraft || content === '{}') return;
    const timer = setTimeout(() => saveDraft(name, JSON.parse(content)), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [name, savedDraft, content]);
  const close = () => {
    if (name) saveDraft(name, null);
    setSavedDraft(null);
  };
  return { found: savedDraft, close };
}

/**
 * Drafts of others are deleted at sign-in and sign-out, because tills are shared. A user whose session expired keeps
 * theirs.
 */
function deleteDraftsOfOthers(): void {
  const session = currentSession();
  if (session.phase === 'loading') return;
  if (session.phase === 'out' && (session.ended === 'refused' || session.ended === 'rights_changed')) return;
  const ownPrefix = session.phase === 'in' ? `${PREFIX}${session.user.id}.` : null;
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && (ownPrefix === null || !key.startsWith(ownPrefix)))
        localStorage.removeItem(key);
    }
  } catch {
    // the browser refuses storage, so nothing was stored
  }
}
onSessionChange(deleteDraftsOfOthers);
deleteDraftsOfOthers();
