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
