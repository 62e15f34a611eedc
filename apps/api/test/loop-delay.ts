import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A call may keep the event loop from others for this long on an idle machine. */
const LIMIT_MS = 200;
/** What a unit of work took on the machine where the limit was measured. */
const UNIT_MS = 10;
/** Others that use the processor between two units of work may take as much again. */
const ALLOWANCE = 2;

/** A unit of pure work of the processor. @returns its time in milliseconds */
export function workUnit(): number {
  const start = performance.now();
  let state = 1;
  for (let round = 0; round < 4_000_000; round += 1)
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  // the result is used, so that the loop is not left out
  return performance.now() - start + (state === 0 ? 1 : 0);
}

export type LoopDelay<T> = {
  /** The longest time between two turns of the event loop. */
  readonly delayMs: number;
  readonly limitMs: number;
  /** The longest work of the processor between two turns, which does not depend on what else the machine does. */
  readonly workMs: number;
  readonly workLimitMs: number;
  readonly reply: T;
};

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Measures the longest work of this thread between two turns of the event loop. @returns stops and answers it */
function watchWork(): () => number {
  let [last, longest] = [threadMs(), 0];
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/** The longest delay of the event loop during a call, and what is allowed beside the units of work around it. */
export async function measureLoopDelay<T>(call: () => Promise<T>): Promise<LoopDelay<T>> {
  const before = Math.max(workUnit(), workUnit());
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  // the histogram counts between two of its timers: let the first pass
  histogram.enable();
  await new Promise((resolve) => setTimeout(resolve, 20));
  histogram.reset();
  const stopWork = watchWork();
  const reply = await call();
  await new Promise((resolve) => setTimeout(resolve, 15));
  histogram.disable();
  const workMs = stopWork();
  const start = threadMs();
  const after = Math.max(workUnit(), workUnit());
  const unitWork = Math.max((threadMs() - start) / 2, UNIT_MS);
  const unit = Math.max(before, after, UNIT_MS);
  return {
    delayMs: histogram.max / 1e6 - 5,
    limitMs: ALLOWANCE * (LIMIT_MS / UNIT_MS) * unit,
    workMs,
    workLimitMs: (LIMIT_MS / UNIT_MS) * unitWork,
    reply,
  };
}
