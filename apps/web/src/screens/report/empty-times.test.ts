// @vitest-environment node
import type { ReportMeta } from '@dukkan/contract';
import { expect, it } from 'vitest';
import { withEmptyTimes } from './empty-times.ts';

const meta = {
  group: 'day',
  last_page: 1,
  from_date: '2026-11-20',
  to_date: '2026-11-30',
  // an hour past midnight in the shop
  as_of: '2026-11-22T22:00:00.000Z',
  zone: 'Asia/Qatar',
  columns: [
    { key: 'orders', kind: 'sum' },
    { key: 'net', kind: 'formula' },
    { key: 'margin', kind: 'ratio' },
  ],
} as unknown as ReportMeta;
const line = (key: string, currency = 'QAR') => ({
  id: `${key} ${currency}`,
  key,
  title: key,
  currency,
  orders: 3,
  net: 30,
  margin: 20,
});
const byDay = { sort_by: 'key', sort_as: 'desc' } as const;

it('shows days without anything as 0 until the shop’s today, and no day to come', () => {
  const rows = withEmptyTimes([line('2026-11-21')], meta, byDay);
  expect(rows.map(({ key, orders, net, margin }) => [key, orders, net, margin])).toEqual([
    ['2026-11-23', 0, 0, null],
    ['2026-11-22', 0, 0, null],
    ['2026-11-21', 3, 30, 20],
    ['2026-11-20', 0, 0, null],
  ]);
});

it('shows hours without anything between others as 0', () => {
  const byHour = { sort_by: 'key', sort_as: 'asc' } as const;
  const rows = withEmptyTimes([line('09'), line('11')], { ...meta, group: 'hour' }, byHour);
  expect(rows.map(({ key, orders }) => [key, orders])).toEqual([
    ['09', 3],
    ['10', 0],
    ['11', 3],
  ]);
});

it('adds no days to other groups, orders, pages, currencies, and to a long range', () => {
  const rows = [line('2026-11-23'), line('2026-11-21')];
  expect(withEmptyTimes(rows, { ...meta, group: 'month' }, byDay)).toBe(rows);
  expect(withEmptyTimes(rows, meta, { ...byDay, sort_by: 'net' })).toBe(rows);
  expect(withEmptyTimes(rows, { ...meta, last_page: 2 }, byDay)).toBe(rows);
  expect(withEmptyTimes(rows, { ...meta, from_date: '2026-01-01' }, byDay)).toBe(rows);
  const two = [line('2026-11-23'), line('2026-11-23', 'EUR')];
  expect(withEmptyTimes(two, meta, byDay)).toBe(two);
});
