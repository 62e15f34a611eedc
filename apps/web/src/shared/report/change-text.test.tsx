import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { initTexts } from '../../lib/i18n.ts';
import { ChangeText } from './change-text.tsx';

/** The text without the marks that isolate numbers. */
const textOf = (now: number, then: number, unit: 'money' | 'percent') => {
  const { container } = render(<ChangeText now={now} then={then} unit={unit} compare="week" />);
  return (container.textContent ?? '').replace(/[\u2066-\u2069]/g, '');
};

it.each([
  [112, 100, 'money', '12% more than a week earlier'],
  [99.6, 100, 'money', '0.4% less than a week earlier'],
  [99.996, 100, 'money', 'Same as a week earlier'],
  [100, 100, 'money', 'Same as a week earlier'],
  [0, 100, 'money', '100% less than a week earlier'],
  [12.5, 10, 'percent', '2.5 percentage points more than a week earlier'],
  [12.51, 12.5, 'percent', 'Same as a week earlier'],
] as const)('a change to %s from %s in %s is written as "%s"', async (now, then, unit, text) => {
  await initTexts(['report']);
  expect(textOf(now, then, unit)).toBe(text);
});
