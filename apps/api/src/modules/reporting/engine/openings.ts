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
  receipt: 'id',
  batch: 'id',
  document: 'id',
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

/** Returns the query's filters, narrowed to a row's group. */
function filtersOf(question: ReportQuery, row: Row | null): Filters {
  const { filters, days, group, branches, report } = question;
  const all = pickUrlFilters(filters);
  if (branches?.length === 1) all.branch_id = branches[0] as number;
  if (report.time === 'range' && days.from_date !== null)
    Object.assign(all, { from_date: days.from_date, to_date: days.to_date });
  if (!row) return all;
  const name = FILTER_OF_GROUP[group];
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

const openingOf = (
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
  const filters = filtersOf(question, row);
  return Object.fromEntries(
    Object.entries(question.report.opens)
      .filter(([, { only }]) =>
        row ? !only || only.includes(question.group) : only === undefined || !isSingleOnly(question, only),
      )
      .map(([name, drill]) => [name, openingOf(drill, filters)]),
  );
}

/** True for links that need a single record, which totals never have. */
const isSingleOnly = ({ report }: ReportQuery, only: readonly string[]): boolean =>
  only.every((group) => group === report.single);
