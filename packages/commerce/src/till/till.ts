import { countUtf8Bytes } from '../password.ts';
import { type LetterAnswer, MAX_LETTER_BYTES, toLetterText, type VoidReason } from './letters.ts';
import { backOff, callServer, goOn, listWaiting, sendWaiting } from './till-sender.ts';
import type { StoredSale, TillEffect, TillEvent, TillState, TillStep } from './till-state.ts';
import { applyWrite, askToWrite, findPending, findSale } from './till-writes.ts';

/** How long the server may take for an offer, where nothing else is said. */
const OFFER_DEADLINE_MS = 1_500;
/** An answer older than this says nothing about whether the server answers now. */
const RECENT_ANSWER_MS = 10_000;
/** After this time a cart that is being filled asks again whether the server answers. */
const ASK_AGAIN_MS = 5_000;

/** A till before its store was read. */
export const createTill = (): TillState => ({
  status: 'starting',
  origin: { device_id: 0, epoch: 0 },
  next_no: 1,
  sales: [],
  pending: [],
  current: null,
  last_uuid: null,
  call: null,
  wake: null,
  failures: 0,
  kept_letters: [],
  last_answer_at: null,
  alone_since: null,
  last_failure: null,
  next_id: 1,
});

type EventOf<K extends TillEvent['kind']> = Extract<TillEvent, { readonly kind: K }>;

const nothing = (state: TillState): TillStep => ({ state, effects: [] });

/** Does one thing after another. */
function chain(first: TillStep, ...rest: readonly ((state: TillState) => TillStep)[]): TillStep {
  return rest.reduce(({ state, effects }, next) => {
    const step = next(state);
    return { state: step.state, effects: [...effects, ...step.effects] };
  }, first);
}

/** Whether the last answer is at most so old. A clock that was set back makes it old. */
const isAnswerWithin = ({ last_answer_at }: TillState, at: number, ms: number): boolean =>
  last_answer_at !== null && at >= last_answer_at && at - last_answer_at <= ms;

/** Whether the server may decide: it answered just now, and no sale is on its way to it. */
const canOffer = (state: TillState, at: number): boolean =>
  isAnswerWithin(state, at, RECENT_ANSWER_MS) &&
  state.alone_since === null &&
  listWaiting(state, 'new').every((sale) => sale.state === 'voided');

function pay(state: TillState, { at, uuid, body, deadline_ms }: EventOf<'paid'>): TillStep {
  if (state.status !== 'ready' || uuid === state.last_uuid || findSale(state, uuid)) return nothing(state);
  const { next_no: seq, origin, next_id } = state;
  const letter = { seq, uuid, kind: 'offer', body } as const;
  if (countUtf8Bytes(toLetterText(origin, letter)) > MAX_LETTER_BYTES) {
    const problem = { code: 'till.letter_too_long', params: { max: MAX_LETTER_BYTES }, field: null };
    return { state, effects: [{ kind: 'return_cart', uuid, body, problem }] };
  }
  const isOffered = canOffer(state, at);
  const sale: StoredSale = {
    uuid,
    seq,
    state: isOffered ? 'offered' : 'sold',
    body,
    void_body: null,
    is_printed: false,
    answer: null,
  };
  const call = isOffered ? next_id : null;
  const offer: TillEffect[] =
    call === null
      ? handOver(sale)
      : [{ kind: 'offer', call, letter, last_no: seq, deadline_ms: deadline_ms ?? OFFER_DEADLINE_MS }];
  return askToWrite(
    {
      ...state,
      status: 'busy',
      current: { uuid, step: 'writing', call },
      last_uuid: uuid,
      next_id: next_id + 1,
    },
    { puts: [sale], next_no: seq + 1, afterwards: offer },
  );
}

/** The paper and the drawer of a sale that stands. */
const handOver = (sale: StoredSale): TillEffect[] => [
  { kind: 'print', sale, is_copy: false },
  { kind: 'open_drawer', uuid: sale.uuid },
];

/** Writes down what became of the current sale, and does the rest once that is confirmed. */
function settle(state: TillState, sale: StoredSale, afterwards: readonly TillEffect[]): TillStep {
  const current = { uuid: sale.uuid, step: 'writing', call: null } as const;
  return askToWrite({ ...state, current }, { puts: [sale], afterwards });
}

/** Without an answer in time a sale is a fact: from here it can only be booked. */
function sell(state: TillState, sale: StoredSale): TillStep {
  const sold: StoredSale = { ...sale, state: 'sold' };
  return settle(state, sold, handOver(sold));
}

