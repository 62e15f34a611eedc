import { REPORTS, TIME_GROUPS } from 'virtual:facts';
import type { ReportDefinition, ReportKey, ReportMeta, ReportRow } from '@dukkan/contract';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type List, useList } from '../../kit/index.ts';
import { api } from '../../lib/server/api.ts';
import { endpointOf } from '../../shared/report/report-endpoint.ts';
import { useFollowShop } from '../../shared/report/use-follow-shop.ts';
import { withEmptyDays } from './empty-days.ts';

export type ReportLine = ReportRow & { readonly id: string };

export type Report = {
  readonly key: ReportKey;
  readonly definition: ReportDefinition;
  readonly list: List<ReportLine>;
  readonly meta: ReportMeta | undefined;
  readonly group: string;
  /** What the days are compared with; null for nothing. */
  readonly compare: string | null;
  /** The rows with the days that have nothing. */
  readonly rows: readonly ReportLine[];
};

/** A page of a report holds every day of three months. */
const LIMIT = 100;
/** In the address: compared with nothing, which is not how a report begins. */
export const NO_COMPARE = 'none';

/** The report of an address. */
export const findReport = (pathname: string): ReportKey =>
  (Object.entries(REPORTS).find(([, { path }]) => pathname.replace(/\/+$/, '') === path)?.[0] ??
    'sales') as ReportKey;

/** How a report is sorted at first: by time, else the most first, by what everyone who sees the report may see. */
function sortOf({ sort, chart, columns, single }: ReportDefinition, group: string) {
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

/** What is asked of a report at an address, where the address does not say it. */
export function questionOf(key: ReportKey, address: URLSearchParams) {
  const definition: ReportDefinition = REPORTS[key];
  const asked = address.get('group');
  const group = asked && definition.groups.includes(asked) ? asked : definition.groups[0];
  const isSingle = group === definition.single;
  const named = address.get('compare');
  const compare =
    definition.time !== 'range' || isSingle || named === NO_COMPARE ? null : (named ?? 'before');
  return {
    definition,
    group,
    compare,
    fixed: {
      ...(endpointOf(key).path === api.report.list.path ? { type: key } : {}),
      group,
      ...(compare ? { compare } : {}),
      limit: LIMIT,
      ...sortOf(definition, group),
    },
  };
}

/** The report of the current address with its rows; the address holds the whole question. */
export function useReport(): Report {
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const key = findReport(pathname);
  const { definition, group, compare, fixed } = questionOf(key, address);
  const list = useList(endpointOf(key), {
    noun: 'report',
    key,
    fixed,
    selectable: false,
  }) as unknown as List<ReportLine>;
  useFollowShop(list.retry);
  const meta = list.meta as unknown as ReportMeta | undefined;
  const named = list.rows.map((row) => ({ ...row, id: `${row.key} ${row.currency}` }));
  return { key, definition, list, meta, group, compare, rows: withEmptyDays(named, meta, list.query) };
}
