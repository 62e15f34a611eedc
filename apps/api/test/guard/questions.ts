import { api, type Endpoint, REPORTS, type ReportColumn } from '@dukkan/contract';
import * as z from 'zod';
import type { Samples } from './samples.ts';

export type Viewer = 'admin' | 'manager' | 'guest' | 'picker' | 'customer';

/** A call of an endpoint under a name that stays the same whatever the shop's ids and days are. */
export type Question = {
  readonly name: string;
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** By default 200. */
  readonly status?: number;
};

const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'kind' in value;
const endpointsIn = (value: unknown): Endpoint[] => {
  if (!value || typeof value !== 'object') return [];
  return isEndpoint(value) ? [value] : Object.values(value).flatMap(endpointsIn);
};

export const READS = endpointsIn(api).filter(
  ({ kind, only }) => (kind === 'list' || kind === 'show') && !only,
);
export const LISTS = READS.filter(({ kind }) => kind === 'list');

/** Inputs of a list that are no filters. */
const NO_FILTERS = new Set(
  'page limit sort_by sort_as locale all_locale export format columns group compare'.split(' '),
);

/** Words as they are typed: of many records, of few, of none, and the start of a code. */
const KEYWORDS = { many: 'gulf', few: 'mint premium', none: 'zzzz', code: '29000000' };

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
};

const FEW = 8;

const listed = ({
  enum: values,
  const: only,
  anyOf,
  minimum = 0,
  maximum = FEW,
}: Schema): readonly unknown[] => {
  if (values) return values;
  if (only !== undefined) return [only];
  if (anyOf) return [...new Set(anyOf.flatMap(listed))];
  return maximum - minimum < FEW
    ? Array.from({ length: maximum - minimum + 1 }, (_, at) => minimum + at)
    : [];
};

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The values of a filter that the contract lists, switches as 0 and 1. */
const listedValues = (type: z.ZodType): unknown[] =>
  listed(schemaOf(type)).filter((value) => typeof value !== 'boolean');

const shapeOf = ({ input }: Endpoint) => (input as z.ZodObject).shape as Record<string, z.ZodType>;

/** Inputs without which a list answers nothing. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  '/admin/products/suppliers/ledger': ['supplier_id'],
  '/admin/products/suppliers/items': ['supplier_id'],
  '/admin/products/import/rows': ['import_id'],
  '/admin/pos/sessions/rows': ['session_id'],
  '/admin/pos/approvers': ['branch_id', 'reason'],
  '/admin/products/stock/deleted': ['noun'],
  '/admin/products/categories': [],
};

type Named = readonly [name: string, input: Readonly<Record<string, unknown>>];

const needed = (endpoint: Endpoint, samples: Samples): Record<string, unknown> =>
  Object.fromEntries(
    (NEEDS[endpoint.path] ?? []).map((name) => [
      name,
      samples[name] ?? listedValues(shapeOf(endpoint)[name] as z.ZodType)[0],
    ]),
  );

/** Every filter of a list alone, with each value that the contract lists. @throws where no value of a filter is known */
function filtersOf(endpoint: Endpoint, samples: Samples): Named[] {
  return Object.entries(shapeOf(endpoint)).flatMap(([name, type]): Named[] => {
    if (NO_FILTERS.has(name)) return [];
    if (name === 'keywords')
      return Object.entries(KEYWORDS).map(([kind, words]) => [`${name} ${kind}`, { [name]: words }]);
    if (name === 'id') return schemaOf(type).type === 'string' ? [] : [[name, { id: 1 }]];
    const values = listedValues(type);
    if (values.length > 0 && values.length < 12)
      return values.map((value) => [`${name}=${value}`, { [name]: value }]);
    const value = name === 'noun' ? 'product' : samples[name];
    if (value === undefined) throw new Error(`no value of the filter ${name} of ${endpoint.path} is known`);
    return [[name, { [name]: value }]];
  });
}

const ROW_SORTS = new Set(['created_at', 'id', 'amount']);

const sortsOf = ({ path, sorts }: Endpoint): Named[] =>
  sorts
    // those of groups are asked for with the reports
    .filter((sort) => sort !== 'key' && !(path === '/admin/orders/payments' && !ROW_SORTS.has(sort)))
    .flatMap((sort_by) =>
      ['asc', 'desc'].map((sort_as): Named => [`by ${sort_by} ${sort_as}`, { sort_by, sort_as }]),
    );

