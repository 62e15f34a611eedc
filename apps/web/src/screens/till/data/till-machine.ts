import {
  createTill,
  type Letter,
  type LetterAnswer,
  type LetterOrigin,
  type LetterProblem,
  type SaleBody,
  type StoredSale,
  type TillEffect,
  type TillEvent,
  type TillState,
  till,
} from '@dukkan/commerce';
import { createStore, type Store } from '../../../lib/store.ts';
import type { TillStore } from './till-store.ts';

/** The answer to a call, or why there is none. */
export type CallOutcome = { readonly answers: readonly LetterAnswer[] } | { readonly failure: string };

/** What the reducer's effects reach: the server, the printer, the drawer and the page. */
export type MachineDoors = {
  readonly store: Pick<TillStore, 'writeSales'>;
  readonly send: (
    letters: readonly Letter[],
    facts: { readonly last_no: number; readonly isOffer: boolean },
  ) => Promise<CallOutcome>;
  readonly print: (sale: StoredSale, isCopy: boolean) => void;
  readonly openDrawer: () => void;
  readonly returnCart: (uuid: string, body: SaleBody, problem: LetterProblem | null) => void;
  readonly now: () => number;
};

// what the page tells the reducer, without the moment
type EventPart = TillEvent extends infer E ? (E extends TillEvent ? Omit<E, 'at'> : never) : never;

export type TillMachine = {
  readonly state: Store<TillState>;
  readonly tell: (event: EventPart) => void;
  /** Reads what the store holds and goes on with it. */
  readonly start: (facts: { origin: LetterOrigin; next_no: number; sales: readonly StoredSale[] }) => void;
  readonly stop: () => void;
};

/** Runs the till's reducer: does what it asks for and tells it what came of that. */
export function createMachine(doors: MachineDoors): TillMachine {
  const state = createStore(createTill());
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isStopped = false;

  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const tell = (event: EventPart): void => {
    if (isStopped) return;
    const step = till(state.get(), { ...event, at: doors.now() } as TillEvent);
    state.set(step.state);
    for (const effect of step.effects) run(effect);
  };
  const call = async (id: number, letters: readonly Letter[], last_no: number, isOffer: boolean) => {
    const outcome = await doors.send(letters, { last_no, isOffer });
    if ('answers' in outcome) tell({ kind: 'answered', call: id, answers: outcome.answers });
    else tell({ kind: 'failed', call: id, code: outcome.failure });
  };
  const run = (effect: TillEffect): void => {
    switch (effect.kind) {
      case 'write':
        doors.store.writeSales(effect.puts, effect.deletes, effect.next_no).then(
          () => tell({ kind: 'written', write: effect.write }),
          () => tell({ kind: 'write_failed', write: effect.write }),
        );
        return;
      case 'offer':
        after(effect.deadline_ms, () => tell({ kind: 'deadline', uuid: effect.letter.uuid }));
        void call(effect.call, [effect.letter], effect.last_no, true);
        return;
      case 'send':
        void call(effect.call, effect.letters, effect.last_no, false);
        return;
      case 'print':
        doors.print(effect.sale, effect.is_copy);
        tell({ kind: 'printed', uuid: effect.sale.uuid });
        return;
      case 'open_drawer':
        doors.openDrawer();
        return;
      case 'return_cart':
        doors.returnCart(effect.uuid, effect.body, effect.problem);
        return;
      case 'wake':
        after(effect.after_ms, () => tell({ kind: 'woken', wake: effect.wake }));
    }
  };
  return {
    state,
    tell,
    start: (facts) => tell({ kind: 'started', ...facts }),
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
