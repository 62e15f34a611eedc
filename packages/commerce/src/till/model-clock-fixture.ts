/** Random choices from a seed (mulberry32), so that a day can be played again. */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** True with this probability. */
    isHit: (probability: number): boolean => next() < probability,
    between: (from: number, to: number): number => from + next() * (to - from),
    /** A whole number from 0 to below the limit. */
    below: (limit: number): number => Math.floor(next() * limit),
  };
}
export type Chance = ReturnType<typeof createChance>;

type Task = { readonly at: number; readonly turn: number; readonly run: () => void };

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.turn < b.turn);

/** The time of the modelled world: things happen one after another, each at its moment (a binary heap). */
export function createTimeline() {
  const heap: Task[] = [];
  let now = 0;
  let turn = 0;
  const put = (task: Task): void => {
    let at = heap.push(task) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || isBefore(parent, task)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = task;
  };
  const sink = (task: Task): void => {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left && right && isBefore(right, left)) below += 1;
      const child = heap[below];
      if (!child || isBefore(task, child)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = task;
  };
  return {
    now: (): number => now,
    /** Does something after so many milliseconds. */
    after: (ms: number, run: () => void): void => {
      turn += 1;
      put({ at: now + ms, turn, run });
    },
    /** Lets everything happen up to a moment, at most so many things. @returns how many did */
    runUntil: (moment: number, most: number): number => {
      let done = 0;
      while (done < most) {
        const first = heap[0];
        if (!first || first.at > moment) break;
        const last = heap.pop();
        if (last && last !== first) sink(last);
        now = first.at;
        first.run();
        done += 1;
      }
      if (done < most) now = moment;
      return done;
    },
  };
}
export type Timeline = ReturnType<typeof createTimeline>;
