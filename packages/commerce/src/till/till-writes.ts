import type { StoredSale, TillEffect, TillState, TillStep } from './till-state.ts';

type Change = {
  readonly puts?: readonly StoredSale[];
  readonly deletes?: readonly string[];
  readonly next_no?: number;
  /** What is done once the store confirms it. */
  readonly afterwards?: readonly TillEffect[];
};

/** Asks for one transaction of the store; the state changes when it is confirmed. */
export function askToWrite(state: TillState, change: Change): TillStep {
  const id = state.next_id;
  const { puts = [], deletes = [], next_no = null, afterwards = [] } = change;
  return {
    state: {
      ...state,
      next_id: id + 1,
      pending: [...state.pending, { id, puts, deletes, next_no, afterwards }],
    },
    effects: [{ kind: 'write', write: id, puts, deletes, next_no }],
  };
}

/** Applies a confirmed transaction. */
export function applyWrite(state: TillState, id: number): TillStep | null {
  const write = state.pending.find((one) => one.id === id);
  if (!write) return null;
  const changed = new Set([...write.deletes, ...write.puts.map(({ uuid }) => uuid)]);
  const sales = [...state.sales.filter(({ uuid }) => !changed.has(uuid)), ...write.puts];
  return {
    state: {
      ...state,
      sales: sales.sort((a, b) => a.seq - b.seq),
      next_no: write.next_no ?? state.next_no,
      pending: state.pending.filter((one) => one !== write),
      kept_letters: state.kept_letters.filter(({ uuid }) => !write.deletes.includes(uuid)),
    },
    effects: write.afterwards,
  };
}

/** Finds what was asked for of a sale and is not confirmed: its next state, or that it goes; undefined for nothing. */
export function findPending({ pending }: TillState, uuid: string): StoredSale | null | undefined {
  for (let at = pending.length - 1; at >= 0; at -= 1) {
    const put = pending[at]?.puts.find((sale) => sale.uuid === uuid);
    if (put) return put;
    if (pending[at]?.deletes.includes(uuid)) return null;
  }
  return undefined;
}

/** Finds a sale as it will be once all that was asked for is confirmed; null for none. */
export function findSale(state: TillState, uuid: string): StoredSale | null {
  const pending = findPending(state, uuid);
  return pending === undefined ? (state.sales.find((sale) => sale.uuid === uuid) ?? null) : pending;
}
