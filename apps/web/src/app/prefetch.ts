import { loadTexts } from '../lib/i18n.ts';
import { runWhenIdle } from '../lib/idle.ts';
import type { ScreenPage } from '../lib/screen.ts';

/**
 * How long a navigation waits for prefetched data, so that a page whose data arrives sooner is drawn once; other pages
 * show that they load.
 */
const PATIENCE_MS = 150;

const prefetches = new Map<ScreenPage, Promise<void>>();

const nobodyHears = () => undefined;

/**
 * Loads the code and texts of a page that may be opened next. A failure is ignored here and reported when the page
 * opens.
 */
export function prefetchScreen({ load, texts }: ScreenPage): void {
  Promise.all([load(), loadTexts(texts ?? [])]).catch(nobodyHears);
}

/** Loads pages that may be opened next one after another while the page is idle. @returns a function that stops it */
export function prefetchWhenIdle(pages: readonly ScreenPage[]): () => void {
  const [next, ...rest] = pages;
  // a person who saves data loads only what they open
  if (!next || isSavingData()) return nobodyHears;
  let stop = runWhenIdle(() => {
    prefetchScreen(next);
    stop = prefetchWhenIdle(rest);
  });
  return () => stop();
}

/** Returns whether the browser was told to save data; only Chromium says so. */
const isSavingData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;

/** Requests the first data of a page when its link is pressed, about a tenth of a second before the click navigates. */
export function prefetchData(page: ScreenPage, path: string): void {
  const coming = page
    .load()
    .then(({ prefetch }) => prefetch?.(new URL(path, location.origin)))
    .catch(nobodyHears)
    .finally(() => {
      if (prefetches.get(page) === coming) prefetches.delete(page);
    });
  prefetches.set(page, coming);
}

/** The handlers of a link that load its page when the pointer or the focus comes near, and its data when it is pressed. */
export const prefetchByLink = (page: ScreenPage | undefined, path: string) =>
  page && {
    onPointerDown: () => prefetchData(page, path),
    onPointerEnter: () => prefetchScreen(page),
    onFocus: () => prefetchScreen(page),
  };

/** Waits for a page's prefetched data, at most `PATIENCE_MS`. */
export async function waitForPrefetch(page: ScreenPage): Promise<void> {
  const coming = prefetches.get(page);
  if (coming) await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
