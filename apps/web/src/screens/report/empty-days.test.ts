// @vitest-environment node
import type { ReportMeta } from '@dukkan/contract';
import { expect, it } from 'vitest';
import { withEmptyDays } from './empty-days.ts';

const meta = {
  group: 'day',
  last_page: 1,
  from_date: '2026-11-20',
  to_date: '2026-11-30',
  as_of: '2026-11-23T10:00:00.000Z',
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

it('shows days without anything as 0, and no day to come', () => {
  const rows = withEmptyDays([line('2026-11-23'), line('2026-11-21')], meta, byDay);
  expect(rows.map(({ key, orders, net, margin }) => [key, orders, net, margin])).toEqual([
    ['2026-11-23', 3, 30, 20],
    ['2026-11-22', 0, 0, null],
    ['2026-11-21', 3, 30, 20],
    ['2026-11-20', 0, 0, null],
  ]);
});

it('adds no days to other groups, orders, pages, currencies, and to a long range', () => {
  const rows = [line('2026-11-23'), line('2026-11-21')];
  expect(withEmptyDays(rows, { ...meta, group: 'month' }, byDay)).toBe(rows);
  expect(withEmptyDays(rows, meta, { ...byDay, sort_by: 'net' })).toBe(rows);
  expect(withEmptyDays(rows, { ...meta, last_page: 2 }, byDay)).toBe(rows);
  expect(withEmptyDays(rows, { ...meta, from_date: '2026-01-01' }, byDay)).toBe(rows);
  const two = [line('2026-11-23'), line('2026-11-23', 'EUR')];
  expect(withEmptyDays(two, meta, byDay)).toBe(two);
});
