import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let running = 0;

/** A full collection takes about 50 ms; V8 recalculates the heap limit only after one. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}

/**
 * Runs work that creates much garbage with a small heap; otherwise V8 lets the heap grow to four times its size
 * before it collects (460 MB instead of 290 MB in an import of 100,000 products).
 */
export async function withCompactHeap<T>(run: () => Promise<T>): Promise<T> {
  running += 1;
  setFlagsFromString('--heap-growing-percent=20');
  if (running === 1) collectGarbage();
  try {
    return await run();
  } finally {
    running -= 1;
    if (running === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}
