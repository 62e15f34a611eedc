// @vitest-environment node
import { expect, it } from 'vitest';
import { computeChartScale, listLabelPlaces } from './chart-scale.ts';

it.each([
  [[0, 1], true, [0, 1]],
  [[3, 2, 0], true, [0, 1, 2, 3]],
  [[7], true, [0, 2, 4, 6, 8]],
  [[0, 0], true, [0, 1]],
  [[], true, [0, 1]],
  [[0.3, 1], false, [0, 0.25, 0.5, 0.75, 1]],
  [[-150.5, 100], false, [-200, -100, 0, 100]],
  [[-30, -10], false, [-30, -20, -10, 0]],
  [[null, 12], false, [0, 5, 10, 15]],
  [[1234], false, [0, 500, 1000, 1500]],
] as const)('the axis of %j, whole: %s, has the ticks %j', (values, isWhole, ticks) => {
  expect(computeChartScale(values, isWhole).ticks).toEqual(ticks);
});

it('a count has no broken ticks, whatever its size, and every axis contains its values', () => {
  for (let most = 1; most < 3_000; most += 7) {
    const { ticks, low, high } = computeChartScale([most, 0, null], true);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect([low <= 0, high >= most, ticks.length <= 6]).toEqual([true, true, true]);
  }
});

it('labels keep the first and the last point, and their number within the most', () => {
  expect(listLabelPlaces(3, 6)).toEqual([0, 1, 2]);
  expect(listLabelPlaces(24, 6)).toEqual([0, 5, 10, 15, 23]);
  for (let count = 2; count < 400; count += 3)
    for (const most of [4, 6, 10]) {
      const places = listLabelPlaces(count, most);
      expect([places[0], places.at(-1), places.length <= most]).toEqual([0, count - 1, true]);
    }
});
