import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { testUser } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { signIn, signOut } from '../../lib/server/session.ts';
import { useReportTitle } from './report-titles.ts';

afterEach(signOut);

it.each([
  ['hour', '9', '09:00'],
  ['hour', '00', '00:00'],
  ['3 months', '2026-10-01', 'Q4 2026'],
] as const)('a row of %s with the key %s is called %s', async (group, key, title) => {
  await initTexts(['report']);
  signIn({ user: testUser, token: 't'.repeat(20) });
  const { result } = renderHook(() => useReportTitle(group));
  expect(result.current({ key, title: key })).toBe(title);
});
