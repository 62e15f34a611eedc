import { expect, test } from 'vitest';
import { normalizePhoneText, parsePhonePart, toCompactPhone } from './phone-text.ts';
import { listPhoneSpellings } from './phone-text-fixture.ts';

test.each(listPhoneSpellings('+974', '5541', '8577'))('the phone number text %j is +97455418577', (typed) => {
  expect(toCompactPhone(typed)).toBe('+97455418577');
  expect(parsePhonePart(typed)).toBe('+97455418577');
  expect(normalizePhoneText(typed)).toMatch(/^[ (]*\+[0-9 ()./-]+$/);
});

test.each(['', '12', '+', 'Amal', '5541 8577 ext. 7', 'AB-5541', '12345678901234567'])(
  'the text %j is no part of a phone number',
  (typed) => {
    expect(parsePhonePart(typed)).toBeNull();
  },
);

test('a text that is no phone number keeps its letters', () => {
  expect(normalizePhoneText(' 5541 ext. 7 ')).toBe('5541 ext. 7');
});
