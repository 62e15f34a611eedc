import { expect, test } from 'vitest';
import { tillLamp } from './till-lamp.ts';
import {
  answer,
  createOfferingTill,
  createTestTill,
  createTillInStep,
  makeStoredSale,
} from './till-test-fixture.ts';

const createQueue = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    makeStoredSale(`s${at + 1}`, at + 1, 'sold', { is_printed: true }),
  );

const sentOf = (one: ReturnType<typeof createTestTill>): string[] =>
  one.get('send').letters.map(({ uuid }) => uuid);

test('the sender asks at the start whether the server is there', () => {
  const one = createTestTill();
  expect(one.kinds()).toEqual(['send']);
  expect(one.get('send')).toMatchObject({ letters: [], last_no: 0 });
});

test('the sender sends in order of the numbers, at most 50 a call, and one call at a time', () => {
  const one = createTestTill(createQueue(70).reverse(), 71);
  expect(sentOf(one)).toEqual(Array.from({ length: 50 }, (_, at) => `s${at + 1}`));
  expect(one.get('send').last_no).toBe(70);
  expect(one.wake()).toEqual([]);
  one.hear(...createQueue(50).map(({ uuid }) => answer(uuid, 'booked')));
  // the rest goes at once, also before the store has confirmed
  expect(sentOf(one)).toEqual(Array.from({ length: 20 }, (_, at) => `s${at + 51}`));
});

test('the sender waits 1, 2, 4, 8, 16 and then 30 seconds after failures, and 1 again after an answer', () => {
  const one = createTestTill(createQueue(1), 2);
  const waits = Array.from({ length: 7 }, () => {
    one.fail();
    const { after_ms } = one.get('wake');
    one.wake();
    return after_ms;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  one.hear(answer('s1', 'booked'));
  one.written();
  one.wake();
  one.fail();
  expect(one.get('wake').after_ms).toBe(1_000);
});

test.each(['session.expired', 'till.signature', 'network'])(
  'the sender loses nothing by the failure %s',
  (code) => {
    const one = createTestTill(createQueue(3), 4);
    one.fail(code);
    expect(one.state().sales).toHaveLength(3);
    expect(one.state().last_failure).toBe(code);
    one.wake();
    expect(sentOf(one)).toEqual(['s1', 's2', 's3']);
  },
);

test('the sender does not begin a call for a new sale while it waits after a failure', () => {
  const one = createTestTill();
  one.fail();
  one.pay('a');
  one.written();
  expect(one.kinds()).toEqual(['print', 'open_drawer']);
  one.wake();
  expect(sentOf(one)).toEqual(['a']);
});

test('the sender waits where the answers change nothing, instead of asking at once again', () => {
  const one = createTestTill(createQueue(2), 3);
  one.hear(answer('s1', 'refused'), answer('unknown', 'booked'));
  expect(one.kinds()).toEqual(['wake']);
  expect(one.get('wake').after_ms).toBe(1_000);
  expect(tillLamp(one.state())).toEqual({ lamp: 'sending', count: 2 });
});

test('the sender sends new letters before those that the server keeps', () => {
  const one = createTestTill(createQueue(60), 61);
  one.hear(...createQueue(50).map(({ uuid }) => answer(uuid, 'kept')));
  expect(sentOf(one)).toEqual(expect.arrayContaining(Array.from({ length: 10 }, (_, at) => `s${at + 51}`)));
  expect(sentOf(one)).toHaveLength(50);
});

test('the sender asks the server every 30 seconds when nothing waits', () => {
  const one = createTestTill();
  one.hear();
  expect(one.get('wake').after_ms).toBe(30_000);
  one.wake();
  expect(one.get('send').letters).toEqual([]);
});

test('the sender does not hear a wake that is not its last', () => {
  const one = createTillInStep();
  expect(one.tell({ kind: 'woken', wake: 0 })).toEqual([]);
});

test('the sender does not hear the end of a call that it does not wait for', () => {
  const one = createTestTill(createQueue(1), 2);
  expect(one.tell({ kind: 'failed', call: 99, code: 'network' })).toEqual([]);
  one.tell({ kind: 'answered', call: 99, answers: [answer('s1', 'booked')] });
  expect(one.get('write').deletes).toEqual(['s1']);
  expect(one.state().call).not.toBeNull();
});

test('the sender asks as soon as a cart is filled whether the server answers, where it did not just now', () => {
  const one = createTillInStep();
  one.pass(5_000);
  expect(one.tell({ kind: 'touched' })).toEqual([]);
  one.pass(1);
  one.tell({ kind: 'touched' });
  expect(one.kinds()).toEqual(['send']);
  // one call at a time
  expect(one.tell({ kind: 'touched' })).toEqual([]);
  one.fail();
  expect(one.tell({ kind: 'touched' })).toEqual([]);
});

test('the lamp is in step when nothing waits', () => {
  expect(tillLamp(createTillInStep().state())).toEqual({ lamp: 'in_step' });
});

test('the lamp counts what is being sent, void numbers too', () => {
  const one = createTestTill([...createQueue(1), makeStoredSale('v', 2, 'voided')], 3);
  expect(tillLamp(one.state())).toEqual({ lamp: 'sending', count: 2 });
});

test('the lamp says since when the till is alone and how many sales only it has', () => {
  const one = createTestTill([...createQueue(1), makeStoredSale('v', 2, 'voided')], 3);
  const since = one.now();
  one.fail();
  one.pass(60_000);
  one.wake();
  one.fail();
  one.pay('a');
  one.written();
  expect(tillLamp(one.state())).toEqual({ lamp: 'alone', since, count: 2 });
  one.wake();
  one.hear();
  expect(tillLamp(one.state()).lamp).toBe('sending');
});

test('the lamp is alone as soon as an offer finds no server', () => {
  const one = createOfferingTill();
  one.failOffer();
  expect(tillLamp(one.state())).toMatchObject({ lamp: 'alone', since: one.now() });
});

test('the lamp does not count what the server keeps', () => {
  const one = createTestTill(createQueue(2), 3);
  one.hear(answer('s1', 'kept'), answer('s2', 'kept'));
  expect(tillLamp(one.state())).toEqual({ lamp: 'in_step' });
});

test('the lamp is red only where the store cannot be written', () => {
  const one = createTillInStep();
  one.pay('a');
  one.tell({ kind: 'write_failed', write: one.state().pending[0]?.id ?? 0 });
  expect(tillLamp(one.state())).toEqual({ lamp: 'stopped' });
});
