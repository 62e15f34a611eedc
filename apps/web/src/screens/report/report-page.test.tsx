import { api } from '@dukkan/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageMeta, mockServer, type Reply, renderApp } from '../../kit/test-utils.tsx';
import { signOut } from '../../lib/server/session.ts';
import ReportPage from './report-page.tsx';

// the figures of the chart as text, because a line has none
vi.mock('./time-chart.tsx', () => ({
  default: ({ points }: { points: readonly { value: number | null }[] }) => (
    <p data-testid="chart">{points.map(({ value }) => value).join(' ')}</p>
  ),
}));

const column = (key: string, label: string, kind: string, unit: string, more = {}) => ({
  key,
  label,
  kind,
  unit,
  help: '',
  hidden: false,
  sortable: true,
  tie: null,
  ...more,
});

const opens = { row: { path: '/orders', filters: { from_date: '2026-11-23', to_date: '2026-11-23' } } };
const totals = { currency: 'QAR', orders: 4, net: -50.5, uncosted: 2, opens };
const days = [
  { key: '2026-11-23', title: '2026-11-23', currency: 'QAR', orders: 3, net: 100, opens },
  { key: '2026-11-22', title: '2026-11-22', currency: 'QAR', orders: 0, net: 0, opens: {} },
  { key: '2026-11-21', title: '2026-11-21', currency: 'QAR', orders: 1, net: -150.5, opens },
];
const meta = {
  ...createPageMeta(3, 1, 100),
  report: 'sales',
  totals,
  compare_totals: { currency: 'QAR', orders: 2, net: 20 },
  totals_by_currency: [totals],
  compare_totals_by_currency: [{ currency: 'QAR', orders: 2, net: 20 }],
  group: 'day',
  groups: ['day', 'branch'],
  from_date: '2026-11-21',
  to_date: '2026-11-23',
  compare_from_date: '2026-11-18',
  compare_to_date: '2026-11-20',
  zone: 'Asia/Qatar',
  day_end: '00:00',
  as_of: '2026-11-23T07:42:00.000Z',
  waiting: 0,
  restated_days: ['2026-11-21'],
  nearest: null,
  columns: [
    column('orders', 'Orders', 'sum', 'integer'),
    column('net', 'Net', 'formula', 'money', { help: 'Total − Discount', tie: 'channels.net' }),
  ],
};

const openReport = async (
  reply: (body: Record<string, unknown>) => Reply | Promise<Reply>,
  address = '/sales-report',
) => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const server = mockServer({
    [api.report.list.path]: reply,
    [api.view.list.path]: () => ({ results: [], meta: createPageMeta(0) }),
  });
  const app = await renderApp({ '/*': <ReportPage /> }, address);
  return { server, app };
};

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

it('a report starts with defaults and shows totals on top, empty days as 0 without a link, and negative numbers with a minus', async () => {
  const { server } = await openReport(() => ({ results: days, meta }));
  const table = await screen.findByRole('table', { name: 'Sales' });
  expect(server.of(api.report.list)[0]).toMatchObject({
    type: 'sales',
    group: 'day',
    compare: 'before',
    sort_by: 'key',
    sort_as: 'desc',
  });
  const rows = within(table).getAllByRole('row');
  expect(rows[1]?.textContent).toBe('Total4−50.50');
  expect(rows.slice(2).map((row) => row.textContent)).toEqual([
    expect.stringContaining('3100.00'),
    expect.stringContaining('00.00'),
    expect.stringContaining('1−150.50'),
  ]);
  expect(within(rows[3] as HTMLElement).queryByRole('link')).toBeNull();
  // two orders without a cost, not four
  screen.getByText(/^2 orders have no cost yet/);
  screen.getByText(/100.* more than the days before/);
});

it('a report cell opens the records it counts, and keys move between cells and open groups', async () => {
  const user = userEvent.setup();
  await openReport(() => ({ results: days, meta }));
  const table = await screen.findByRole('table', { name: 'Sales' });
  const [total] = within(table).getAllByRole('link', { name: '4' });
  expect(total?.getAttribute('href')).toBe('/orders?from_date=2026-11-23&to_date=2026-11-23');
  total?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('3');
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('100.00');
  await user.keyboard('g');
  await screen.findByRole('menuitemradio', { name: 'branch' });
});

it('the report keeps its query in the address, and another group requests its own order', async () => {
  const user = userEvent.setup();
  const { server } = await openReport(
    () => ({ results: days, meta }),
    '/sales-report?range=this_week&sort_by=net',
  );
  await screen.findByRole('table', { name: 'Sales' });
  // the button in the sentence, which comes before the table's heading
  await user.click(screen.getAllByRole('button', { name: 'day' })[0] as HTMLElement);
  await user.click(await screen.findByRole('menuitemradio', { name: 'branch' }));
  await waitFor(() =>
    expect(server.of(api.report.list).at(-1)).toMatchObject({
      group: 'branch',
      range: 'this_week',
      sort_by: 'net',
      sort_as: 'desc',
    }),
  );
});

