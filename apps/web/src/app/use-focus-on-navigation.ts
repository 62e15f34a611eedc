import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Moves the focus to the page after a navigation, so that the keyboard and the reader start there and not in
 * the menu that was left. The first page and changes of the query (filters) move nothing.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // a page that has put the focus somewhere itself (a form's first field) knows better
    if (main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
