import { loadTexts } from '../lib/i18n.ts';
import type { ScreenPage } from '../lib/screen.ts';

/** A page whose first answer comes sooner is drawn once, with it; one that waits longer says so itself. */
const PATIENCE_MS = 150;

const underWay = new Map<ScreenPage, Promise<void>>();

/**
 * Brings a page near that is likely to be opened: its code, its texts and its first answer. What fails is met again, and
 * told, when it is opened.
 */
export function bringNear(page: ScreenPage, path: string): void {
  const coming = bring(page, new URL(path, location.origin))
    .catch(() => undefined)
    .finally(() => {
      if (underWay.get(page) === coming) underWay.delete(page);
    });
  underWay.set(page, coming);
}

const bring = async ({ load, texts }: ScreenPage, address: URL): Promise<void> => {
  await Promise.all([loadTexts(texts ?? []), load().then(({ ahead }) => ahead?.(address))]);
};

/** Waits for a page that is being brought near, though not for long. */
export async function broughtNear(page: ScreenPage): Promise<void> {
  const coming = underWay.get(page);
  if (coming) await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
