import { loadTexts } from '../lib/i18n.ts';
import type { ScreenPage } from '../lib/screen.ts';

/** A page whose first answer comes sooner is drawn once, with it; one that waits longer says so itself. */
const PATIENCE_MS = 150;

const asked = new Map<ScreenPage, Promise<void>>();

const nobodyHears = () => undefined;

/** Brings the code and the texts of a page that may be opened. What fails is met again, and told, when it is opened. */
export function prefetchScreen({ load, texts }: ScreenPage): void {
  Promise.all([load(), loadTexts(texts ?? [])]).catch(nobodyHears);
}

/** Asks for what a page will ask for first: it is being opened, and from the press to its click it is a tenth of a second. */
export function prefetchData(page: ScreenPage, path: string): void {
  const coming = page
    .load()
    .then(({ prefetch }) => prefetch?.(new URL(path, location.origin)))
    .catch(nobodyHears)
    .finally(() => {
      if (asked.get(page) === coming) asked.delete(page);
    });
  asked.set(page, coming);
}

/** Waits for what has been asked for ahead of a page, though not for long. */
export async function waitForPrefetch(page: ScreenPage): Promise<void> {
  const coming = asked.get(page);
  if (coming) await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
