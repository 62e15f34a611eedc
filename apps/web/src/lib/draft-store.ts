import { currentSession, onSessionChange } from './session.ts';
import { readStored, writeStored } from './store.ts';

const PREFIX = 'dukkan.draft.';
const SECRET = /password|_base64$/;

export type KeptDraft = { at: string; values: Record<string, unknown> };

const keyOf = (name: string) => `${PREFIX}${currentSession().user?.id ?? 0}.${name}`;

/** What was typed into a form and not saved, kept on this device; passwords and pictures never are. */
export function readDraft(name: string): KeptDraft | null {
  try {
    const kept = JSON.parse(readStored('local', keyOf(name)) ?? 'null') as KeptDraft | null;
    return kept && typeof kept.at === 'string' && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps the changed fields of a form; null forgets them. */
export function keepDraft(name: string, values: Record<string, unknown> | null): void {
  const open = Object.entries(values ?? {}).filter(([field]) => !SECRET.test(field));
  const draft: KeptDraft = { at: new Date().toISOString(), values: Object.fromEntries(open) };
  writeStored('local', keyOf(name), open.length > 0 ? JSON.stringify(draft) : null);
}

// nothing private outlives a session on a shared till (promise O9)
onSessionChange(() => {
  if (currentSession().phase !== 'out') return;
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // storage is refused, so nothing was kept
  }
});
