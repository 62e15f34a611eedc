import { type MouseEvent, useEffect } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';
import { useCanOpen } from '../can-open.ts';
import { asksForForm } from '../edit-mode.ts';
import { paths } from '../paths.ts';
import { currentSession } from '../server/session.ts';
import { trackPagePrompt, wouldDropTypedDialog } from './typed-dialogs.ts';

/**
 * Leaves a page for the previous one, so that a list appears as the user left it, or for `fallback` without one (Home where that does not open). As a
 * link's click handler it does not affect new tabs.
 */
export function useGoBack(fallback: string): (event?: MouseEvent) => void {
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  return (event) => {
    if (event && (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)) return;
    event?.preventDefault();
    // the router numbers its history entries
    const state: unknown = window.history.state;
    const index = typeof state === 'object' && state !== null ? Number(Reflect.get(state, 'idx')) : 0;
    void (index > 0 ? navigate(-1) : navigate(canOpen(fallback) ? fallback : paths.home));
  };
}

/**
 * Blocks navigation that would lose unsaved changes (a link, Back, closing the tab) until the user answers. `unsaved`
 * is called at that moment; `isUnsaved` is its value at the last render. Set `isPage` to false when the page's query
 * selects what the page shows.
 */
export function useUnsavedChangesPrompt(unsaved: () => boolean, isUnsaved: boolean, isPage = true) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (unsaved() || wouldDropTypedDialog(historyAction)) &&
      (currentLocation.pathname !== nextLocation.pathname ||
        // the form closes in place
        (asksForForm(currentLocation.search) && !asksForForm(nextLocation.search)) ||
        (!isPage && currentLocation.search !== nextLocation.search)) &&
      // an expired session leaves the page even with unsaved changes
      currentSession().phase === 'in',
  );
  useEffect(trackPagePrompt, []);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return {
    asked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    go: () => blocker.proceed?.(),
  };
}
