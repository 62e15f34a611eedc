import { expect, test } from 'vitest';
import type { SaleBody } from './letters.ts';
import { createTill, till } from './till.ts';
import {
  answer,
  body,
  createOfferingTill,
  createTestTill,
  createTillInStep,
  makeStoredSale,
} from './till-test-fixture.ts';

test('paying takes the next number and writes the sale and the counter in one transaction, before anything else', () => {
  const one = createTillInStep([], 451);
  one.pay('a');
  expect(one.kinds()).toEqual(['write']);
  const { puts, next_no } = one.get('write');
  expect(puts).toEqual([makeStoredSale('a', 451, 'offered')]);
  expect(next_no).toBe(452);
  expect(one.state().status).toBe('busy');
});

test('paying offers the sale once it is written, with the deadline of the branch', () => {
  const one = createTillInStep();
  one.tell({ kind: 'paid', uuid: 'a', body, deadline_ms: 3_000 });
  one.written();
  expect(one.kinds()).toEqual(['offer']);
  expect(one.get('offer')).toMatchObject({
    letter: { kind: 'offer', uuid: 'a', seq: 1, body },
    deadline_ms: 3_000,
    last_no: 1,
  });
});

test('paying gives the server 1.5 seconds where nothing else is said', () => {
  const one = createTillInStep();
  one.pay('a');
  one.written();
  expect(one.get('offer').deadline_ms).toBe(1_500);
});

test.each([
  ['nothing was answered yet', () => createTestTill()],
  [
    'the last answer is older than ten seconds',
    () => {
      const one = createTillInStep();
      one.pass(10_001);
      return one;
    },
  ],
  [
    'the clock was set back behind the last answer',
    () => {
      const one = createTillInStep();
      one.pass(-1);
      return one;
    },
  ],
  [
    'a call failed since the last answer',
    () => {
      const one = createTillInStep();
      one.wake();
      one.fail();
      return one;
    },
  ],
  [
    'another sale is on its way to the server',
    () => {
      const one = createTestTill([makeStoredSale('z', 1, 'sold', { is_printed: true })], 2);
      one.tell({ kind: 'answered', call: 99, answers: [] });
      return one;
    },
  ],
])('paying makes the sale a fact in its first write where %s', (_, create) => {
  const one = create();
  one.pay('a');
  expect(one.get('write').puts).toMatchObject([{ uuid: 'a', state: 'sold' }]);
  one.written();
  expect(one.kinds().slice(0, 2)).toEqual(['print', 'open_drawer']);
  expect(one.state().status).toBe('ready');
});

test('paying offers the sale although a void number and a kept sale wait', () => {
  const one = createTestTill(
    [makeStoredSale('z', 1, 'voided'), makeStoredSale('y', 2, 'sold', { is_printed: true })],
    3,
  );
  one.hear(answer('y', 'kept'));
  one.pay('a');
  expect(one.get('write').puts).toMatchObject([{ uuid: 'a', state: 'offered' }]);
});

test('paying is not heard twice for one cart, also when its sale is booked and forgotten', () => {
  const one = createOfferingTill();
  expect(one.pay('a')).toEqual([]);
  one.hearOffer(answer('a', 'booked'));
  one.written();
  one.tell({ kind: 'printed', uuid: 'a' });
  one.written();
  expect(one.states()).toEqual({});
  expect(one.pay('a')).toEqual([]);
  one.pay('b');
  expect(one.get('write').puts).toMatchObject([{ uuid: 'b', seq: 2 }]);
});

test.each(['busy', 'asking', 'stopped'] as const)('paying is not heard while the till is %s', (status) => {
  const one = createTillInStep(status === 'asking' ? [makeStoredSale('z', 1, 'offered')] : []);
  if (status !== 'asking') one.pay('z');
  if (status === 'stopped') one.tell({ kind: 'write_failed', write: one.state().pending[0]?.id ?? 0 });
  expect(one.state().status).toBe(status);
  expect(one.pay('a')).toEqual([]);
});

test('paying is not heard before the store is read', () => {
  const state = createTill();
  expect(till(state, { kind: 'paid', at: 0, uuid: 'a', body })).toEqual({ state, effects: [] });
});

