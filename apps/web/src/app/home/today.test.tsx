import { api } from '@dukkan/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mockServer, renderApp } from '../../kit/test-utils.tsx';
import { initTexts } from '../../lib/i18n.ts';
import { Today } from './today.tsx';

type Answered = Record<string, unknown> | null;

/** Answers every requested tile with 4, on a Friday, by two hours or with one item. */
const serve = (change: (tile: Record<string, unknown>) => Answered = (tile) => tile) =>
  mockServer({
    [api.report.tiles.path]: ({ tiles }) => ({
      results: {
        tiles: (tiles as { form: string }[]).map((tile) =>
          change({
            ...tile,
            label: '',
            unit: 'integer',
            value: 4,
            compare_value: 5,
            from_date: '2026-11-27',
            to_date: '2026-11-27',
            currency: 'QAR',
            values_by_currency: [],
            points:
              tile.form === 'spark'
                ? [
                    { key: '09', title: '09', value: 1, compare_value: 2 },
                    { key: '10', title: '10', value: 3, compare_value: 3 },
                  ]
                : [{ key: '7', title: 'Dates', value: -1, compare_value: -6 }],
            opens: { path: '/sales-report', filters: {} },
          }),
        ),
        as_of: '2026-11-27T09:00:00.000Z',
        currency: 'QAR',
      },
    }),
  });

/** Opens Home at a moment of the shop, whose day ends at midnight in Qatar. */
const openAt = async (now: string, address = '/') => {
  vi.setSystemTime(new Date(now));
  const server = serve();
  await initTexts(['report']);
  await renderApp({ '/': <Today /> }, address);
  return server;
};

const NOON = '2026-11-27T09:00:00.000Z';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

it('Home compares today with the same weekday up to the same time, and shows yesterday without current values', async () => {
  const server = await openAt(NOON);
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

it.each([
  ['2026-11-26T21:30:00.000Z', '/', 'yesterday'],
  ['2026-11-27T08:59:00.000Z', '/', 'yesterday'],
  [NOON, '/', 'today'],
  ['2026-11-27T08:59:00.000Z', '/?range=today', 'today'],
  [NOON, '/?range=yesterday', 'yesterday'],
] as const)('at %s the address %s shows %s', async (now, address, range) => {
  const server = await openAt(now, address);
  await screen.findByText('Net sales');
  expect(server.of(api.report.tiles)[0]).toMatchObject({ range });
});

it('one crosshair runs through all tiles, by pointer and by keys, and says each value', async () => {
  await openAt(NOON);
  const user = userEvent.setup();
  await screen.findByText('Net sales');
  const [first] = await screen.findAllByRole('slider');
  const crosshairs = () =>
    [...document.querySelectorAll('[data-crosshair]')].map((line) => line.getAttribute('data-crosshair'));
  expect(crosshairs()).toEqual([]);
  first?.focus();
  await waitFor(() => expect(crosshairs()).toEqual(['10', '10', '10', '10']));
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(crosshairs()).toEqual(['09', '09', '09', '09']));
  expect(first?.getAttribute('aria-valuetext')).toMatch(/^09:00: .*; a week earlier: /);
  expect(screen.getAllByText('09:00')).toHaveLength(4);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(crosshairs()).toEqual([]));
});

it('a card without anything to show is left out, and a figure that the account may not see too', async () => {
  vi.setSystemTime(new Date(NOON));
  const server = serve((tile) => (tile.column === 'profit' ? null : { ...tile, value: null, points: [] }));
  await initTexts(['report']);
  await renderApp({ '/': <Today /> }, '/');
  await screen.findByText('No deliveries yet');
  expect(server.of(api.report.tiles)).toHaveLength(1);
  for (const title of ['Profit', 'Average order value', 'Money with drivers', 'Best-selling items'])
    expect(screen.queryByText(title)).toBeNull();
});
