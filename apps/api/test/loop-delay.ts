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

/** The longest delay of the event loop during a call, and what is allowed beside the units of work around it. */
export async function measureLoopDelay<T>(
  call: () => Promise<T>,
): Promise<{ readonly delayMs: number; readonly limitMs: number; readonly reply: T }> {
  const before = Math.max(workUnit(), workUnit());
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  // the histogram counts between two of its timers: let the first pass
  histogram.enable();
  await new Promise((resolve) => setTimeout(resolve, 20));
  histogram.reset();
  const reply = await call();
  await new Promise((resolve) => setTimeout(resolve, 15));
  histogram.disable();
  const unit = Math.max(before, workUnit(), workUnit(), UNIT_MS);
  return { delayMs: histogram.max / 1e6 - 5, limitMs: ALLOWANCE * (LIMIT_MS / UNIT_MS) * unit, reply };
}