test('paying gives a cart back that is too long for a letter, and takes no number', () => {
  const one = createTillInStep();
  const long = { ...body, notes: 'x'.repeat(65_536) } as SaleBody;
  one.tell({ kind: 'paid', uuid: 'a', body: long });
  expect(one.kinds()).toEqual(['return_cart']);
  expect(one.get('return_cart').problem?.code).toBe('till.letter_too_long');
  expect(one.state()).toMatchObject({ status: 'ready', next_no: 1 });
});

test.each(['booked', 'already'] as const)(
  'an offered sale that is answered %s in time is written as booked, then printed',
  (said) => {
    const one = createOfferingTill();
    one.hearOffer(answer('a', said));
    expect(one.kinds()).toEqual(['write']);
    expect(one.get('write').puts).toMatchObject([{ state: 'booked', answer: { order_id: 90 } }]);
    one.written();
    expect(one.kinds()).toEqual(['print', 'open_drawer']);
    expect(one.get('print')).toMatchObject({ is_copy: false, sale: { answer: { order_id: 90 } } });
    expect(one.state().status).toBe('ready');
  },
);

test('an offered sale that is refused in time is written as void, then its cart comes back with the reason and the void is sent', () => {
  const one = createOfferingTill();
  const problem = { code: 'cart.short', params: {}, field: 'cart' };
  one.hearOffer(answer('a', 'refused', { problem }));
  expect(one.kinds()).toEqual(['write']);
  expect(one.get('write').puts).toMatchObject([
    { state: 'voided', void_body: { v: 1, cashier_id: 5, reason: 'refused' } },
  ]);
  one.written();
  expect(one.kinds()).toEqual(['return_cart', 'send']);
  expect(one.get('return_cart')).toMatchObject({ uuid: 'a', problem });
  expect(one.get('send').letters).toMatchObject([{ kind: 'void', seq: 1 }]);
  expect(one.state()).toMatchObject({ status: 'ready', next_no: 2 });
});

test.each([
  ['is not answered in time', (one: ReturnType<typeof createOfferingTill>) => one.passDeadline()],
  ['finds no server', (one: ReturnType<typeof createOfferingTill>) => one.failOffer()],
  ['is answered without a word about it', (one: ReturnType<typeof createOfferingTill>) => one.hearOffer()],
  [
    'is answered with what no offer is answered',
    (one: ReturnType<typeof createOfferingTill>) => one.hearOffer(answer('a', 'kept')),
  ],
])('an offered sale that %s is written as sold, then printed and sent', (_, happen) => {
  const one = createOfferingTill();
  happen(one);
  expect(one.kinds()).toEqual(['write']);
  expect(one.get('write').puts).toMatchObject([{ state: 'sold' }]);
  one.written();
  expect(one.kinds()).toEqual(['print', 'open_drawer', 'send']);
  expect(one.get('send').letters).toMatchObject([{ kind: 'sold', uuid: 'a' }]);
});

test('an offered sale hears the first of answer and deadline alone', () => {
  const booked = createOfferingTill();
  booked.hearOffer(answer('a', 'booked'));
  expect(booked.passDeadline()).toEqual([]);
  const sold = createOfferingTill();
  sold.passDeadline();
  expect(sold.hearOffer(answer('a', 'refused'))).toEqual([]);
  expect(sold.failOffer()).toEqual([]);
  expect(sold.state().alone_since).toBeNull();
});

test('an offered sale is not changed by the deadline of another sale', () => {
  const one = createOfferingTill();
  expect(one.tell({ kind: 'deadline', uuid: 'b' })).toEqual([]);
});

const createSellingTill = () => {
  const one = createOfferingTill();
  one.passDeadline();
  one.written();
  return one;
};

test('a sold sale that is answered late is booked, and forgotten once its paper is out', () => {
  const one = createSellingTill();
  one.hearOffer(answer('a', 'booked'));
  expect(one.get('write').puts).toMatchObject([{ state: 'booked' }]);
  one.written();
  expect(one.states()).toEqual({ a: 'booked' });
  one.tell({ kind: 'printed', uuid: 'a' });
  expect(one.get('write').deletes).toEqual(['a']);
  one.written();
  expect(one.states()).toEqual({});
});

