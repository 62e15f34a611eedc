import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { initTexts } from '../../lib/i18n.ts';
import { ChangeText } from './change-text.tsx';

type Told = Parameters<typeof ChangeText>[0];
const changeOf = (change: Pick<Told, 'now' | 'earlier' | 'unit'> & Partial<Told>) =>
  render(<ChangeText column="net" currency="QAR" compare="week" {...change} />).container;

/** The text without the marks that isolate numbers. */
const textOf = (change: Parameters<typeof changeOf>[0]) =>
  (changeOf(change).textContent ?? '').replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

it.each([
  [112, 100, 'money', '12% more than a week earlier'],
  [99.6, 100, 'money', '0.4% less than a week earlier'],
  [99.996, 100, 'money', 'Same as a week earlier'],
  [100, 100, 'money', 'Same as a week earlier'],
  [0, 100, 'money', '100% less than a week earlier'],
  [1_099, 100, 'money', '999% more than a week earlier'],
  [3_236, 100, 'money', 'QAR 3,236.00 instead of QAR 100.00 (a week earlier)'],
  [12, 1, 'integer', '12 instead of 1 (a week earlier)'],
  [-50, 100, 'money', 'QAR −50.00 instead of QAR 100.00 (a week earlier)'],
  [20, -10, 'money', 'QAR 20.00 instead of QAR −10.00 (a week earlier)'],
  [12, 0, 'integer', 'Nothing a week earlier'],
  [0, 0, 'integer', ''],
  [12, null, 'integer', ''],
  [null, 12, 'integer', ''],
  [12.5, 10, 'percent', '2.5 percentage points more than a week earlier'],
  [12.5, 0, 'percent', '12.5 percentage points more than a week earlier'],
  [12.51, 12.5, 'percent', 'Same as a week earlier'],
] as const)('a change to %s from %s in %s is written as "%s"', async (now, earlier, unit, text) => {
  await initTexts(['report']);
  expect(textOf({ now, earlier, unit })).toBe(text);
});

it.each([
  ['net', 120, 'success'],
  ['net', 80, 'danger'],
  ['late_share', 120, 'danger'],
  ['returns', 80, 'success'],
  ['tax', 120, null],
  ['net', 100, null],
] as const)('of %s a change from 100 to %s looks like %s', async (column, now, tone) => {
  await initTexts(['report']);
  const { className } = changeOf({ column, now, earlier: 100, unit: 'integer' }).firstElementChild as Element;
  expect(/text-(success|danger)/.exec(className)?.[1] ?? null).toBe(tone);
});
