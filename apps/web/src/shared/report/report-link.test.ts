import { expect, it } from 'vitest';
import { buildReportLinkPath } from './report-link.ts';

it('opens a list with its filters, and one record by its page', () => {
  expect(buildReportLinkPath({ path: '/orders', filters: { from_date: '2026-11-01', branch_id: 2 } })).toBe(
    '/orders?from_date=2026-11-01&branch_id=2',
  );
  expect(buildReportLinkPath({ path: '/orders', filters: { id: 7 } })).toBe('/orders/7');
});
