type Load<T> = () => Promise<T>;

/** By loader: the address whose file did not come, and how often it was asked for. */
const failures = new WeakMap<Load<unknown>, { readonly address: string; readonly count: number }>();

/** Returns the address that a failed import names; Chromium and Firefox name it. */
const findAddress = (error: unknown): string | undefined =>
  error instanceof Error && /dynamically imported module/i.test(error.message)
    ? /https?:\/\/\S+/.exec(error.message)?.[0]
    : undefined;

/**
 * Imports a module of the app. Browsers remember a failed import as long as the page is open, so after a failure the
 * file is asked for at another address.
 */
export async function importModule<T>(load: Load<T>): Promise<T> {
  const failed = failures.get(load);
  try {
    if (!failed) return await load();
    return (await import(/* @vite-ignore */ `${failed.address}?again=${failed.count}`)) as T;
  } catch (error) {
    const address = failed?.address ?? findAddress(error);
    if (address) failures.set(load, { address, count: (failed?.count ?? 0) + 1 });
    throw error;
  }
}

const FIRST_PAUSE_MS = 800;
const LONGEST_PAUSE_MS = 30_000;

/** Repeats `run` with growing pauses until it succeeds, or until `isNeeded` says no. */
export async function repeatUntilDone<T>(
  run: () => Promise<T>,
  isNeeded: () => boolean = () => true,
  firstPause = FIRST_PAUSE_MS,
): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await run();
    } catch (error) {
      if (!isNeeded()) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
