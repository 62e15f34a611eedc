import type { Letter, LetterAnswer } from './letters.ts';
import type { Chance, Timeline } from './model-clock-fixture.ts';
import type { ModelServer } from './model-server-fixture.ts';
import type { StoredSale, TillEffect, TillEvent } from './till-state.ts';

export type EventWithoutTime = TillEvent extends infer E
  ? E extends TillEvent
    ? Omit<E, 'at'>
    : never
  : never;
type Tell = (event: EventWithoutTime) => void;

/** How bad the day's network is. */
export type Weather = { readonly loss: number; readonly slowest_ms: number; readonly doubling: number };

export type World = {
  readonly chance: Chance;
  readonly time: Timeline;
  readonly server: ModelServer;
  readonly weather: () => Weather;
  /** False once the day is over and everything has to arrive. */
  readonly isDay: () => boolean;
};

/** The lives of a till, one after the other: what an earlier one asked for is heard by nobody. */
export function createModelLife(time: Timeline) {
  let life = 0;
  let isRunning = false;
  return {
    isRunning: (): boolean => isRunning,
    begin: (): void => {
      life += 1;
      isRunning = true;
    },
    end: (): void => {
      life += 1;
      isRunning = false;
    },
    /** Does something later, if the till still lives then. */
    later: (ms: number, run: () => void): void => {
      const mine = life;
      time.after(ms, () => {
        if (mine === life && isRunning) run();
      });
    },
    /** @returns whether the life of now still goes on, to be asked later */
    remember: (): (() => boolean) => {
      const mine = life;
      return () => mine === life;
    },
  };
}
export type ModelLife = ReturnType<typeof createModelLife>;

/** The till's store, which survives; a transaction is lost when the till dies before it, and its confirmation after it. */
export function createModelStore({ chance, time, server, isDay }: World, { later }: ModelLife, tell: Tell) {
  const sales = new Map<string, StoredSale>();
  let next_no = 1;
  let busyUntil = 0;
  return {
    sales,
    nextNo: (): number => next_no,
    write: (write: Extract<TillEffect, { kind: 'write' }>): void => {
      // transactions of one store follow each other, and so do their confirmations
      const commit_at = Math.max(busyUntil, time.now()) + chance.between(0, 9);
      const confirm_at = commit_at + chance.between(0, 5);
      busyUntil = confirm_at;
      const confirm = (kind: 'written' | 'write_failed'): void =>
        later(confirm_at - time.now(), () => tell({ kind, write: write.write }));
      later(commit_at - time.now(), () => {
        if (isDay() && chance.isHit(0.002)) {
          server.count('write failed');
          confirm('write_failed');
          return;
        }
        for (const sale of write.puts) sales.set(sale.uuid, sale);
        for (const uuid of write.deletes) sales.delete(uuid);
        next_no = write.next_no ?? next_no;
        confirm('written');
      });
    },
  };
}

/** The page's own patience with a call. */
const CALL_TIMEOUT_MS = 10_000;

/**
 * The way to the server: a call is lost, late, doubled, overtaken, and so is its answer. It reaches the server also when
 * the till is dead by then.
 */
export function createModelLine(world: World, life: ModelLife, tell: Tell, device_id: number) {
  const { chance, time, server, weather } = world;

  function hear(call: number, answers: readonly LetterAnswer[]): void {
    const { loss, slowest_ms, doubling } = weather();
    const copies = chance.isHit(doubling) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1)
      if (!chance.isHit(loss))
        life.later(chance.between(5, slowest_ms), () => tell({ kind: 'answered', call, answers }));
  }

  return (call: number, letters: readonly Letter[]): void => {
    const fail = () => tell({ kind: 'failed', call, code: 'network' });
    if (!server.isUp() && chance.isHit(0.7)) {
      life.later(chance.between(1, 300), fail);
      return;
    }
    life.later(CALL_TIMEOUT_MS, fail);
    const isSameLife = life.remember();
    const { loss, slowest_ms, doubling } = weather();
    const arrive = (): void => {
      const answers = server.isUp() ? server.answer(device_id, letters) : null;
      if (answers && isSameLife()) hear(call, answers);
    };
    if (!chance.isHit(loss)) time.after(chance.between(5, slowest_ms), arrive);
    // a copy that comes when nobody thinks of it any more
    if (chance.isHit(doubling)) time.after(chance.between(5, 40 * slowest_ms), arrive);
  };
}
