import { prefetchList } from '../../lib/list/prefetch-list.ts';
import type { Prefetch } from '../../lib/screen.ts';
import { endpointOf } from '../../shared/report/report-endpoint.ts';
import { findReport, questionOf } from './use-report.ts';

/** Loads the rows of a report's address before the page is drawn. */
export const prefetchReport: Prefetch = (address) => {
  const key = findReport(address.pathname);
  return prefetchList(endpointOf(key), questionOf(key, address.searchParams).fixed)(address);
};
