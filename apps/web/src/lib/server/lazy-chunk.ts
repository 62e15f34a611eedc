import { type ComponentType, lazy } from 'react';
import { readStored, writeStored } from '../store.ts';
import { probeServer } from './call.ts';

/** The specification's chunk load time-out (section 9). */
export const PART_TIMEOUT = 120_000;
const RETRY_PAUSE = 800;
const LONGEST_PAUSE = 30_000;
const RELOADED = 'dukkan.reloaded';
const RELOAD_AGAIN_AFTER = 300_000;

export type PartOptions = { reload?: () => void; timeout?: number; retryPause?: number };

/**
 * Loads a part of the application: one retry, at 120 s it fails (decisions 11). A part that is gone because a
 * new version was deployed reloads the page, once. The rejection belongs to the error boundary.
 */
export async function loadChunk<T>(load: () => Promise<T>, options: PartOptions = {}): Promise<T> {
  const { reload = () => location.reload(), timeout = PART_TIMEOUT, retryPause = RETRY_PAUSE } = options;
  const clock = expiry(timeout);
  const attempt = async (): Promise<T> => {
    try {
      return await load();
    } catch {
      // an outage is said by the network banner, whatever noticed it
      void probeServer();
      await new Promise((resolve) => setTimeout(resolve, retryPause));
      return load();
    }
  };
  try {
    return await Promise.race([attempt(), clock.expired]);
  } catch (error) {
    // without a server there is nothing to reload, and what is typed would be lost
    if (!isMissing(error) || reloadedLately() || !(await probeServer())) throw error;
    writeStored('tab', RELOADED, String(Date.now()));
    reload();
    // the page is leaving: nothing may be drawn for the failure
    return new Promise<T>(() => undefined);
  } finally {
    clock.stop();
  }
}

/** A component whose code is loaded when it is first drawn. */
export const lazyChunk = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => loadChunk(load));

/** The same for what the page can do without: it waits for the server instead of taking the page down with it. */
export const optionalChunk = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(async () => {
    for (let pause = RETRY_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  });

function expiry(timeout: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The part took too long to load.')), timeout);
  });
  return { expired, stop: () => clearTimeout(timer) };
}

/** Chromium, Firefox, Safari, Vite's style sheets: each says it in its own words. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload (css|module)|module script failed/i.test(
    error.message,
  );

const reloadedLately = (): boolean =>
  Date.now() - Number(readStored('tab', RELOADED) ?? 0) < RELOAD_AGAIN_AFTER;
