import type { ReportLink } from '@dukkan/contract';
import { useCanOpen } from '../../lib/can-open.ts';
import { paths, withQuery } from '../../lib/paths.ts';

/** Lists whose records have no page of their own; a single record is the list with its id as a filter. */
const LISTS_WITHOUT_PAGES: readonly string[] = [paths.batches];

/** Returns the URL that a figure opens: a list with its filters, or the page of a single record. */
export function buildReportLinkPath({ path, filters }: ReportLink): string {
  if (LISTS_WITHOUT_PAGES.includes(path)) return withQuery(path, filters);
  const { id, ...others } = filters;
  return withQuery(id === undefined ? path : `${path}/${id}`, others);
}

/** Returns a function for the URL of a figure; null where there is none, or it does not open for the user. */
export function useReportLinkPath(): (link: ReportLink | null | undefined) => string | null {
  const canOpen = useCanOpen();
  return (link) => {
    const path = link ? buildReportLinkPath(link) : null;
    return path !== null && canOpen(path) ? path : null;
  };
}
