import { loadTexts } from '../lib/i18n.ts';
import type { ScreenPage } from '../lib/screen.ts';

/** Asks for what a page will ask for at an address, as soon as its code says what that is. */
export async function askAhead({ load }: ScreenPage, address: URL): Promise<void> {
  const { ahead } = await load();
  await ahead?.(address);
}

/**
 * Brings a page near that is likely to be opened: its code, its texts and its first answer. What fails is met again, and
 * told, when it is opened.
 */
export function bringNear(page: ScreenPage, path: string): void {
  Promise.all([askAhead(page, new URL(path, location.origin)), loadTexts(page.texts ?? [])]).catch(
    () => undefined,
  );
}
