import { REPORTS, TIME_GROUPS } from 'virtual:facts';
import type { ReportDefinition, ReportKey, ReportMeta, ReportRow } from '@dukkan/contract';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type List, useList } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { getReportEndpoint } from '../../shared/report/report-endpoint.ts';
import { useReloadAfterShopChanges } from '../../shared/report/use-reload-after-shop-changes.ts';

export type ReportLine = ReportRow & { readonly id: string };

export type Report = {
  readonly key: ReportKey;
  readonly definition: ReportDefinition;
  readonly list: List<ReportLine>;
  readonly meta: ReportMeta | undefined;
  readonly group: string;
  /** The compared period; null for no comparison. */
  readonly compare: string | null;
  readonly rows: readonly ReportLine[];
};

/** The page size; it is enough for every day of three months. */
const LIMIT = 100;
/** The URL's value for no comparison; without a value, the report compares. */
export const NO_COMPARE = 'none';

/** What decides the columns of a report: rows of another one do not fit under them. */
const SUBJECT: readonly string[] = ['type', 'group', 'compare'];

/** Returns the report of a path. */
export const getReportKey = (pathname: string): ReportKey =>
  (Object.entries(REPORTS).find(([, { path }]) => pathname.replace(/\/+$/, '') === path)?.[0] ??
    'sales') as ReportKey;

/** Returns a report's default sort order: by time, else largest first, by a column that needs no further permission. */
function getDefaultSort({ sort, chart, columns, single }: ReportDefinition, group: string) {
  if (group === 'hour' || group === 'weekday') return { sort_by: 'key', sort_as: 'asc' };
  const isByTime = (TIME_GROUPS as readonly string[]).includes(group) || group === single;
  const candidates = isByTime ? [sort.by] : [sort.by, ...chart.y];
  const by = candidates.find((name) => {
    const column = columns[name];
    return column && column.needs === undefined && (column.only?.includes(group) ?? true);
  });
  return by
    ? { sort_by: by, sort_as: by === sort.by ? sort.as : 'desc' }
    : { sort_by: 'key', sort_as: 'desc' };
}

/** Returns whether the URL's period is a single day. */
function isSingleDay(address: URLSearchParams): boolean {
  const [range, from, to] = ['range', 'from_date', 'to_date'].map((name) => address.get(name));
  return from !== null || to !== null ? from === to : range === 'today' || range === 'yesterday';
}

/**
 * Reads a report's query from the URL, with defaults for missing parts: a single day is shown by hour next to the same
 * weekday a week earlier, because yesterday may have been a Friday.
 */
export function parseReportUrl(key: ReportKey, address: URLSearchParams) {
  const definition: ReportDefinition = REPORTS[key];
  const groupParam = address.get('group');
  const isOneDay = isSingleDay(address);
  const [first] = definition.groups;
  const usual = isOneDay && first === 'day' && definition.groups.includes('hour') ? 'hour' : first;
  const group = groupParam && definition.groups.includes(groupParam) ? groupParam : usual;
  const isSingle = group === definition.single;
  const named = address.get('compare');
  const compare =
    definition.time !== 'range' || isSingle || named === NO_COMPARE
      ? null
      : (named ?? (isOneDay ? 'week' : 'before'));
  return {
    definition,
    group,
    compare,
    fixed: {
      ...(getReportEndpoint(key).path === api.report.list.path ? { type: key } : {}),
      group,
      ...(compare ? { compare } : {}),
      limit: LIMIT,
      ...getDefaultSort(definition, group),
    },
  };
}

/** Loads the report of the current URL; the URL contains the whole query. */
export function useReport(): Report {
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const key = getReportKey(pathname);
  const { definition, group, compare, fixed } = parseReportUrl(key, address);
  const list = useList(getReportEndpoint(key), {
    noun: 'report',
    key,
    fixed,
    subject: SUBJECT,
    selectable: false,
  }) as unknown as List<ReportLine>;
  useReloadAfterShopChanges(list.retry);
  const meta = list.meta as unknown as ReportMeta | undefined;
  const rows = list.rows.map((row) => ({ ...row, id: `${row.key} ${row.currency}` }));
  return { key, definition, list, meta, group, compare, rows };
}
