import { useRef, useState } from 'react';
import { api } from '../../lib/server/api.ts';
import { CallFailure, callApi } from '../../lib/server/call.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { invalidateNouns } from '../../lib/server/query-cache.ts';

export type StatusMoveResult = 'moved' | { readonly refused: string };

type Body = InputOf<typeof api.order.save>;

export type BulkRunProgress = {
  readonly all: number;
  readonly done: number;
  readonly busy: boolean;
  readonly stopped: boolean;
};

/** Changes the orders one after the other, each in its own request; it can be stopped between two orders. */
export function useBulkStatusRun() {
  const [run, setRun] = useState<BulkRunProgress | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, StatusMoveResult>>(new Map());
  const stop = useRef(false);
  const start = async (bodies: readonly Body[]) => {
    stop.current = false;
    setOutcomes(new Map());
    setRun({ all: bodies.length, done: 0, busy: true, stopped: false });
    let done = 0;
    for (const body of bodies) {
      if (stop.current) break;
      const outcome = await moveOrder(body);
      done += 1;
      setOutcomes((now) => new Map(now).set(body.id, outcome));
      setRun((now) => now && { ...now, done });
    }
    setRun((now) => now && { ...now, busy: false, stopped: stop.current });
    invalidateNouns(api.order.save.invalidates);
  };
  return {
    run,
    outcomes,
    start,
    stop: () => {
      stop.current = true;
    },
    clear: () => {
      setRun(null);
      setOutcomes(new Map());
    },
  };
}

export type BulkStatusRun = ReturnType<typeof useBulkStatusRun>;

async function moveOrder(body: Body): Promise<StatusMoveResult> {
  try {
    await callApi(api.order.save, body, { branchId: null });
    return 'moved';
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return { refused: error.message };
  }
}
