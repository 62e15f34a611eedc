import type { ReportLink } from '@dukkan/contract';
import { withQuery } from '../../lib/paths.ts';

/** Returns the URL that a figure opens: a list with its filters, or the page of a single record. */
export function buildReportLinkPath({ path, filters }: ReportLink): string {
  const { id, ...others } = filters;
  return withQuery(id === undefined ? path : `${path}/${id}`, others);
}
