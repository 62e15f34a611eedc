/** Where a browser cannot say when it has nothing to do. */
const GUESS_MS = 1_500;
/** A page that is never at rest gets it all the same. */
const LATEST_MS = 10_000;

/** Does `work` when the page has nothing else to do. @returns what calls it off */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
