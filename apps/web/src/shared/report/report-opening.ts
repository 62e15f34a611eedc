import type { ReportOpening } from '@dukkan/contract';
import { withQuery } from '../../lib/paths.ts';

/** The address that a figure opens: a list with its filters, or the page of the one record that is named. */
export function buildOpeningPath({ path, filters }: ReportOpening): string {
  const { id, ...others } = filters;
  return withQuery(id === undefined ? path : `${path}/${id}`, others);
}
