/** Whether the full numbers of the promises are asked for (`npm run promises`); else each test is short. */
export const isFull = process.env.PROMISES === 'full';

/** The number of a promise: `short` proves it within `npm test`, `full` is the promise's own. */
export const sized = (short: number, full: number): number => (isFull ? full : short);

/**
 * A time limit in milliseconds that holds in the full run only: `npm test` also passes on a busy machine, where the speed of
 * the machine says nothing about the product.
 */
export const timeLimit = (limitMs: number): number => (isFull ? limitMs : Number.POSITIVE_INFINITY);

/** Runs `times` calls, at most `width` at once, and answers their results in order. */
export async function crowd<T>(times: number, width: number, call: (at: number) => Promise<T>): Promise<T[]> {
  const results = new Array<T>(times);
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < times; at = next++) results[at] = await call(at);
  };
  await Promise.all(Array.from({ length: Math.min(width, times) }, lane));
  return results;
}

/** How often each value stands in a list. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** The value below which `share` of the sorted values stand. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Tries a measurement again on a noisy machine: the last refusal counts. */
export async function settled(tries: number, measure: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await measure();
    } catch (error) {
      if (attempt >= tries) throw error;
    }
  }
}

let turn = 0;
/** All values in the full run; else so many of them, the next ones each time. */
export function some<T>(values: readonly T[], count: number): T[] {
  if (isFull) return [...values];
  const start = turn;
  turn += count;
  return Array.from({ length: count }, (_, at) => values[(start + at) % values.length] as T);
}
