import type { ReportOpening } from '@dukkan/contract';
import { withQuery } from '../../lib/paths.ts';

/** Returns the URL that a figure opens: a list with its filters, or the page of a single record. */
export function buildOpeningPath({ path, filters }: ReportOpening): string {
  const { id, ...others } = filters;
  return withQuery(id === undefined ? path : `${path}/${id}`, others);
}
