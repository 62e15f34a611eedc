import type { MouseEvent } from 'react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** A click that asks for this page here: not for another tab, a window or a download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

/**
 * What a plain `<a href>` of an address of ours takes as `onClick`: it goes there as the router's own Link would. For
 * where there are many of them: each Link is drawn anew with every navigation, such an `<a>` is not.
 */
export function useRouterClick(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      const to = event.currentTarget.getAttribute('href') ?? '';
      // where one is already leaves no step for Back
      void navigate(to, { replace: to === location.pathname + location.search + location.hash });
    },
    [navigate],
  );
}
