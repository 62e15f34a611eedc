import { useEffect, useState } from 'react';
import { currentSession, onSessionChange } from '../server/session.ts';
import { readStored, writeStored } from '../store.ts';

const PREFIX = 'dukkan.draft.';
const KEEP_AFTER = 700;
const SECRET = /password|_base64$|^images$/;

export type KeptDraft = { at: string; values: Record<string, unknown> };

const keyOf = (name: string) => `${PREFIX}${currentSession().user?.id ?? 0}.${name}`;

/** What was typed into a form and not saved, kept on this device; passwords and pictures never are. */
export function loadDraft(name: string): KeptDraft | null {
  try {
    const kept = JSON.parse(readStored('local', keyOf(name)) ?? 'null') as KeptDraft | null;
    return kept && typeof kept.at === 'string' && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps the changed fields of a form; null forgets them. */
export function saveDraft(name: string, values: Record<string, unknown> | null): void {
  const open = Object.entries(values ?? {}).filter(([field]) => !SECRET.test(field));
  const draft: KeptDraft = { at: new Date().toISOString(), values: Object.fromEntries(open) };
  writeStored('local', keyOf(name), open.length > 0 ? JSON.stringify(draft) : null);
}

/** Calls back when another tab has kept or forgotten the draft of that name. */
export function onDraftChanged(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === keyOf(name)) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Keeps `typed` once it has rested, and answers what an earlier visit left behind until that is closed. */
export function useSavedDraft(name: string | undefined, typed: Record<string, unknown>) {
  const [found, setFound] = useState(() => (name ? loadDraft(name) : null));
  // by content, so that a timer only starts when something was typed
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
 * Nothing private outlives a session on a shared till (promise O9): what others typed goes with whoever signs out or
 * signs in. Who was put out goes on where they stopped, as they are told.
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
    // storage is refused, so nothing was kept
  }
}
onSessionChange(forgetOthers);
forgetOthers();
