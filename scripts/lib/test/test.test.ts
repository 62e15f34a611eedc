import { expect, test } from 'vitest';
import { findOtherFailures } from './test.mjs';

const result = (id: string, isPassed: boolean) => ({
  id,
  task: id.split('#')[1] ?? '',
  folder: '',
  isPassed,
  isCached: false,
  ms: 0,
});

test('a failed build is a failure, and so is every suite that did not run because of it', () => {
  const results = [result('@dukkan/commerce#test:unit', true), result('@dukkan/api#build', false)];
  expect(findOtherFailures({ results, isPassed: false }, ['test:unit', 'test:api', 'test:e2e'])).toEqual([
    '@dukkan/api build',
    'test:api did not run',
    'test:e2e did not run',
  ]);
});

test('a failed suite is not counted twice, and a run that failed without a visible reason is counted', () => {
  const results = [result('@dukkan/commerce#test:unit', false), result('@dukkan/api#build', true)];
  expect(findOtherFailures({ results, isPassed: false }, ['test:unit'])).toEqual([]);
  const passed = [result('@dukkan/commerce#test:unit', true)];
  expect(findOtherFailures({ results: passed, isPassed: false }, ['test:unit'])).toEqual(['turbo']);
  expect(findOtherFailures({ results: passed, isPassed: true }, ['test:unit'])).toEqual([]);
});
