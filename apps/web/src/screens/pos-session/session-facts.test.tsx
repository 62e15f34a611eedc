import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { SessionFacts } from './session-facts.tsx';

it('counted notes and coins are listed from the largest, in whatever order they were typed', async () => {
  const session = {
    opened_at: '2026-11-28T09:26:00.000Z',
    orders_count: 6,
    net_sales: null,
    left_in_drawer: null,
    first_count: null,
    denominations: [
      { value: 1, count: 3 },
      { value: 500, count: 1 },
      { value: 0.25, count: 2 },
      { value: 10, count: 4 },
    ],
  } as unknown as Parameters<typeof SessionFacts>[0]['of'];
  await initTexts(['pos-session']);
  await renderApp({ '/': <SessionFacts of={session} /> }, '/');
  const names = (await screen.findAllByText(/×/)).map(({ textContent }) => textContent);
  expect(names).toEqual(['500 ×', '10 ×', '1 ×', '0.25 ×']);
});