/** A filter together with what people combine it with. */
const combined = (endpoint: Endpoint, samples: Samples): Named[] => {
  const { branch_id, from_date, to_date } = samples;
  const shape = shapeOf(endpoint);
  if (!shape.branch_id || !shape.from_date) return [];
  return filtersOf(endpoint, samples)
    .filter(([name]) => !/^(branch_id|from_date|to_date|id|range)\b/.test(name))
    .map(
      ([name, input]): Named => [
        `${name} in a branch and 80 days`,
        { ...input, branch_id, from_date, to_date },
      ],
    );
};

const REPORT_PATHS: Readonly<Record<string, string>> = {
  '/payments-report': '/admin/orders/payments',
  '/drivers-report': '/admin/products/orders/reports/drivers',
  '/pos-cash-report': '/admin/cash/report',
};

/** Amounts by which the many rows of these groups are sorted. */
const SORTED: Readonly<Record<string, readonly [group: string, sorts: readonly string[]]>> = {
  sales: ['order', ['net', 'total', 'cost', 'profit', 'margin']],
  movement: ['item', ['quantity', 'total_cost']],
  inventory: ['item', ['available', 'stock_cost']],
};

/** Every report by each of its groups, filters, comparisons and sums. */
function reportQuestions(samples: Samples): Question[] {
  const list = LISTS.find(({ path }) => path === '/admin/products/reports') as Endpoint;
  return Object.values(REPORTS).flatMap((report) => {
    const path = REPORT_PATHS[report.path] ?? list.path;
    const type = path === list.path ? { type: report.key } : {};
    const endpoint = LISTS.find((one) => one.path === path) as Endpoint;
    const { from_date, to_date } = samples;
    const days =
      report.time === 'range' ? { from_date, to_date } : report.time === 'until' ? { to_date } : {};
    const base = { ...type, ...days };
    const [group] = report.groups;
    const filters = filtersOf(endpoint, samples).filter(([name]) =>
      (report.filters as readonly string[]).includes(name.split('=')[0] ?? ''),
    );
    const sums = Object.entries<ReportColumn>(report.columns).filter(
      ([, { kind, only }]) => /sum|snapshot/.test(kind) && (!only || only.includes(group)),
    );
    const [many = group, sorts = []] = SORTED[report.key] ?? [];
    const named: Named[] = [
      ...report.groups.flatMap((one): Named[] => [[`by ${one}`, { group: one }]]),
      ...sorts.map(
        (sort_by): Named => [`by ${many}, most ${sort_by}`, { group: many, sort_by, sort_as: 'desc' }],
      ),
      ...filters.map(([name, input]): Named => [`${name}`, { group, ...input }]),
      ...sums.slice(0, 2).map(([sort_by]): Named => [`most ${sort_by}`, { group, sort_by, sort_as: 'desc' }]),
      ...(report.time === 'range'
        ? [['compared with the year before', { group, compare: 'year' }] as Named]
        : []),
    ];
    return named.map(([name, input]) => ({
      name: `report ${report.key} ${name}`,
      path,
      input: { ...base, ...input },
      viewer: 'admin' as const,
    }));
  });
}

/** The questions of a list: its filters, its sorts, and filters with a branch and days. */
function listQuestions(endpoint: Endpoint, samples: Samples): Question[] {
  const base = needed(endpoint, samples);
  const named: Named[] = [
    ['all', {}],
    ...filtersOf(endpoint, samples),
    ...sortsOf(endpoint),
    ...(endpoint.path === '/admin/products/orders' ? combined(endpoint, samples) : []),
  ];
  return named.map(([name, input]) => ({
    name,
    path: endpoint.path,
    input: { ...base, ...input },
    viewer: 'admin' as const,
  }));
}

/** The first page of a list as others see it, whose rights are part of its statements. */
function viewersOf(endpoint: Endpoint, samples: Samples): Question[] {
  const viewers: Viewer[] = [
    ...(endpoint.audience === 'public' ? (['guest'] as const) : []),
    ...(endpoint.audience === 'customer' ? (['customer'] as const) : []),
    ...(endpoint.pick ? (['picker'] as const) : []),
    ...(endpoint.permission ? (['manager'] as const) : []),
  ];
  const input = needed(endpoint, samples);
  return viewers.map((viewer) => ({ name: `all, as a ${viewer}`, path: endpoint.path, input, viewer }));
}

/** Reports are asked by `reportQuestions`. */
const ONLY_REPORTS = new Set([
  '/admin/products/reports',
  '/admin/products/orders/reports/drivers',
  '/admin/cash/report',
]);

export const questionsOfLists = (samples: Samples): Question[] => [
  ...LISTS.filter(({ path }) => !ONLY_REPORTS.has(path)).flatMap((endpoint) => [
    ...listQuestions(endpoint, samples),
    ...viewersOf(endpoint, samples),
  ]),
  ...reportQuestions(samples),
];
