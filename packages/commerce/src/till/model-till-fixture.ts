import type { Letter, LetterAnswer, SaleBody } from './letters.ts';
import type { Chance, Timeline } from './model-clock-fixture.ts';
import { countUnits, type ModelServer } from './model-server-fixture.ts';
import { createTill, till } from './till.ts';
import { tillLamp } from './till-lamp.ts';
import type { Effect, StoredSale, TillEvent, TillState } from './till-state.ts';

type EventWithoutTime = TillEvent extends infer E ? (E extends TillEvent ? Omit<E, 'at'> : never) : never;

/** How bad the day's network is. */
export type Weather = { readonly loss: number; readonly slowest_ms: number; readonly doubling: number };

/** The page's own patience with a call. */
const CALL_TIMEOUT_MS = 10_000;

/** What is sold: a number of units of one item. The reducer and the fates read nothing of the rest. */
const createBody = (units: number, printed: SaleBody['printed']): SaleBody => ({
  v: 1,
  sold_at: '2026-12-01T08:00:00.000Z',
  clock_offset_ms: null,
  pack_version: '1',
  session_id: null,
  cashier_id: 5,
  type: 'take_away',
  cart: [{ item_id: 1, quantity: units }],
  client: null,
  coupon: null,
  discount: 0,
  discount_type: 'fixed',
  notes: null,
  approval_word: null,
  payments: [],
  printed,
});

type World = {
  readonly chance: Chance;
  readonly time: Timeline;
  readonly server: ModelServer;
  readonly weather: () => Weather;
  /** How often a till dies in the middle of something. */
  readonly deadliness: number;
  readonly printed: SaleBody['printed'];
};

/**
 * A modelled till: the page around the real reducer, with a store that survives, a printer, a cashier, and a life that
 * ends at any moment.
 */