function voidSale(sale: StoredSale, at: number, cashier_id: number, reason: VoidReason): StoredSale {
  const void_body = { v: 1, at: new Date(at).toISOString(), cashier_id, reason } as const;
  return { ...sale, state: 'voided', void_body };
}

/** Finds the sale that waits for the answer to its offer; null for none. */
const findOffered = (state: TillState): StoredSale | null =>
  state.current?.step === 'offered' ? findSale(state, state.current.uuid) : null;

/** Takes up the next sale of before the start that nobody knows the end of, or is ready. */
function askOrBeReady(state: TillState): TillState {
  const unknown = state.sales.find((sale) => sale.state === 'offered');
  return unknown
    ? { ...state, status: 'asking', current: { uuid: unknown.uuid, step: 'asking', call: null } }
    : { ...state, status: 'ready', current: null };
}

function start(state: TillState, { origin, next_no, sales }: EventOf<'started'>): TillStep {
  const sorted = sales.toSorted((a, b) => a.seq - b.seq);
  const fresh: TillState = {
    ...createTill(),
    next_id: state.next_id,
    origin,
    sales: sorted,
    next_no: Math.max(next_no, (sorted.at(-1)?.seq ?? 0) + 1),
  };
  const due = sorted.filter((sale) => !sale.is_printed && (sale.state === 'sold' || sale.state === 'booked'));
  return chain({ state: askOrBeReady(fresh), effects: due.map(toCopy) }, callServer);
}

/** Its paper may be out: the till was stopped before it said so. */
const toCopy = (sale: StoredSale): TillEffect => ({ kind: 'print', sale, is_copy: true });

function confirmWrite(state: TillState, { write }: EventOf<'written'>): TillStep {
  const applied = applyWrite(state, write);
  return applied ? chain(applied, leaveWriting, sendWaiting) : nothing(state);
}

/** Goes on with the current sale once nothing of it is being written any more. */
function leaveWriting(state: TillState): TillStep {
  const { current, status } = state;
  if (current?.step !== 'writing' || findPending(state, current.uuid)) return nothing(state);
  if (findSale(state, current.uuid)?.state === 'offered')
    return nothing({ ...state, current: { ...current, step: 'offered' } });
  return nothing(status === 'stopped' ? { ...state, current: null } : askOrBeReady(state));
}

/** The one state in which a till stops: what is not written down is neither sent nor printed. */
function stop(state: TillState, { write }: EventOf<'write_failed'>): TillStep {
  const failed = state.pending.find(({ id }) => id === write);
  if (!failed) return nothing(state);
  const pending = state.pending.filter((one) => one !== failed);
  const isCurrent = failed.puts.some(({ uuid }) => uuid === state.current?.uuid);
  return backOff({ ...state, pending, status: 'stopped', current: isCurrent ? null : state.current });
}

/** What an answer makes of a sale: another state, nothing left of it, or no change. */
function answerSale(sale: StoredSale, answer: LetterAnswer): StoredSale | 'forget' | null {
  const isBooked = answer.answer === 'booked' || answer.answer === 'already';
  if (sale.state === 'sold' && isBooked)
    return sale.is_printed ? 'forget' : { ...sale, state: 'booked', answer };
  return sale.state === 'voided' && answer.answer === 'voided' ? 'forget' : null;
}

/** Hears the answers to letters of sold and voided sales. */
function hearAnswers(state: TillState, answers: readonly LetterAnswer[]): TillStep {
  const puts: StoredSale[] = [];
  const deletes: string[] = [];
  const keptLetters = new Map(state.kept_letters.map((letter) => [letter.uuid, letter]));
  for (const answer of answers) {
    const { uuid, problem } = answer;
    const sale = findSale(state, uuid);
    const next = sale && answerSale(sale, answer);
    if (next === 'forget') deletes.push(uuid);
    else if (next) puts.push(next);
    else if (answer.answer === 'kept' && (sale?.state === 'sold' || sale?.state === 'voided'))
      keptLetters.set(uuid, { uuid, problem });
  }
  const heard = { ...state, kept_letters: [...keptLetters.values()] };
  return puts.length + deletes.length > 0 ? askToWrite(heard, { puts, deletes }) : nothing(heard);
}

