import type { Letter, SaleBody } from './letters.ts';
import { countUnits } from './model-books-fixture.ts';
import {
  createModelLife,
  createModelLine,
  createModelStore,
  type EventWithoutTime,
  type World,
} from './model-life-fixture.ts';
import { createTill, till } from './till.ts';
import { tillLamp } from './till-lamp.ts';
import type { TillEffect, TillEvent, TillState } from './till-state.ts';

/** How long after each thing that a till does its life may end. */
const MOMENTS: Readonly<Partial<Record<TillEffect['kind'], number>>> = {
  write: 15,
  offer: 1_800,
  print: 1_200,
  return_cart: 50,
};

type Paper = { readonly seq: number; readonly units: number };

/** A modelled till: the page around the real reducer, in lives that end at any moment. */
function createModelPage(world: World, device_id: number, deadliness: number) {
  const { chance, time, server, isDay } = world;
  const life = createModelLife(time);
  const papers = new Map<string, Paper>();
  const faults: string[] = [];
  let state: TillState = createTill();
  let clock = 0;

  function tell(event: EventWithoutTime): void {
    const step = till(state, { ...event, at: Math.round(time.now() + clock) } as TillEvent);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  }
  const store = createModelStore(world, life, tell);
  const callServer = createModelLine(world, life, tell, device_id);

  /** A letter says what the store holds, before anything else knows it. */
  function checkLetters(letters: readonly Letter[]): void {
    if (letters.length > 50) faults.push('more than 50 letters in one call');
    for (const [at, { uuid, seq, kind }] of letters.entries()) {
      const stored = store.sales.get(uuid);
      const due = { offered: 'offer', sold: 'sold', voided: 'void', booked: null }[stored?.state ?? 'booked'];
      if (due !== kind || stored?.seq !== seq) faults.push(`${kind} ${seq} was sent and is not written down`);
      if (seq <= (letters[at - 1]?.seq ?? 0)) faults.push('letters out of order');
    }
  }

  function print({ sale, is_copy }: Extract<TillEffect, { kind: 'print' }>): void {
    const stored = store.sales.get(sale.uuid)?.state;
    if (stored !== 'sold' && stored !== 'booked') faults.push(`${sale.seq} is printed and not written down`);
    if (is_copy) server.count('copy');
    life.later(chance.between(1, 900), () => {
      papers.set(sale.uuid, { seq: sale.seq, units: countUnits(sale.body) });
      life.later(chance.between(1, 300), () => tell({ kind: 'printed', uuid: sale.uuid }));
    });
  }

  function perform(effect: TillEffect): void {
    const moment = MOMENTS[effect.kind];
    if (moment && isDay() && chance.isHit(deadliness)) life.later(chance.between(0, moment), kill);
    if (effect.kind === 'write') store.write(effect);
    if (effect.kind === 'print') print(effect);
    if (effect.kind === 'wake') life.later(effect.after_ms, () => tell({ kind: 'woken', wake: effect.wake }));
    if (effect.kind === 'offer') {
      checkLetters([effect.letter]);
      life.later(effect.deadline_ms, () => tell({ kind: 'deadline', uuid: effect.letter.uuid }));
      callServer(effect.call, [effect.letter]);
    }
    if (effect.kind === 'send') {
      checkLetters(effect.letters);
      callServer(effect.call, effect.letters);
    }
    if (effect.kind === 'return_cart') page.onReturn();
  }

  /** The cashier's answer to what was left open, some time after the start. */
  function answerQuestion(): void {
    if (state.status !== 'asking' || !state.current) return;
    if (isDay() && chance.isHit(deadliness)) {
      kill();
      return;
    }
    const is_paid = chance.isHit(0.5);
    server.count(is_paid ? 'resolved as paid' : 'resolved as not paid');
    tell({ kind: 'resolved', uuid: state.current.uuid, is_paid, cashier_id: 6 });
    life.later(100, answerQuestion);
  }

  function start(): void {
    life.begin();
    state = createTill();
    life.later(0, () => {
      const sales = [...store.sales.values()];
      tell({ kind: 'started', origin: { device_id, epoch: 1 }, next_no: store.nextNo(), sales });
      life.later(chance.between(500, 20_000), answerQuestion);
    });
  }

  function kill(): void {
    server.count(`killed ${state.current?.step ?? state.status}`);
    life.end();
    time.after(chance.between(500, 60_000), start);
  }

  const page = {
    papers,
    faults,
    store,
    life,
    tell,
    start,
    answerQuestion,
    onReturn: (): void => server.count('returned'),
    lamp: () => tillLamp(state).lamp,
    /** Ends the life of the till in the middle of something, and starts it again. */
    kill: (): void => {
      if (life.isRunning()) kill();
    },
    /** A till that cannot write is started again by its cashier. */
    mend: (): void => {
      if (life.isRunning() && state.status === 'stopped') kill();
    },
    moveClock: (): void => {
      clock += chance.between(-3_600_000, 3_600_000);
    },
    describe: (): string => `${state.status}, ${store.sales.size} in its store`,
    isDone: (): boolean => state.status === 'ready' && store.sales.size === 0,
  };
  return page;
}

/** A modelled till with its cashier, who presses twice and tries again with less. */
export function createModelTill(
  world: World,
  { device_id, deadliness, body }: { device_id: number; deadliness: number; body: SaleBody },
) {
  const { chance, server } = world;
  const page = createModelPage(world, device_id, deadliness);
  let last = 0;

  function sell(units: number): void {
    last += 1;
    const mine = last;
    const event = {
      kind: 'paid',
      uuid: `${device_id}-${mine}`,
      body: { ...body, cart: [{ item_id: 1, quantity: units }] },
    } as const;
    if (chance.isHit(0.7)) page.life.later(0, () => page.tell({ kind: 'touched' }));
    const pay = (): void => {
      // a cart that was sold is gone from the page as soon as the next one is
      if (last !== mine) return;
      server.count(page.lamp());
      page.tell(event);
      if (chance.isHit(0.05)) page.tell(event);
    };
    page.life.later(chance.between(0, 3_000), pay);
    if (chance.isHit(0.03)) page.life.later(chance.between(0, 3_000), pay);
  }

  page.onReturn = () => {
    server.count('returned');
    if (chance.isHit(0.7)) page.life.later(chance.between(1, 4_000), () => sell(1));
  };
  return { ...page, sell };
}
export type ModelTill = ReturnType<typeof createModelTill>;
