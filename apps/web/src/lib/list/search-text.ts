import { useContext, useEffect, useState } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigation } from 'react-router-dom';
import { useDebounced } from '../debounced.ts';

type Set = (change: { keywords: string | null }, replace: 'replace') => void;

/**
 * Whether the router still stands where this screen was drawn. React hears of a step of the router later than it
 * happens, and on a slow device much later; so the router itself is asked.
 */
function useIsStillHere(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { key } = useLocation();
  return () => !router || (router.state.navigation.state === 'idle' && router.state.location.key === key);
}

/** The text of a list's search box; it goes into the address when the user stops typing, without a step for Back. */
export function useSearchText(savedText: string, set: Set): [string, (text: string) => void] {
  const [text, setText] = useState(savedText);
  const [lastSavedText, setLastSavedText] = useState(savedText);
  const rested = useDebounced(text, 250);
  // the user opened a row while typing, so the address no longer belongs to the list
  const leaving = useNavigation().state !== 'idle';
  const isStillHere = useIsStillHere();
  if (savedText !== lastSavedText) {
    // the address changed elsewhere: Back, a saved view, or clear
    setLastSavedText(savedText);
    if (savedText !== text.trim()) setText(savedText);
  }
  useEffect(() => {
    const next = rested.trim();
    if (leaving || rested !== text || next === savedText) return;
    if (isStillHere()) set({ keywords: next || null }, 'replace');
  });
  return [text, setText];
}
