import { TIME_GROUPS } from 'virtual:facts';
import { useEffect, useRef } from 'react';
import type { ListEndpoint } from '../../lib/list/list-url.ts';
import type { InputOf } from '../../lib/server/endpoint.ts';
import { useReads } from '../../lib/server/use-read-write.ts';
import { useReloadAfterShopChanges } from '../../shared/report/use-reload-after-shop-changes.ts';
import type { Report, ReportLine } from './use-report.ts';

/** More than the days of a year in as many currencies as a shop has. */
const PAGES_MAX = 16;

export const isChartedTimeGroup = (group: string): boolean =>
  (TIME_GROUPS as readonly string[]).includes(group);

/**
 * Returns the rows that the chart draws: of a group of times those of all pages, because a part of the range would look
 * like all of it. Null while the other pages load; none when one fails.
 */
export function useChartRows({ list, meta, group, rows }: Report): readonly ReportLine[] | null {
  const { page: current, ...question } = list.input;
  const subject = JSON.stringify([list.endpoint.path, question]);
  const count = isChartedTimeGroup(group) ? Math.min(meta?.last_page ?? 1, PAGES_MAX) : 1;
  const pages = Array.from({ length: count }, (_, at) => at + 1).filter(
    (page) => count > 1 && page !== current,
  );
  const reads = useReads(
    list.endpoint,
    pages.map((page) => ({ ...list.input, page }) as InputOf<ListEndpoint>),
  );
  useReloadAfterShopChanges(() => {
    for (const read of reads) void read.refetch();
  });
  const others = reads.flatMap((read) => (read.data?.results ?? []) as unknown as readonly ReportLine[]);
  const isComplete = !list.refetching && reads.every((read) => read.isSuccess);
  const all = isComplete ? [...rows, ...others] : null;
  // what was drawn stays while newer figures of the same question load
  const last = useRef<{ subject: string; rows: readonly ReportLine[] } | null>(null);
  useEffect(() => {
    if (all) last.current = { subject, rows: all };
  });
  if (all) return all;
  if (reads.some((read) => read.isError)) return [];
  return last.current?.subject === subject ? last.current.rows : null;
}
