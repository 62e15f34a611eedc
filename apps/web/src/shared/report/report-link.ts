import type { ReportLink } from '@dukkan/contract';
import { useCanOpen } from '../../lib/can-open.ts';
import { withQuery } from '../../lib/paths.ts';

/** Returns the URL that a figure opens: a list with its filters, or the page of a single record. */
export function buildReportLinkPath({ path, filters }: ReportLink): string {
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
