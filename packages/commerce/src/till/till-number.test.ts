import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTillNumber, type TillNumber, toEpochLetters, toTillNumber } from './till-number.ts';

test.each([
  [1, 'A'],
  [2, 'B'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [53, 'BA'],
  [702, 'ZZ'],
  [703, 'AAA'],
])('pairing %i is written %s', (epoch, letters) => {
  expect(toEpochLetters(epoch)).toBe(letters);
});

test.each([
  [{ branch_id: 2, device_id: 7, epoch: 1, seq: 451 }, '2-7A-000451'],
  [{ branch_id: 2, device_id: 7, epoch: 27, seq: 1 }, '2-7AA-000001'],
  [{ branch_id: 12, device_id: 30, epoch: 2, seq: 1_234_567 }, '12-30B-1234567'],
])('the sale %j has the number %s', (number, text) => {
  expect(toTillNumber(number)).toBe(text);
  expect(parseTillNumber(text)).toEqual(number);
});

const counted = fc.integer({ min: 1, max: 2_147_483_647 });
const anyNumber: fc.Arbitrary<TillNumber> = fc.record({
  branch_id: counted,
  device_id: counted,
  epoch: counted,
  seq: counted,
});

test('every number is read back as it was written, and two sales never have the same', () => {
  fc.assert(
    fc.property(anyNumber, anyNumber, (one, other) => {
      expect(parseTillNumber(toTillNumber(one))).toEqual(one);
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(toTillNumber(one) === toTillNumber(other)).toBe(isSame);
    }),
  );
});

test.each([' 2-7a-451 ', '2-7A-451', '02-07A-000451'])('a number is understood as typed: "%s"', (typed) => {
  expect(parseTillNumber(typed)).toEqual({ branch_id: 2, device_id: 7, epoch: 1, seq: 451 });
});

test.each([
  '',
  '451',
  '2-7-000451',
  '2-A-000451',
  '0-7A-000451',
  '2-7A-000000',
  '2-7A-000451-1',
  '2-7A-9999999999',
  '2-7ZZZZZZZ-000451',
  '2-7Ä-000451',
])('"%s" is no number of a sale', (text) => {
  expect(parseTillNumber(text)).toBeNull();
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 31])('%d is no count of a number', (wrong) => {
  expect(() => toEpochLetters(wrong)).toThrow(RangeError);
  expect(() => toTillNumber({ branch_id: 2, device_id: 7, epoch: 1, seq: wrong })).toThrow(RangeError);
});
