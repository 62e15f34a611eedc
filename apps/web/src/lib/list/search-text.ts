import { useContext, useEffect, useState } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from 'react-router-dom';
import { useDebounced } from '../debounced.ts';

type Set = (change: { keywords: string | null }, replace: 'replace') => void;

/**
 * Returns whether the router is still at the history entry for which this screen was rendered. Asks the router itself,
 * because React renders a navigation later, on a slow device much later.
 */
function useIsStillHere(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { key } = useLocation();
  return () => !router || (router.state.navigation.state === 'idle' && router.state.location.key === key);
}

/**
 * Manages the text of a list's search box; it goes into the URL when the user stops typing, without a step for Back.
 */
export function useSearchText(savedText: string, set: Set): [string, (text: string) => void] {
  const [text, setText] = useState(savedText);
  const [lastSavedText, setLastSavedText] = useState(savedText);
  /** The text on its way into the URL. */
  const [sentText, setSentText] = useState<string | null>(null);
  const rested = useDebounced(text, 250);
  // while the user leaves, for example by opening a row, the URL no longer belongs to this list
  const leaving = useNavigation().state !== 'idle';
  const isStillHere = useIsStillHere();
  if (savedText !== lastSavedText) {
    setLastSavedText(savedText);
    setSentText(null);
    // the URL was changed elsewhere, by Back, a saved view, or clearing the search; what was sent may arrive after more
    // was typed
    if (savedText !== sentText && savedText !== text.trim()) setText(savedText);
  }
  useEffect(() => {
    const next = rested.trim();
    if (leaving || rested !== text || next === savedText) return;
    if (!isStillHere()) return;
    setSentText(next);
    set({ keywords: next || null }, 'replace');
  });
  return [text, setText];
}
