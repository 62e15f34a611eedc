import { prefetchList } from '../../lib/list/prefetch-list.ts';
import type { Prefetch } from '../../lib/screen.ts';
import { getReportEndpoint } from '../../shared/report/report-endpoint.ts';
import { getReportKey, parseReportUrl } from './use-report.ts';

/** Loads the rows of a report before the page is drawn. */
export const prefetchReport: Prefetch = (address) => {
  const key = getReportKey(address.pathname);
  return prefetchList(getReportEndpoint(key), parseReportUrl(key, address.searchParams).fixed)(address);
};
