/** The delay for browsers without requestIdleCallback. */
const GUESS_MS = 1_500;
/** The latest time, for a page that is never idle. */
const LATEST_MS = 10_000;

/** Runs `work` when the page is idle. @returns a function that cancels it */
export function runWhenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/** Runs `work` after the next frame was painted. @returns a function that cancels it */
export function runAfterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // the callback of a frame runs before it is painted
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
