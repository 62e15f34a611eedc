import type { MouseEvent } from 'react';
import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';
import { useCanOpen } from './can-open.ts';
import { paths } from './paths.ts';

/** Returns whether a click opens the page in this tab, rather than in a new tab, a window or a download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

/**
 * Returns the `onClick` of a plain `<a href>` to a page of this app, which navigates like the router's Link. For lists
 * with many links, because every Link renders again at each navigation.
 */
export function useRouterClick(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      const to = event.currentTarget.getAttribute('href') ?? '';
      // a link to the current page adds no step for Back
      void navigate(to, { replace: to === location.pathname + location.search + location.hash });
    },
    [navigate],
  );
}

/**
 * Returns a function that opens a page of this app, such as the record that was just saved; where the page does not
 * open for the user it opens Home.
 */
export function useOpenPage(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  return (to, options) => void navigate(canOpen(to) ? to : paths.home, options);
}
