import { useEffect, useState } from 'react';
import { currentSession, onSessionChange } from '../server/session.ts';
import { readStored, writeStored } from '../store.ts';

const PREFIX = 'dukkan.draft.';
const KEEP_AFTER = 700;
const SECRET = /password|_base64$|^images$/;

export type KeptDraft = { at: string; values: Record<string, unknown> };

const keyOf = (name: string) => `${PREFIX}${currentSession().user?.id ?? 0}.${name}`;

/** Loads the unsaved values of a form from this device, without passwords and pictures. */
export function loadDraft(name: string): KeptDraft | null {
  try {
    const kept = JSON.parse(readStored('local', keyOf(name)) ?? 'null') as KeptDraft | null;
    return kept && typeof kept.at === 'string' && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the changed fields of a form; null deletes them. */
export function saveDraft(name: string, values: Record<string, unknown> | null): void {
  const open = Object.entries(values ?? {}).filter(([field]) => !SECRET.test(field));
  const draft: KeptDraft = { at: new Date().toISOString(), values: Object.fromEntries(open) };
  writeStored('local', keyOf(name), open.length > 0 ? JSON.stringify(draft) : null);
}

/** Calls the listener when another tab stores or deletes the draft of this name. */
export function onDraftChanged(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === keyOf(name)) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Stores `typed` when the user stops typing, and returns the draft of an earlier visit until it is closed. */
export function useSavedDraft(name: string | undefined, typed: Record<string, unknown>) {
  const [found, setFound] = useState(() => (name ? loadDraft(name) : null));
  // compared by content, so that the timer starts only after typing
  const content = JSON.stringify(typed);
  useEffect(() => {
    if (!name || found || content === '{}') return;
    const timer = setTimeout(() => saveDraft(name, JSON.parse(content)), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [name, found, content]);
  const close = () => {
    if (name) saveDraft(name, null);
    setFound(null);
  };
  return { found, close };
}

/**
 * Drafts of others are deleted at sign-in and sign-out, because tills are shared. A user whose session expired keeps
 * theirs.
 */
function forgetOthers(): void {
  const session = currentSession();
  if (session.phase === 'loading') return;
  if (session.phase === 'out' && (session.ended === 'refused' || session.ended === 'rights_changed')) return;
  const own = session.phase === 'in' ? `${PREFIX}${session.user.id}.` : null;
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && (own === null || !key.startsWith(own))) localStorage.removeItem(key);
    }
  } catch {
    // the browser refuses storage, so nothing was stored
  }
}
onSessionChange(forgetOthers);
forgetOthers();
