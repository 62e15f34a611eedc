import { addDays } from '@dukkan/commerce';
import type { ReportDrill, ReportLink } from '@dukkan/contract';
import { getGroupLastDay } from './group-range.ts';
import type { ReportQuery } from './question.ts';
import { isTimeGroup } from './report-source.ts';

type Row = { readonly key: string; readonly [name: string]: unknown };

/** The filter that matches a row's key, by group. */
const FILTER_OF_GROUP: Readonly<Record<string, string>> = {
  branch: 'branch_id',
  source: 'source',
  supplier: 'supplier_id',
  item: 'item_id',
  product: 'product_id',
  category: 'categorys_id',
  method: 'payment_id',
  holder: 'holder',
  driver: 'driver_id',
  till: 'device_id',
  cashier: 'opened_by',
  session: 'id',
  type: 'movement_type',
  order: 'id',
  batch: 'id',
  document: 'id',
};

/** The key of a group without a record, such as the products without a category; no list can be filtered to it. */
const NOBODY = 0;
const GROUP_FILTERS: ReadonlySet<string> = new Set(Object.values(FILTER_OF_GROUP));

/** The column with the id of the record that a row belongs to. */
const RECORD_OF_GROUP: Readonly<Record<string, string>> = {
  event: 'batch_id',
  line: 'document',
  receipt: 'invoice_id',
};

type Filters = Record<string, string | number>;

/** Returns the given filters in a form that a URL can contain. */
export const pickUrlFilters = (filters: object): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );

/** The first and last day until expiry of a group by time left; null: without a limit. */
const DAYS_OF_BUCKET: Readonly<Record<string, readonly [number | null, number | null]>> = {
  expired: [null, -1],
  '7': [0, 7],
  '30': [8, 30],
  '90': [31, 90],
  later: [91, null],
};

/** Returns the days on which the batches of an expiry report, or of one of its groups by time left, expire. */
function expiryFilters({ days, today }: ReportQuery, bucket: Row | null): Filters {
  const [first, last] = (bucket && DAYS_OF_BUCKET[bucket.key]) ?? [null, null];
  const from = [days.from_date, first === null ? null : addDays(today, first)].filter((day) => day !== null);
  const to = [days.to_date, last === null ? null : addDays(today, last)].filter((day) => day !== null);
  const [expire_from, expire_to] = [from.toSorted().at(-1), to.toSorted()[0]];
  return {
    ...(expire_from === undefined ? {} : { expire_from }),
    ...(expire_to === undefined ? {} : { expire_to }),
  };
}

/** Returns the query's filters, narrowed to a row's group. */
function narrowFiltersToRow(question: ReportQuery, row: Row | null): Filters {
  const { filters, days, group, branches, report } = question;
  const all = pickUrlFilters(filters);
  if (branches?.length === 1) all.branch_id = branches[0] as number;
  if (report.time === 'range' && days.from_date !== null)
    Object.assign(all, { from_date: days.from_date, to_date: days.to_date });
  // expired units of the current stock
  if (report.time === 'now') all.to_date = addDays(question.today, -1);
  if (report.time === 'until') Object.assign(all, expiryFilters(question, group === 'bucket' ? row : null));
  if (!row) return all;
  const name = FILTER_OF_GROUP[group];
  const record = RECORD_OF_GROUP[group];
  if (record && typeof row[record] === 'number') all.id = row[record];
  if (name) all[name] = /^\d+$/.test(row.key) ? Number(row.key) : row.key;
  if (typeof row.product_id === 'number') all.product_id = row.product_id;
  if (days.from_date !== null && isTimeGroup(group)) {
    const end = getGroupLastDay(row.key, group);
    const first = [row.key, days.from_date].toSorted().at(-1);
    const last = [end, days.to_date].toSorted()[0];
    Object.assign(all, { from_date: first, to_date: last });
  }
  return all;
}

const toReportLink = (
  { to, with: names, and = {}, unless = '' }: ReportDrill,
  filters: Filters,
): ReportLink => ({
  path: to,
  filters: {
    ...Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name))),
    ...(Object.hasOwn(filters, unless) ? {} : and),
  },
});

/** Returns the links of a row or of the totals: screens filtered to the records behind each value. */
export function buildReportLinks(question: ReportQuery, row: Row | null): Record<string, ReportLink> {
  const filters = narrowFiltersToRow(question, row);
  return Object.fromEntries(
    Object.entries(question.report.opens)
      .filter(
        ([, { with: names }]) => !names.some((name) => filters[name] === NOBODY && GROUP_FILTERS.has(name)),
      )
      // a page of a record that the caller may not see
      .filter(([, { with: names }]) => names.some((name) => name !== 'id') || Object.hasOwn(filters, 'id'))
      .filter(([, { only, total }]) =>
        row
          ? !only || only.includes(question.group)
          : total !== false && (only === undefined || !isSingleOnly(question, only)),
      )
      .map(([name, drill]) => [name, toReportLink(drill, filters)]),
  );
}

/** True for links that need a single record, which totals never have. */
const isSingleOnly = ({ report }: ReportQuery, only: readonly string[]): boolean =>
  only.every((group) => group === report.single);
