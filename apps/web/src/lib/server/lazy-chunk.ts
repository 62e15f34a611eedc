import { type ComponentType, createElement, lazy } from 'react';
import { importModule, repeatUntilDone } from '../import-module.ts';
import { readStored, writeStored } from '../store.ts';
import { probeServer } from './call.ts';

/** The longest that loading a chunk may take, in milliseconds. */
export const PART_TIMEOUT = 120_000;
const RETRY_PAUSE = 800;
const RELOADED = 'dukkan.reloaded';
const RELOAD_AGAIN_AFTER = 300_000;

export type LoadChunkOptions = { reload?: () => void; timeout?: number; retryPause?: number };

/**
 * Loads a chunk of the app with one retry; fails after 120 s. A chunk that a new deployment removed reloads the page
 * once. A rejection goes to the error boundary.
 */
export async function loadChunk<T>(load: () => Promise<T>, options: LoadChunkOptions = {}): Promise<T> {
  const { reload = () => location.reload(), timeout = PART_TIMEOUT, retryPause = RETRY_PAUSE } = options;
  const clock = createExpiry(timeout);
  const attempt = async (): Promise<T> => {
    try {
      return await importModule(load);
    } catch {
      // checks the server, so that the network banner reports an outage
      void probeServer();
      await new Promise((resolve) => setTimeout(resolve, retryPause));
      return importModule(load);
    }
  };
  try {
    return await Promise.race([attempt(), clock.expired]);
  } catch (error) {
    // reloading without a server would lose what the user typed
    if (!isMissing(error) || reloadedLately() || !(await probeServer())) throw error;
    writeStored('tab', RELOADED, String(Date.now()));
    reload();
    // the page is about to reload, so no error is shown
    return new Promise<T>(() => undefined);
  } finally {
    clock.stop();
  }
}

type LoadComponent<P> = () => Promise<{ default: ComponentType<P> }>;

const ASK_AGAIN_MS = 1_000;

/**
 * Creates a component that loads when it is first rendered. A failure goes to the error boundary; a render that comes
 * later loads again, which `lazy` alone never does. `failure` is that of an earlier try.
 */
export function lazyRepeated<P extends object>(
  load: LoadComponent<P>,
  failure?: { readonly error: unknown },
): ComponentType<P> {
  const createPart = (run: LoadComponent<P>) =>
    lazy(() =>
      run().catch((error: unknown) => {
        setTimeout(() => {
          Part = createPart(load);
        }, ASK_AGAIN_MS);
        throw error;
      }),
    );
  let Part = createPart(failure ? () => Promise.reject(failure.error) : load);
  return (props: P) => createElement(Part as ComponentType<P>, props);
}

/** Creates a component whose code loads when it is first rendered. */
export const lazyChunk = <P extends object>(load: LoadComponent<P>) => lazyRepeated(() => loadChunk(load));

/**
 * Loads the code of a component before it is needed, such as when the pointer reaches its button. Once the code is there
 * `get` answers the component itself, which is drawn at once, while `lazy` shows its fallback for a third of a second more.
 */
export function createWarmChunk<P extends object>(load: LoadComponent<P>) {
  let loaded: ComponentType<P> | null = null;
  const remember: LoadComponent<P> = async () => {
    const part = await load();
    loaded = part.default;
    return part;
  };
  const waiting = lazyChunk(remember);
  return {
    get: (): ComponentType<P> => loaded ?? waiting,
    warm: () => void remember().catch(() => undefined),
  };
}

/** Creates a component that waits for the server instead of failing the page when its code cannot be loaded. */
export const lazyChunkWithRetries = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => repeatUntilDone(() => importModule(load)));

function createExpiry(timeout: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The part took too long to load.')), timeout);
  });
  return { expired, stop: () => clearTimeout(timer) };
}

/** Returns whether an error means a missing file, by the texts of Chromium, Firefox, Safari and Vite's style sheets. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|preload (css|module)|module script failed/i.test(
    error.message,
  );

const reloadedLately = (): boolean =>
  Date.now() - Number(readStored('tab', RELOADED) ?? 0) < RELOAD_AGAIN_AFTER;