test('a sold sale whose paper is out is forgotten as soon as it is booked', () => {
  const one = createSellingTill();
  one.tell({ kind: 'printed', uuid: 'a' });
  expect(one.get('write').puts).toMatchObject([{ state: 'sold', is_printed: true }]);
  one.written();
  expect(one.tell({ kind: 'printed', uuid: 'a' })).toEqual([]);
  one.hear(answer('a', 'already'));
  expect(one.get('write').deletes).toEqual(['a']);
});

test('a sold sale booked while its paper mark is still being written is forgotten after it', () => {
  const one = createSellingTill();
  one.tell({ kind: 'printed', uuid: 'a' });
  one.hear(answer('a', 'booked'));
  one.written();
  one.written();
  expect(one.states()).toEqual({});
});

test.each(['refused', 'voided', 'kept'] as const)('a sold sale that is answered %s stays sold', (said) => {
  const one = createSellingTill();
  one.hear(answer('a', said));
  expect(one.states()).toEqual({ a: 'sold' });
  expect(one.find('write')).toBeUndefined();
});

test('a sold sale that the server keeps waits and does not stop the next', () => {
  const one = createSellingTill();
  one.tell({ kind: 'printed', uuid: 'a' });
  one.written();
  const problem = { code: 'item.gone', params: {}, field: null };
  one.hear(answer('a', 'kept', { problem }));
  expect(one.state().kept_letters).toEqual([{ uuid: 'a', problem }]);
  // a pause: what is kept is asked for again later
  expect(one.kinds()).toEqual(['wake']);
  one.wake();
  expect(one.get('send').letters).toMatchObject([{ uuid: 'a' }]);
  one.hear(answer('a', 'already'));
  one.written();
  expect(one.state()).toMatchObject({ kept_letters: [], sales: [] });
});

const createVoidingTill = () => createTestTill([makeStoredSale('a', 1, 'voided')], 2);

test('a void number is sent until it is answered voided, then forgotten', () => {
  const one = createVoidingTill();
  expect(one.get('send').letters).toMatchObject([{ kind: 'void', seq: 1, body: { reason: 'refused' } }]);
  one.hear(answer('a', 'voided'));
  expect(one.get('write').deletes).toEqual(['a']);
  one.written();
  expect(one.states()).toEqual({});
});

test.each(['booked', 'already', 'refused'] as const)(
  'a void number is not changed by a late %s of its offer',
  (said) => {
    const one = createVoidingTill();
    one.hear(answer('a', said));
    expect(one.find('write')).toBeUndefined();
    expect(one.states()).toEqual({ a: 'voided' });
  },
);

test('the start asks about a sale that was offered before anything else, and sends what waits meanwhile', () => {
  const one = createTestTill(
    [makeStoredSale('b', 2, 'offered'), makeStoredSale('a', 1, 'sold', { is_printed: true })],
    3,
  );
  expect(one.state()).toMatchObject({ status: 'asking', current: { uuid: 'b', step: 'asking' } });
  expect(one.get('send').letters).toMatchObject([{ uuid: 'a', kind: 'sold' }]);
  one.hear(answer('a', 'booked'), answer('b', 'booked'));
  expect(one.get('write').deletes).toEqual(['a']);
  expect(one.state().status).toBe('asking');
});

test('the start makes a sale that was paid a fact, prints it and sends it', () => {
  const one = createTillInStep([makeStoredSale('a', 1, 'offered')], 2);
  one.tell({ kind: 'resolved', uuid: 'a', is_paid: true, cashier_id: 6 });
  expect(one.get('write').puts).toMatchObject([{ state: 'sold' }]);
  one.written();
  expect(one.kinds()).toEqual(['print', 'open_drawer', 'send']);
  expect(one.state().status).toBe('ready');
});

test('the start makes a sale that was not paid a void number, named by who said so, and brings its cart back', () => {
  const one = createTillInStep([makeStoredSale('a', 1, 'offered')], 2);
  one.tell({ kind: 'resolved', uuid: 'a', is_paid: false, cashier_id: 6 });
  expect(one.get('write').puts).toMatchObject([
    { state: 'voided', void_body: { cashier_id: 6, reason: 'not_paid' } },
  ]);
  one.written();
  expect(one.get('return_cart')).toMatchObject({ uuid: 'a', problem: null });
  expect(one.kinds()).toEqual(['return_cart', 'send']);
  expect(one.state().status).toBe('ready');
});

