import type { LetterAnswer, SaleBody } from './letters.ts';
import { createTill, till } from './till.ts';
import type { StoredSale, TillEffect, TillEvent, TillState } from './till-state.ts';

const ORIGIN = { device_id: 7, epoch: 1 };
const NOW = 1_700_000_000_000;

/** The reducer reads nothing of a body but its cashier. */
export const body = { v: 1, cashier_id: 5, notes: null } as unknown as SaleBody;

export const answer = (
  uuid: string,
  verdict: LetterAnswer['answer'],
  over: Partial<LetterAnswer> = {},
): LetterAnswer => ({
  uuid,
  answer: verdict,
  order_id: verdict === 'booked' || verdict === 'already' ? 90 : null,
  till_no: null,
  problem: null,
  fiscal: null,
  ...over,
});

export const makeStoredSale = (
  uuid: string,
  seq: number,
  state: StoredSale['state'],
  over: Partial<StoredSale> = {},
): StoredSale => ({
  uuid,
  seq,
  state,
  body,
  void_body:
    state === 'voided' ? { v: 1, at: new Date(NOW).toISOString(), cashier_id: 5, reason: 'refused' } : null,
  is_printed: false,
  answer: null,
  ...over,
});

type EventWithoutTime = TillEvent extends infer E ? (E extends TillEvent ? Omit<E, 'at'> : never) : never;
type EffectOf<K extends TillEffect['kind']> = Extract<TillEffect, { readonly kind: K }>;

/** A till that is told events and remembers what it asked for since the last one. */
export function createTestTill(sales: readonly StoredSale[] = [], next_no = 1) {
  let state: TillState = createTill();
  let effects: readonly TillEffect[] = [];
  let now = NOW;
  const tell = (event: EventWithoutTime): readonly TillEffect[] => {
    const step = till(state, { ...event, at: now } as TillEvent);
    state = step.state;
    effects = step.effects;
    return effects;
  };
  const find = <K extends TillEffect['kind']>(kind: K): EffectOf<K> | undefined =>
    effects.find((effect): effect is EffectOf<K> => effect.kind === kind);
  const get = <K extends TillEffect['kind']>(kind: K): EffectOf<K> => {
    const effect = find(kind);
    if (!effect) throw new Error(`The till asked for no ${kind}`);
    return effect;
  };
  const self = {
    state: (): TillState => state,
    effects: (): readonly TillEffect[] => effects,
    kinds: (): string[] => effects.map(({ kind }) => kind),
    find,
    get,
    tell,
    now: (): number => now,
    pass: (ms: number): void => {
      now += ms;
    },
    start: (): readonly TillEffect[] => tell({ kind: 'started', origin: ORIGIN, next_no, sales }),
    /** The sender's call under way. */
    call: (): number => state.call?.id ?? 0,
    hear: (...answers: readonly LetterAnswer[]): readonly TillEffect[] =>
      tell({ kind: 'answered', call: state.call?.id ?? 0, answers }),
    fail: (code = 'network'): readonly TillEffect[] =>
      tell({ kind: 'failed', call: state.call?.id ?? 0, code }),
    /** Confirms the oldest write. */
    written: (): readonly TillEffect[] => tell({ kind: 'written', write: state.pending[0]?.id ?? 0 }),
    pay: (uuid: string): readonly TillEffect[] => tell({ kind: 'paid', uuid, body }),
    wake: (): readonly TillEffect[] => tell({ kind: 'woken', wake: state.wake ?? 0 }),
    states: (): Readonly<Record<string, string>> =>
      Object.fromEntries(state.sales.map((sale) => [sale.uuid, sale.state])),
  };
  self.start();
  return self;
}

/** A till whose server answered just now. */
export function createTillInStep(sales: readonly StoredSale[] = [], next_no = 1) {
  const one = createTestTill(sales, next_no);
  one.hear();
  return one;
}

/** A till whose sale `a` is offered and not answered. */
export function createOfferingTill() {
  const one = createTillInStep();
  one.pay('a');
  one.written();
  const { call } = one.get('offer');
  return {
    ...one,
    hearOffer: (...answers: readonly LetterAnswer[]): readonly TillEffect[] =>
      one.tell({ kind: 'answered', call, answers }),
    failOffer: (code = 'network'): readonly TillEffect[] => one.tell({ kind: 'failed', call, code }),
    passDeadline: (): readonly TillEffect[] => one.tell({ kind: 'deadline', uuid: 'a' }),
  };
}
