import { type MouseEvent, useEffect } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { currentSession } from '../server/session.ts';

/**
 * Leaves a page for where one came from, so that a list is found as it was left; to `fallback` when the page
 * was opened from nowhere. As a link's click it leaves new tabs alone.
 */
export function useGoBack(fallback: string): (event?: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event && (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)) return;
    event?.preventDefault();
    // the router counts its own entries
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null ? Number(Reflect.get(state, 'idx')) : 0;
    void (index > 0 ? navigate(-1) : navigate(fallback));
  };
}

/**
 * Stops what would lose unsaved changes (a link, Back, closing the tab) until it is answered. `unsaved` is asked
 * at that moment; `now` is the same as of the last drawing. Where the page's query says what it is about, `isPage` is false.
 */
export function useUnsavedChangesPrompt(unsaved: () => boolean, now: boolean, isPage = true) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (!isPage && currentLocation.search !== nextLocation.search)) &&
      // a session that ended takes the page away, typed or not
      currentSession().phase === 'in',
  );
  useEffect(() => {
    if (!now) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [now]);
  return {
    asked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    go: () => blocker.proceed?.(),
  };
}
