import { expect, it } from 'vitest';
import { buildReportLinkPath } from './report-link.ts';

it('a report link opens a list with its filters, or one record by its page', () => {
  expect(buildReportLinkPath({ path: '/orders', filters: { from_date: '2026-11-01', branch_id: 2 } })).toBe(
    '/orders?from_date=2026-11-01&branch_id=2',
  );
  expect(buildReportLinkPath({ path: '/orders', filters: { id: 7 } })).toBe('/orders/7');
});

it('a report link to a batch opens the list of batches, because a batch has no page', () => {
  const filters = { id: 54, remaining: 1 };
  expect(buildReportLinkPath({ path: '/products/batches', filters })).toBe(
    '/products/batches?id=54&remaining=1',
  );
});
