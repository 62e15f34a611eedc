import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { Today } from './today.tsx';

/** Answers every requested tile with 4, on a Friday. */
const serve = () =>
  mockServer({
    [api.report.tiles.path]: ({ tiles }) => ({
      results: {
        tiles: (tiles as object[]).map((tile) => ({
          ...tile,
          label: '',
          unit: 'integer',
          value: 4,
          compare_value: 5,
          from_date: '2026-11-27',
          to_date: '2026-11-27',
          currency: 'QAR',
          values_by_currency: [],
          points: [{ key: '7', title: 'Dates', value: -1, compare_value: -6 }],
          opens: { path: '/sales-report', filters: {} },
        })),
        as_of: '2026-11-27T09:00:00.000Z',
        currency: 'QAR',
      },
    }),
  });

it('Home compares today with the same weekday up to the same time, and shows yesterday without current values', async () => {
  const server = serve();
  await initTexts(['report']);
  await renderApp({ '/': <Today /> }, '/');
  await screen.findByText(/compared with .*Friday.* a week earlier, up to the same time/);
  expect(server.of(api.report.tiles)[0]).toMatchObject({ range: 'today', compare: 'week' });
  screen.getByText('Money with drivers');
  // sold units are negative movements
  expect(screen.getByText(/, was/).parentElement?.textContent).toMatch(/^1, was .*6/);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Yesterday' }));
  await waitFor(() => expect(server.of(api.report.tiles).at(-1)).toMatchObject({ range: 'yesterday' }));
  await screen.findByText(/compared with .*Friday.* a week earlier$/);
  expect(screen.queryByText('Money with drivers')).toBeNull();
});
