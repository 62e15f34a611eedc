const RUNS = 3;
/** Below this a clock measures only noise. */
const SHORTEST_MS = 2;

const bestTimeOf = (run: () => void): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < RUNS; attempt += 1) {
    const started = Date.now();
    run();
    best = Math.min(best, Date.now() - started);
  }
  return Math.max(best, SHORTEST_MS);
};

/**
 * How many times longer eight times the work takes: about 8 where it grows linearly, 64 where it grows quadratically.
 * The best of several runs counts on both sides, so the speed of the machine does not matter.
 */
export const measureEightfoldGrowth = (run: (size: number) => void, size: number): number =>
  bestTimeOf(() => run(size * 8)) / bestTimeOf(() => run(size));

/** What `growthOfEightfold` stays below where the work grows linearly. */
export const LINEAR_GROWTH = 30;