export function createModelTill(
  { chance, time, server, weather, deadliness, printed }: World,
  device_id: number,
) {
  const origin = { device_id, epoch: 1 };
  /** Survives. */
  const store = { sales: new Map<string, StoredSale>(), next_no: 1 };
  const papers = new Map<string, { readonly seq: number; readonly units: number }>();
  const faults: string[] = [];
  let state: TillState = createTill();
  /** Everything of an earlier life is heard by nobody. */
  let life = 0;
  let isRunning = false;
  let isSelling = true;
  let clock = 0;
  let uuids = 0;
  let storeBusyUntil = 0;

  /** Does something later, if the till still lives then. */
  const later = (ms: number, run: () => void): void => {
    const mine = life;
    time.after(ms, () => {
      if (mine === life && isRunning) run();
    });
  };

  function tell(event: EventWithoutTime): void {
    const step = till(state, { ...event, at: Math.round(time.now() + clock) } as TillEvent);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }

  /** A letter says what the store holds, before anything else knows it. */
  function checkLetter({ uuid, seq, kind }: Letter): void {
    const stored = store.sales.get(uuid);
    const due = { offered: 'offer', sold: 'sold', voided: 'void', booked: null }[stored?.state ?? 'booked'];
    if (due !== kind || stored?.seq !== seq) faults.push(`${kind} ${seq} was sent and is not written down`);
  }

  function write({ write: id, puts, deletes, next_no }: Extract<Effect, { kind: 'write' }>): void {
    // transactions of one store follow each other, and so do their confirmations
    const commit_at = Math.max(storeBusyUntil, time.now()) + chance.between(0, 9);
    const confirm_at = commit_at + chance.between(0, 5);
    storeBusyUntil = confirm_at;
    later(commit_at - time.now(), () => {
      if (isSelling && chance.isHit(0.002)) {
        server.count('write failed');
        later(confirm_at - time.now(), () => tell({ kind: 'write_failed', write: id }));
        return;
      }
      for (const sale of puts) store.sales.set(sale.uuid, sale);
      for (const uuid of deletes) store.sales.delete(uuid);
      if (next_no !== null) store.next_no = next_no;
      later(confirm_at - time.now(), () => tell({ kind: 'written', write: id }));
    });
  }

  function hear(call: number, answers: readonly LetterAnswer[]): void {
    const copies = chance.isHit(weather().doubling) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1)
      if (!chance.isHit(weather().loss))
        later(chance.between(5, weather().slowest_ms), () => tell({ kind: 'answered', call, answers }));
  }

  /** One call: lost, late, twice, behind a later one; its answer too. It reaches the server also when the till is dead. */
  function callServer(call: number, letters: readonly Letter[]): void {
    for (const letter of letters) checkLetter(letter);
    if (!server.isUp() && chance.isHit(0.7)) {
      later(chance.between(1, 300), () => tell({ kind: 'failed', call, code: 'network' }));
      return;
    }
    later(CALL_TIMEOUT_MS, () => tell({ kind: 'failed', call, code: 'network' }));
    const mine = life;
    const { loss, slowest_ms, doubling } = weather();
    const arrive = (): void => {
      const answers = server.isUp() ? server.answer(device_id, letters) : null;
      if (answers && mine === life) hear(call, answers);
    };
    if (!chance.isHit(loss)) time.after(chance.between(5, slowest_ms), arrive);
    // a copy that comes when nobody thinks of it any more
    if (chance.isHit(doubling)) time.after(chance.between(5, 40 * slowest_ms), arrive);
  }

  function print({ sale, is_copy }: Extract<Effect, { kind: 'print' }>): void {
    const stored = store.sales.get(sale.uuid)?.state;
    if (stored !== 'sold' && stored !== 'booked') faults.push(`${sale.seq} is printed and not written down`);
    if (is_copy) server.count('copy');
    later(chance.between(1, 900), () => {
      papers.set(sale.uuid, { seq: sale.seq, units: countUnits(sale.body) });
      later(chance.between(1, 300), () => tell({ kind: 'printed', uuid: sale.uuid }));
    });
  }

  /** How long after each thing that a till does its life may end. */
  const MOMENTS = { write: 15, offer: 1_800, print: 1_200, return_cart: 50 };

  function perform(effect: Effect): void {
    const moment = MOMENTS[effect.kind as keyof typeof MOMENTS];
    if (isSelling && moment && chance.isHit(deadliness)) later(chance.between(0, moment), kill);
    switch (effect.kind) {
      case 'write':
        write(effect);
        return;
      case 'offer':
        server.count('offered');
        later(effect.deadline_ms, () => tell({ kind: 'deadline', uuid: effect.letter.uuid }));
        callServer(effect.call, [effect.letter]);
        return;
      case 'send':
        if (effect.letters.length > 50) faults.push('more than 50 letters in one call');
        if (effect.letters.some(({ seq }, at) => at > 0 && seq <= (effect.letters[at - 1]?.seq ?? 0)))
          faults.push('letters out of order');
        callServer(effect.call, effect.letters);
        return;
      case 'print':
        print(effect);
        return;
      case 'return_cart':
        server.count('returned');
        // most try again at once with less
        if (chance.isHit(0.7)) later(chance.between(1, 4_000), () => sell(1));
        return;
      case 'wake':
        later(effect.after_ms, () => tell({ kind: 'woken', wake: effect.wake }));
        return;
      case 'open_drawer':
        return;
    }
  }

  function sell(units: number): void {
    uuids += 1;
    const mine = uuids;
    const event = { kind: 'paid', uuid: `${device_id}-${uuids}`, body: createBody(units, printed) } as const;
    if (chance.isHit(0.7)) tell({ kind: 'touched' });
    const pay = (): void => {
      // a cart that was sold is gone from the page as soon as the next one is
      if (uuids !== mine) return;
      server.count(tillLamp(state).lamp);
      tell(event);
      // pressed twice
      if (chance.isHit(0.05)) tell(event);
    };
    later(chance.between(0, 3_000), pay);
    if (chance.isHit(0.03)) later(chance.between(0, 3_000), pay);
  }

  /** The cashier's answer to what was left open, some time after the start. */
  function answerQuestion(): void {
    if (state.status !== 'asking' || !state.current) return;
    if (isSelling && chance.isHit(deadliness)) {
      kill();
      return;
    }
    const is_paid = chance.isHit(0.5);
    server.count(is_paid ? 'resolved as paid' : 'resolved as not paid');
    tell({ kind: 'resolved', uuid: state.current.uuid, is_paid, cashier_id: 6 });
    later(100, answerQuestion);
  }

  function start(): void {
    life += 1;
    isRunning = true;
    state = createTill();
    later(0, () => {
      tell({ kind: 'started', origin, next_no: store.next_no, sales: [...store.sales.values()] });
      later(chance.between(500, 20_000), answerQuestion);
    });
  }

  function kill(): void {
    server.count(`killed ${state.current?.step ?? state.status}`);
    life += 1;
    isRunning = false;
    time.after(chance.between(500, 60_000), start);
  }

  return {
    papers,
    faults,
    store,
    start,
    sell,
    /** Ends the life of the till in the middle of something, and starts it again. */
    kill: (): void => {
      if (isRunning) kill();
    },
    /** A till that cannot write is started again by its cashier. */
    mend: (): void => {
      if (isRunning && state.status === 'stopped') kill();
    },
    moveClock: (): void => {
      clock += chance.between(-3_600_000, 3_600_000);
    },
    endDay: (): void => {
      isSelling = false;
      answerQuestion();
    },
    isBusy: (): boolean => state.status === 'busy',
    describe: (): string => `${state.status}, ${store.sales.size} in its store, ${tillLamp(state).lamp}`,
    isDone: (): boolean => state.status === 'ready' && store.sales.size === 0,
  };
}
export type ModelTill = ReturnType<typeof createModelTill>;
