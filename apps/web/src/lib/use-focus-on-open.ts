import { useEffect } from 'react';
import { isMouseUsed } from './pointer.ts';

/** Focuses the box of a page in which work begins. */
export function useFocusOnOpen(selector: string): void {
  useEffect(() => {
    if (isMouseUsed()) document.querySelector<HTMLElement>(`main ${selector}`)?.focus();
  }, [selector]);
}
