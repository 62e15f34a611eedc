import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router-dom';
import { useDebounced } from '../debounced.ts';

type Set = (change: { keywords: string | null }, replace: 'replace') => void;

/** What stands in a list's search box; it reaches the address once it has rested, without a step for Back. */
export function useSearchText(asked: string, set: Set): [string, (text: string) => void] {
  const [text, setText] = useState(asked);
  const [told, setTold] = useState(asked);
  const rested = useDebounced(text, 250);
  // a row was opened while one typed: the address is no longer the list's to change
  const leaving = useNavigation().state !== 'idle';
  if (asked !== told) {
    // the address changed under us: Back, a saved view, clear
    setTold(asked);
    if (asked !== text.trim()) setText(asked);
  }
  useEffect(() => {
    const next = rested.trim();
    if (!leaving && rested === text && next !== asked) set({ keywords: next || null }, 'replace');
  }, [rested, text, asked, set, leaving]);
  return [text, setText];
}
