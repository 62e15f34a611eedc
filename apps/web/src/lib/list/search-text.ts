import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import { useDebounced } from '../debounced.ts';

type Set = (change: { keywords: string | null }, replace: 'replace') => void;

/** The text of a list's search box; it goes into the address when the user stops typing, without a step for Back. */
export function useSearchText(asked: string, set: Set): [string, (text: string) => void] {
  const [text, setText] = useState(asked);
  const [told, setTold] = useState(asked);
  const rested = useDebounced(text, 250);
  // the user opened a row while typing, so the address no longer belongs to the list
  const leaving = useNavigation().state !== 'idle';
  if (asked !== told) {
    // the address changed elsewhere: Back, a saved view, or clear
    setTold(asked);
    if (asked !== text.trim()) setText(asked);
  }
  useEffect(() => {
    const next = rested.trim();
    if (!leaving && rested === text && next !== asked) set({ keywords: next || null }, 'replace');
  }, [rested, text, asked, set, leaving]);
  return [text, setText];
}
