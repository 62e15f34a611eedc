import { type Letter, MAX_LETTERS_PER_CALL } from './letters.ts';
import type { StoredSale, TillState, TillStep } from './till-state.ts';
import { findPending } from './till-writes.ts';

/** The longest wait between two calls, also when there is nothing to send. */
const MAX_WAIT_MS = 30_000;
const FIRST_WAIT_MS = 1_000;

/** Writes a stored sale as the letter that is due for it; null where none is. */
export function toLetter({ uuid, seq, state, body, void_body }: StoredSale): Letter | null {
  if (state === 'voided') return void_body && { seq, uuid, kind: 'void', body: void_body };
  if (state === 'booked') return null;
  return { seq, uuid, kind: state === 'offered' ? 'offer' : 'sold', body };
}

/**
 * Lists the sales whose letters wait, in order of their numbers, as the store holds them; those that the server keeps
 * already come on request.
 */
export function listWaiting(state: TillState, which: 'new' | 'kept'): StoredSale[] {
  const isKept = new Set(state.kept_letters.map(({ uuid }) => uuid));
  return state.sales.filter((sale) => {
    if (sale.state !== 'sold' && sale.state !== 'voided') return false;
    if (isKept.has(sale.uuid) !== (which === 'kept')) return false;
    const pending = findPending(state, sale.uuid);
    return pending === undefined || pending?.state === sale.state;
  });
}

/** Asks to be woken; an older wake is not heard any more. */
export function askToWake(state: TillState, after_ms: number): TillStep {
  const wake = state.next_id;
  return {
    state: { ...state, wake, next_id: wake + 1 },
    effects: [{ kind: 'wake', wake, after_ms }],
  };
}

/** Begins a call with what waits, the new letters first; without any it asks whether the server is there. */
export function callServer(state: TillState): TillStep {
  const sales = [...listWaiting(state, 'new'), ...listWaiting(state, 'kept')]
    .slice(0, MAX_LETTERS_PER_CALL)
    .sort((a, b) => a.seq - b.seq);
  const id = state.next_id;
  return {
    state: { ...state, next_id: id + 1, call: { id, uuids: sales.map(({ uuid }) => uuid) } },
    effects: [
      {
        kind: 'send',
        call: id,
        letters: sales.flatMap((sale) => toLetter(sale) ?? []),
        last_no: state.next_no - 1,
      },
    ],
  };
}

/** Begins a call where new letters wait, none is under way and no failure is being waited out. */
export const sendWaiting = (state: TillState): TillStep =>
  state.call === null && state.failures === 0 && listWaiting(state, 'new').length > 0
    ? callServer(state)
    : { state, effects: [] };

/** Waits 1, 2, 4 … 30 seconds after a call that brought nothing. */
export function backOff(state: TillState): TillStep {
  const failures = state.failures + 1;
  return askToWake({ ...state, failures }, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}

/**
 * Goes on after an answered call: at once with the next letters, after a pause where nothing waits or where the answers
 * changed nothing.
 * @param before the letters that waited before the answers
 */
export function goOn(state: TillState, before: readonly StoredSale[]): TillStep {
  const waiting = new Set(listWaiting(state, 'new').map(({ uuid }) => uuid));
  const hasProgress = before.some(({ uuid }) => !waiting.has(uuid));
  if (waiting.size > 0 && before.length > 0 && !hasProgress) return backOff(state);
  const rested = askToWake({ ...state, failures: 0 }, MAX_WAIT_MS);
  const sent = sendWaiting(rested.state);
  return { state: sent.state, effects: [...rested.effects, ...sent.effects] };
}
