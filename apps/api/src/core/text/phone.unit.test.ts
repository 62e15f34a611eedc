import { expect, test } from 'vitest';
import { parsePhoneNumber } from './phone.ts';

test.each([
  ['5512 3456', 'QA', '+97455123456', true],
  ['0097455123456', 'QA', '+97455123456', true],
  ['97455123456', 'QA', '+97455123456', true],
  ['٥٥١٢٣٤٥٦', 'QA', '+97455123456', true],
  ['۵۵۱۲۳۴۵۶', 'QA', '+97455123456', true],
  ['+974 5512-3456', 'DE', '+97455123456', true],
  ['4412 3456', 'QA', '+97444123456', false],
  ['01001234567', 'EG', '+201001234567', true],
  ['0151 23456789', 'DE', '+4915123456789', true],
])('the phone number %s written in %s is parsed as %s', (text, country, number, mobile) => {
  expect(parsePhoneNumber(text, country)).toEqual({ number, mobile });
});

test.each(['12', '', '+', '999', '+974 12', '5512 3456 ext. 7', '+9999999999999'])(
  '"%s" is not a phone number',
  (text) => {
    expect(parsePhoneNumber(text, 'QA')).toBeNull();
  },
);

test('a phone number with an unknown country is parsed by the shop’s default country', () => {
  expect(parsePhoneNumber('5512 3456', 'XX')?.number).toBe('+97455123456');
});