/** Hears the answer to the offer of the current sale. */
function hearOffer(state: TillState, at: number, answers: readonly LetterAnswer[]): TillStep {
  const sale = findOffered(state);
  const answer = answers.find(({ uuid }) => uuid === sale?.uuid);
  if (!sale || !answer) return nothing(state);
  if (answer.answer === 'booked' || answer.answer === 'already') {
    const booked: StoredSale = { ...sale, state: 'booked', answer };
    return settle(state, booked, handOver(booked));
  }
  if (answer.answer !== 'refused') return nothing(state);
  const { uuid, body } = sale;
  return settle(state, voidSale(sale, at, body.cashier_id, 'refused'), [
    { kind: 'return_cart', uuid, body, problem: answer.problem },
  ]);
}

function hear(state: TillState, { at, call, answers }: EventOf<'answered'>): TillStep {
  const reached: TillState = { ...state, last_answer_at: at, alone_since: null, last_failure: null };
  const heard = chain(
    nothing(reached),
    (now) => hearOffer(now, at, answers),
    (now) => hearAnswers(now, answers),
  );
  if (state.call?.id !== call) return chain(heard, (now) => endOffer(now, call));
  const { uuids } = state.call;
  const before = listWaiting(state, 'new').filter(({ uuid }) => uuids.includes(uuid));
  return chain(heard, (now) => goOn({ ...now, call: null }, before));
}

/** The call of an offer ended without a word about it: the sale is a fact. */
function endOffer(state: TillState, call: number): TillStep {
  const sale = findOffered(state);
  return sale && state.current?.call === call ? sell(state, sale) : nothing(state);
}

function fail(state: TillState, { at, call, code }: EventOf<'failed'>): TillStep {
  const isSender = state.call?.id === call;
  if (!isSender && state.current?.call !== call) return nothing(state);
  const failed: TillState = { ...state, alone_since: state.alone_since ?? at, last_failure: code };
  return isSender ? backOff({ ...failed, call: null }) : endOffer(failed, call);
}

function passDeadline(state: TillState, { uuid }: EventOf<'deadline'>): TillStep {
  const sale = findOffered(state);
  return sale?.uuid === uuid ? sell(state, sale) : nothing(state);
}

function wake(state: TillState, { wake: id }: EventOf<'woken'>): TillStep {
  if (state.wake !== id) return nothing(state);
  const awake = { ...state, wake: null };
  // the end of a call that is under way asks for the next wake
  return state.call === null ? callServer(awake) : nothing(awake);
}

/** Asks whether the server answers, so that the sale that comes can be offered. */
const touch = (state: TillState, { at }: EventOf<'touched'>): TillStep =>
  state.status !== 'starting' &&
  state.call === null &&
  state.failures === 0 &&
  !isAnswerWithin(state, at, ASK_AGAIN_MS)
    ? callServer(state)
    : nothing(state);

function markPrinted(state: TillState, { uuid }: EventOf<'printed'>): TillStep {
  const sale = findSale(state, uuid);
  if (sale?.state === 'booked') return askToWrite(state, { deletes: [uuid] });
  if (sale?.state !== 'sold' || sale.is_printed) return nothing(state);
  return askToWrite(state, { puts: [{ ...sale, is_printed: true }] });
}

function resolve(state: TillState, { at, uuid, is_paid, cashier_id }: EventOf<'resolved'>): TillStep {
  if (state.current?.step !== 'asking' || state.current.uuid !== uuid) return nothing(state);
  const sale = findSale(state, uuid);
  if (!sale) return nothing(state);
  if (is_paid) return sell(state, sale);
  // the customer may still be there
  return settle(state, voidSale(sale, at, cashier_id, 'not_paid'), [
    { kind: 'return_cart', uuid, body: sale.body, problem: null },
  ]);
}

/**
 * What a till does next: pure, without a clock, a network or chance of its own. The same code runs in the page and in the
 * model of the tests.
 * Source: docs/rules/till-sales.md#states
 */
export function till(state: TillState, event: TillEvent): TillStep {
  switch (event.kind) {
    case 'started':
      return start(state, event);
    case 'paid':
      return pay(state, event);
    case 'written':
      return confirmWrite(state, event);
    case 'write_failed':
      return stop(state, event);
    case 'answered':
      return hear(state, event);
    case 'failed':
      return fail(state, event);
    case 'deadline':
      return passDeadline(state, event);
    case 'woken':
      return wake(state, event);
    case 'touched':
      return touch(state, event);
    case 'printed':
      return markPrinted(state, event);
    case 'resolved':
      return resolve(state, event);
  }
}
