import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { lazyChunk } from '../lib/server/lazy-chunk.ts';
import { useSession } from '../lib/server/session.ts';
import { useInUseDialog } from '../lib/ways-out.ts';
import { type Panel, showPanel, usePanel } from './panels.ts';

const Palette = lazyChunk(() => import('./palette/palette.tsx'));
const Shortcuts = lazyChunk(() => import('./shortcuts.tsx'));
const Tour = lazyChunk(() => import('./tour/tour.tsx'));
const WaysOut = lazyChunk(() => import('./ways-out.tsx'));

/** The tour's version; a higher one than the profile's shows it again (decisions 11, `tour_version`). */
export const TOUR_VERSION = 1;

/** The palette, the list of shortcuts, the tour and the ways out of a refused delete, with the keys that open them. */
export const GlobalOverlays = () => {
  const panel = usePanel();
  const seen = useSeen(panel);
  const inUse = useInUseDialog();
  const { user } = useSession();

  // with the page, not after it: on a busy machine a key is pressed before what may come later has come
  useLayoutEffect(() => {
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);

  const firstLogin = user !== null && user.tour_version < TOUR_VERSION && !user.must_change_password;
  useEffect(() => {
    if (firstLogin) showPanel('tour');
  }, [firstLogin]);

  return (
    <Suspense>
      {seen.has('palette') ? (
        <Palette open={panel === 'palette'} onOpenChange={(open) => showPanel(open ? 'palette' : null)} />
      ) : null}
      {seen.has('shortcuts') ? (
        <Shortcuts
          open={panel === 'shortcuts'}
          onOpenChange={(open) => showPanel(open ? 'shortcuts' : null)}
        />
      ) : null}
      {inUse ? <WaysOut of={inUse} /> : null}
      {panel === 'tour' ? <Tour version={TOUR_VERSION} onEnd={() => showPanel(null)} /> : null}
    </Suspense>
  );
};

/** What was opened once stays, so that it can close with its motion. */
function useSeen(panel: Panel | null): ReadonlySet<Panel> {
  const [seen, setSeen] = useState<ReadonlySet<Panel>>(new Set());
  if (panel !== null && !seen.has(panel)) setSeen(new Set([...seen, panel]));
  return seen;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** Ctrl/Cmd-K and `?`, by the place of the key, so that the Arabic layout works (ux.md, 'Lists'). */
function openByKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyK') {
    event.preventDefault();
    showPanel('palette');
    return;
  }
  // on some layouts the question mark is another key: then its sign counts
  const asked = (event.shiftKey && event.code === 'Slash') || event.key === '?' || event.key === '؟';
  if (!asked || event.ctrlKey || event.metaKey || typing(event.target)) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
  event.preventDefault();
  showPanel('shortcuts');
}
