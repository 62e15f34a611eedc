const RUNS = 5;
/** Below this a clock measures only noise. */
const SHORTEST_MS = 2;

declare const process: { threadCpuUsage(): { user: number } };

/** What this thread has computed so far; work of others on the machine does not count. */
const readCpuMs = (): number => process.threadCpuUsage().user / 1_000;

const bestTimeOf = (run: () => void): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < RUNS; attempt += 1) {
    const started = readCpuMs();
    run();
    best = Math.min(best, readCpuMs() - started);
  }
  return Math.max(best, SHORTEST_MS);
};

/**
 * How many times longer eight times the work takes: about 8 where it grows linearly, 64 where it grows quadratically.
 * The best of several runs counts on both sides, so the speed of the machine does not matter.
 */
export const measureEightfoldGrowth = (run: (size: number) => void, size: number): number =>
  bestTimeOf(() => run(size * 8)) / bestTimeOf(() => run(size));

/** What `measureEightfoldGrowth` stays below where the work grows linearly. */
export const LINEAR_GROWTH = 30;
