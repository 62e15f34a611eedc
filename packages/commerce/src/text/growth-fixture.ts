const RUNS = 5;
/** Shorter times are mostly noise. */
const SHORTEST_MS = 2;

declare const process: { threadCpuUsage(): { user: number } };

/** Processor time of this thread, so that other work on the machine does not count. */
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
 * Measures how many times longer eight times the work takes: about 8 for linear growth, 64 for quadratic growth. The
 * best of several runs counts on both sides, so the speed of the machine does not matter.
 */
export const measureEightfoldGrowth = (run: (size: number) => void, size: number): number =>
  bestTimeOf(() => run(size * 8)) / bestTimeOf(() => run(size));

/** The upper limit of `measureEightfoldGrowth` for linear growth. */
export const LINEAR_GROWTH = 30;