test('the start asks about one sale after the other', () => {
  const one = createTillInStep([makeStoredSale('a', 1, 'offered'), makeStoredSale('b', 2, 'offered')], 3);
  expect(one.tell({ kind: 'resolved', uuid: 'b', is_paid: true, cashier_id: 6 })).toEqual([]);
  one.tell({ kind: 'resolved', uuid: 'a', is_paid: true, cashier_id: 6 });
  // pressed twice
  expect(one.tell({ kind: 'resolved', uuid: 'a', is_paid: false, cashier_id: 6 })).toEqual([]);
  one.written();
  expect(one.state()).toMatchObject({ status: 'asking', current: { uuid: 'b' } });
});

test('the start prints papers that nobody saw come out as copies', () => {
  const one = createTestTill(
    [
      makeStoredSale('a', 1, 'sold'),
      makeStoredSale('b', 2, 'booked'),
      makeStoredSale('c', 3, 'sold', { is_printed: true }),
    ],
    4,
  );
  const copies = one.effects().filter((effect) => effect.kind === 'print');
  expect(copies).toMatchObject([
    { is_copy: true, sale: { uuid: 'a' } },
    { is_copy: true, sale: { uuid: 'b' } },
  ]);
  one.tell({ kind: 'printed', uuid: 'b' });
  expect(one.get('write').deletes).toEqual(['b']);
});

test('the start never takes a number again that a stored sale has', () => {
  expect(createTestTill([makeStoredSale('a', 9, 'sold')], 3).state().next_no).toBe(10);
});

test('the start forgets everything of the life before', () => {
  const one = createOfferingTill();
  one.start();
  expect(one.state()).toMatchObject({ status: 'ready', current: null, pending: [], sales: [] });
  expect(one.hearOffer(answer('a', 'booked')).filter(({ kind }) => kind === 'write')).toEqual([]);
});

const failWrite = (one: ReturnType<typeof createTillInStep>) =>
  one.tell({ kind: 'write_failed', write: one.state().pending[0]?.id ?? 0 });

test('a store that cannot be written stops the till before anything is sent or printed, and the number stays free', () => {
  const one = createTillInStep();
  one.pay('a');
  failWrite(one);
  expect(one.kinds()).toEqual(['wake']);
  expect(one.state()).toMatchObject({ status: 'stopped', next_no: 1, sales: [], current: null });
});

test('a store that cannot be written prints no answered sale; it is asked about after the next start', () => {
  const one = createOfferingTill();
  one.hearOffer(answer('a', 'booked'));
  failWrite(one);
  expect(one.kinds()).toEqual(['wake']);
  expect(one.states()).toEqual({ a: 'offered' });
});

test('a store that cannot be written does not keep what is stored from being sent', () => {
  const one = createTillInStep([makeStoredSale('a', 1, 'sold', { is_printed: true })], 2);
  one.tell({ kind: 'answered', call: one.call(), answers: [answer('a', 'booked')] });
  failWrite(one);
  one.wake();
  expect(one.get('send').letters).toMatchObject([{ uuid: 'a' }]);
  one.hear(answer('a', 'already'));
  one.written();
  expect(one.state()).toMatchObject({ status: 'stopped', sales: [] });
});

test('a store that cannot be written does not undo the sale whose own write is confirmed', () => {
  const one = createTestTill([makeStoredSale('z', 1, 'sold')], 2);
  one.tell({ kind: 'printed', uuid: 'z' });
  one.pay('a');
  failWrite(one);
  one.written();
  expect(one.kinds()).toEqual(expect.arrayContaining(['print', 'open_drawer']));
  expect(one.state()).toMatchObject({ status: 'stopped', current: null });
});

test('the end of a write that nobody asked for is not heard', () => {
  const one = createTillInStep();
  expect(one.tell({ kind: 'write_failed', write: 99 })).toEqual([]);
  expect(one.tell({ kind: 'written', write: 99 })).toEqual([]);
  expect(one.state().status).toBe('ready');
});
