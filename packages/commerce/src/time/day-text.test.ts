import { expect, test } from 'vitest';
import { isWholeDayText, parseTypedDay, parseTypedTime } from './day-text.ts';

const TODAY = '2026-11-28';

test.each([
  ['31.12.2026', '2026-12-31'],
  ['31/12/26', '2026-12-31'],
  ['31-12-2026', '2026-12-31'],
  ['2026-12-31', '2026-12-31'],
  ['2026/12/31', '2026-12-31'],
  ['311226', '2026-12-31'],
  ['31122026', '2026-12-31'],
  ['٣١/١٢/٢٠٢٦', '2026-12-31'],
  ['٣١\u200f/١٢\u200f/٢٠٢٦', '2026-12-31'],
  ['٣١١٢٢٦', '2026-12-31'],
  ['۳۱.۱۲.۲۰۲۶', '2026-12-31'],
  [' 3.12. ', '2026-12-03'],
  ['3/12', '2026-12-03'],
  ['03/2027', '2027-03-31'],
  ['29.2.2028', '2028-02-29'],
  ['29.2.2027', null],
  ['31.11.2026', null],
  ['2026-13-01', null],
  ['32', null],
  ['tomorrow', null],
  ['', null],
])('the typed date "%s" means %s', (typed, day) => {
  expect(parseTypedDay(typed, TODAY)).toBe(day);
});

test.each([
  ['31.12.2026', true],
  ['2026-12-31', true],
  ['31122026', true],
  ['٣١/١٢/٢٠٢٦', true],
  ['31.12.20', false],
  ['311220', false],
  ['3.12.', false],
  ['2026-12-3', false],
])('the typed date "%s" can no longer become another one: %s', (typed, isWhole) => {
  expect(isWholeDayText(typed)).toBe(isWhole);
});

test.each([
  ['19:30', '19:30'],
  ['19.30', '19:30'],
  ['1930', '19:30'],
  ['730', '07:30'],
  ['7', '07:00'],
  ['07:05', '07:05'],
  ['7:30 pm', '19:30'],
  ['7pm', '19:00'],
  ['12 a.m.', '00:00'],
  ['12 pm', '12:00'],
  ['٧:٣٠ م', '19:30'],
  ['١٩٣٠', '19:30'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['12:60', null],
  ['13 pm', null],
  ['0 am', null],
  ['7:5', null],
  ['noon', null],
  ['', null],
])('the typed time "%s" means %s', (typed, time) => {
  expect(parseTypedTime(typed)).toBe(time);
});