it('a single day is shown by hour beside the same weekday a week earlier', async () => {
  const { server } = await openReport(() => ({ results: days, meta }), '/sales-report?range=yesterday');
  await screen.findByRole('table', { name: 'Sales' });
  expect(server.of(api.report.list)[0]).toMatchObject({ group: 'hour', compare: 'week', range: 'yesterday' });
});

it('an empty report links to the nearest days with records', async () => {
  const user = userEvent.setup();
  const { server } = await openReport(() => ({
    results: [],
    meta: {
      ...meta,
      ...createPageMeta(0, 1, 100),
      totals_by_currency: [],
      nearest: { from_date: '2026-11-23', to_date: '2026-11-23' },
    },
  }));
  await user.click(await screen.findByRole('button', { name: /^Show/ }));
  await waitFor(() =>
    expect(server.of(api.report.list).at(-1)).toMatchObject({
      from_date: '2026-11-23',
      to_date: '2026-11-23',
    }),
  );
});

it.each([
  ['another report', '/sales-channels-report'],
  ['a report of its own endpoint', '/payments-report'],
  ['another group', '/sales-report?group=branch'],
  ['no comparison', '/sales-report?compare=none'],
])('%s shows a skeleton and never the rows of the previous report', async (_, next) => {
  const answers: Reply[] = [{ results: days, meta }];
  const { app } = await openReport(() => answers.shift() ?? new Promise<Reply>(() => undefined));
  await screen.findByRole('table', { name: 'Sales' });
  await act(() => app.router.navigate(next));
  expect(screen.queryByText('100.00')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

it('changing the period keeps the rows while it loads', async () => {
  const answers: Reply[] = [{ results: days, meta }];
  const { app } = await openReport(() => answers.shift() ?? new Promise<Reply>(() => undefined));
  await screen.findByRole('table', { name: 'Sales' });
  await act(() => app.router.navigate('/sales-report?range=this_week'));
  expect(screen.getByText('100.00')).toBeTruthy();
});

it.each([
  [1_000, false],
  [1_001, true],
])(
  'a report of %d rows is refused as a PDF before printing when it is too long: %s',
  async (total, isTooLong) => {
    const user = userEvent.setup();
    const { server } = await openReport(() => ({
      results: days,
      meta: { ...meta, total, last_page: Math.ceil(total / 100) },
    }));
    await screen.findByRole('table', { name: 'Sales' });
    await user.keyboard('e');
    const pdf = await screen.findByRole('menuitem', { name: 'Document (pdf)' });
    expect(pdf.getAttribute('aria-disabled') === 'true').toBe(isTooLong);
    if (!isTooLong) return;
    screen.getByRole('menuitem', {
      name: 'Document (pdf)',
      description: /^A PDF holds at most .1,000. rows\. Use Excel for all .1,001.\.$/,
    });
    await user.click(pdf);
    expect(server.of(api.system.ticket)).toEqual([]);
    expect(screen.getByRole('menuitem', { name: 'Excel (xlsx)' }).getAttribute('aria-disabled')).toBeNull();
  },
);

describe('the chart of a range over several pages', () => {
  const dayOf = (at: number) => new Date(Date.UTC(2025, 11, 1 + at)).toISOString().slice(0, 10);
  const year = Array.from({ length: 365 }, (_, at) => {
    const key = dayOf(364 - at);
    return { key, title: key, currency: 'QAR', orders: 1, net: 365 - at, opens: {} };
  });
  const pageOf = (body: Record<string, unknown>) => {
    const page = Number(body.page);
    const results = year.slice((page - 1) * 100, page * 100);
    return { results, meta: { ...meta, ...createPageMeta(365, page, 100), last_page: 4, group: body.group } };
  };
  const values = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).join(' ');

  it.each([1, 2, 4])('the chart shows the whole range on page %d of the table', async (page) => {
    await openReport(pageOf, `/sales-report?from_date=2025-12-01&to_date=2026-11-30&page=${page}`);
    await waitFor(() => expect(screen.getByTestId('chart').textContent).toBe(values(1, 365)));
  });

  it('the chart shows only the page for a group that is no time, and requests no other rows', async () => {
    const { server } = await openReport(pageOf, '/sales-report?group=branch');
    await waitFor(() => expect(document.querySelectorAll('[data-chart] li')).toHaveLength(10));
    const pages = server.of(api.report.list).map(({ page }) => page);
    // the next page is loaded for the table
    expect(pages.every((page) => page === 1 || page === 2)).toBe(true);
  });

  it('the chart is hidden when another page fails', async () => {
    await openReport(
      (body) => (body.page === 3 ? { status: 500, failure: { message: 'No', code: 'error' } } : pageOf(body)),
      '/sales-report?from_date=2025-12-01&to_date=2026-11-30',
    );
    await screen.findByRole('table', { name: 'Sales' });
    await waitFor(() => expect(document.querySelector('[data-chart]')).toBeNull());
    expect(screen.queryByTestId('chart')).toBeNull();
  });
});
