import type { TillEvent, TillState, TillStep } from './till-state.ts';

/** A till before its store was read. */
export const createTill = (): TillState => ({
  status: 'starting',
  origin: { device_id: 0, epoch: 0 },
  next_no: 1,
  sales: [],
  pending: [],
  current: null,
  call: null,
  wake: null,
  failures: 0,
  kept: [],
  last_answer_at: null,
  alone_since: null,
  last_failure: null,
  next_id: 1,
});

/**
 * What a till does next: pure, without a clock, a network or chance of its own. The same code runs in the page and in the
 * model of the tests.
 * Source: docs/rules/till-sales.md#states
 */
export function till(state: TillState, _event: TillEvent): TillStep {
  return { state, effects: [] };
}
