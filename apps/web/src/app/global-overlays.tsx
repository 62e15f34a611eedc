import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { useSession } from '../lib/server/session.ts';
import { useInUseDialog } from '../lib/ways-out.ts';
import { type Panel, showPanel, usePanel } from './panels.ts';

const Palette = lazyChunk(() => import('./palette/palette.tsx'));
const Shortcuts = lazyChunk(() => import('./shortcuts.tsx'));
const Tour = lazyChunk(() => import('./tour/tour.tsx'));
const WaysOut = lazyChunk(() => import('./ways-out.tsx'));

/** The tour's version; when it is higher than the profile's `tour_version`, the tour is shown again. */
export const TOUR_VERSION = 1;

/**
 * The command palette, the list of shortcuts, the tour, and the dialog for records in use, with their keyboard
 * shortcuts.
 */
export const GlobalOverlays = () => {
  const panel = usePanel();
  const openedPanels = useOpenedPanels(panel);
  const inUse = useInUseDialog();
  const { user } = useSession();

  // registered before the first paint, because on a slow device the user may press a key before later effects have run
  useLayoutEffect(() => {
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);

  const firstLogin = user !== null && user.tour_version < TOUR_VERSION && !user.must_change_password;
  useEffect(() => {
    if (firstLogin) showPanel('first-tour');
  }, [firstLogin]);

  return (
    <Suspense>
      {openedPanels.has('palette') ? (
        <Palette open={panel === 'palette'} onOpenChange={(open) => showPanel(open ? 'palette' : null)} />
      ) : null}
      {openedPanels.has('shortcuts') ? (
        <Shortcuts
          open={panel === 'shortcuts'}
          onOpenChange={(open) => showPanel(open ? 'shortcuts' : null)}
        />
      ) : null}
      {inUse ? <WaysOut of={inUse} /> : null}
      {panel === 'tour' || panel === 'first-tour' ? (
        <Tour version={TOUR_VERSION} isAsked={panel === 'tour'} onEnd={() => showPanel(null)} />
      ) : null}
    </Suspense>
  );
};

/** Returns the panels opened so far; they stay mounted, so that closing can be animated. */
function useOpenedPanels(panel: Panel | null): ReadonlySet<Panel> {
  const [opened, setOpened] = useState<ReadonlySet<Panel>>(new Set());
  if (panel !== null && !opened.has(panel)) setOpened(new Set([...opened, panel]));
  return opened;
}

const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/**
 * Opens the palette with Ctrl/Cmd+K and the shortcuts with `?`, by the position of the key, so that Arabic layouts
 * work.
 */
function openByKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyK') {
    event.preventDefault();
    showPanel('palette');
    return;
  }
  // some layouts have the question mark on another key, so the character is compared too
  const isHelpKey = (event.shiftKey && event.code === 'Slash') || event.key === '?' || event.key === '؟';
  if (!isHelpKey || event.ctrlKey || event.metaKey || isTypingTarget(event.target)) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
  event.preventDefault();
  showPanel('shortcuts');
}
