import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { initTexts } from '../../lib/i18n.ts';
import { ReportValue } from './report-value.tsx';

it.each([
  ['integer', 'ltr'],
  ['quantity', 'ltr'],
  ['percent', 'ltr'],
  ['days', null],
  ['minutes', null],
  ['money', null],
] as const)('a negative report value of unit %s has the direction %s', async (unit, dir) => {
  await initTexts(['report']);
  const { container } = render(<ReportValue value={-77} unit={unit} currency="QAR" />);
  expect(container.querySelector('bdi')?.getAttribute('dir')).toBe(dir);
});

it.each([
  [-12.5, 'money', 'QAR −12.50'],
  [-12, 'integer', '−12'],
  [-0.5, 'percent', '−0.5%'],
  [-118, 'days', 'Expired 118 days ago'],
  [-1, 'days', 'Expired 1 day ago'],
  [3, 'days', '3 days'],
] as const)('the figure %s of unit %s is written as "%s"', async (value, unit, text) => {
  await initTexts(['report']);
  const { container } = render(<ReportValue value={value} unit={unit} currency="QAR" />);
  expect(container.textContent?.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')).toBe(text);
});
