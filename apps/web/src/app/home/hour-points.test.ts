// @vitest-environment node
import type { Tile } from '@dukkan/contract';
import { expect, it } from 'vitest';
import { fillHours, listSharedHours } from './hour-points.ts';

const tileOf = (column: string, hours: Readonly<Record<string, readonly [number | null, number | null]>>) =>
  ({
    report: column === 'late_share' ? 'drivers' : 'sales',
    column,
    points: Object.entries(hours).map(([key, [value, compare_value]]) => ({
      key,
      title: key,
      value,
      compare_value,
    })),
  }) as unknown as Tile;

it('tiles with different hours get one axis from the first to the last of them', () => {
  const tiles = [tileOf('net', { '09': [1, 2], '10': [3, 4] }), tileOf('late_share', { '12': [50, null] })];
  expect(listSharedHours(tiles, '00:00')).toEqual(['09', '10', '11', '12']);
  expect(listSharedHours([], '00:00')).toEqual([]);
});

it('hours after midnight stand at the end of the business day', () => {
  expect(listSharedHours([tileOf('net', { '00': [1, 1], '01': [1, 1], '22': [1, 1] })], '02:00')).toEqual([
    '22',
    '23',
    '00',
    '01',
  ]);
});

it('an hour without rows is 0 of a sum and nothing of a ratio, also in the compared day', () => {
  const hours = ['09', '10'];
  expect(
    fillHours(tileOf('net', { '09': [5, null] }), hours).map(({ value, compare_value }) => [
      value,
      compare_value,
    ]),
  ).toEqual([
    [5, null],
    [0, null],
  ]);
  expect(fillHours(tileOf('net', { '09': [5, 2] }), hours)[1]).toMatchObject({ value: 0, compare_value: 0 });
  expect(fillHours(tileOf('late_share', { '09': [50, 20] }), hours)[1]).toMatchObject({
    value: null,
    compare_value: null,
  });
});
