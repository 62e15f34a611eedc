import * as z from 'zod';
import { SOURCES } from '../identity/auth.ts';
import { list, show } from '../kit/endpoint.ts';
import { pageMeta, REPORT_FORMATS } from '../kit/list.ts';
import { id, localDate, sortAs, zeroOrOne } from '../kit/scalars.ts';
import { STOCK_STATES } from '../stock/stock.ts';
import { posCashReport } from './cash-reports.ts';
import { COLUMN_KINDS, REPORT_UNITS } from './define-report.ts';
import { channelsReport, driversReport, paymentsReport, salesReport } from './sales-reports.ts';
import {
  expiryReport,
  inventoryReport,
  movementReport,
  procurementReport,
  stockTakingReport,
} from './stock-reports.ts';

/** Every report by its key. */
export const REPORTS = {
  sales: salesReport,
  channels: channelsReport,
  procurement: procurementReport,
  inventory: inventoryReport,
  movement: movementReport,
  expiry: expiryReport,
  stock_taking: stockTakingReport,
  payments: paymentsReport,
  drivers: driversReport,
  pos_cash: posCashReport,
} as const;

export type ReportKey = keyof typeof REPORTS;
export const REPORT_KEYS = Object.keys(REPORTS) as [ReportKey, ...ReportKey[]];

/** The reports of `/admin/products/reports`; the others have paths of their own. */
export const REPORT_TYPES = [
  'sales',
  'channels',
  'procurement',
  'inventory',
  'movement',
  'expiry',
  'stock_taking',
] as const satisfies readonly ReportKey[];

export const REPORT_RANGES = ['today', 'yesterday', 'this_week', 'this_month', 'last_6_months'] as const;
/** The compared period: as many days before, the same days a week or a year earlier, or a Hijri year earlier. */
export const REPORT_COMPARES = ['before', 'week', 'year', 'hijri_year'] as const;
/** Types of batch movements: bought, sold, returned, transferred from or to another branch, counted, written off. */
export const MOVEMENT_TYPES = [
  'purchase',
  'sale',
  'return',
  'transfer_in',
  'transfer_out',
  'count',
  'write_off',
] as const;
/** Maximum number of days in a report; an export may cover five years. */
export const REPORT_DAYS_MAX = 366;
export const REPORT_FILE_DAYS_MAX = 5 * 366;
export const TILES_MAX = 20;

/** Filters of days and records; each report uses those in its definition. */
const filters = {
  branch_id: id.optional(),
  source: z.enum(SOURCES).optional(),
  status_value: z.int().min(-1).max(5).optional(),
  pos: zeroOrOne.optional(),
  paid: zeroOrOne.optional(),
  client_id: id.optional(),
  seller_id: id.optional(),
  payment_id: id.optional(),
  supplier_id: id.optional(),
  product_id: id.optional(),
  item_id: id.optional(),
  categorys_id: id.optional(),
  count_id: id.optional(),
  driver_id: id.optional(),
  state: z.enum(STOCK_STATES).optional(),
  /** One movement type, or several; by default bought, sold and returned. */
  movement_type: z.union([z.enum(MOVEMENT_TYPES), z.array(z.enum(MOVEMENT_TYPES)).max(7)]).optional(),
};

const days = {
  /** By default this month, when neither days nor a range are given. */
  range: z.enum(REPORT_RANGES).optional(),
  from_date: localDate.optional(),
  to_date: localDate.optional(),
  compare: z.enum(REPORT_COMPARES).optional(),
  /** For expiring batches: number of days from today, when no last day is given. */
  within_days: z.int().min(0).max(3_660).optional(),
};

/** The options of a report query: its group is one of the report's, by default the first. */
export const reportQuestion = {
  ...days,
  group: z.string().max(20).optional(),
  sort_by: z.string().max(40).optional(),
  sort_as: sortAs.optional(),
};

/** A number, text or date of a row, by column name. */
const figure = z.union([z.number(), z.string(), z.null()]);
const figures = z.record(z.string(), figure);

/** The screen that a value opens, with its filters. */
const opening = z.object({
  path: z.string(),
  filters: z.record(z.string(), z.union([z.string(), z.number()])),
});
const opens = z.record(z.string(), opening);
export type ReportLink = z.output<typeof opening>;

/** A row of any report, with its columns by name. */
export const reportRow = z.looseObject({
  /** The value by which it is grouped: a day, an id, a code. */
  key: z.string(),
  /** The title of the key, such as a branch's name, or else the key. */
  title: z.string(),
  currency: z.string(),
  /** The figures of the compared days; null where these have nothing. */
  compare: figures.nullable().optional(),
  opens: opens.optional(),
});
export type ReportRow = z.output<typeof reportRow>;

/** Totals over all filtered rows, in one currency. */
const totals = z.looseObject({ currency: z.string(), opens: opens.optional() });

export const reportMeta = pageMeta.extend({
  report: z.enum(REPORT_KEYS),
  /** Totals in the shop's currency, or else in the first one. */
  totals,
  compare_totals: totals.nullable(),
  /** Totals of each currency; currencies are never added up. */
  totals_by_currency: z.array(totals),
  compare_totals_by_currency: z.array(totals),
  group: z.string(),
  groups: z.array(z.string()),
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  /** The first and last of the compared days. */
  compare_from_date: z.string().nullable(),
  compare_to_date: z.string().nullable(),
  /** The instant until which the compared day counts, because today is not over yet; null for whole days. */
  compare_until: z.string().nullable(),
  zone: z.string(),
  /** When the shop's business day ends, after midnight. */
  day_end: z.string(),
  as_of: z.string(),
  /** Number of facts that are in the figures but not yet in the daily sums. */
  waiting: z.number().int(),
  /** Days that changed after their end. */
  restated_days: z.array(z.string()),
  /** For an empty result: the nearest days with data. */
  nearest: z.object({ from_date: z.string(), to_date: z.string() }).nullable(),
  columns: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(COLUMN_KINDS),
      unit: z.enum(REPORT_UNITS),
      help: z.string(),
      hidden: z.boolean(),
      sortable: z.boolean(),
      /** The value that it must equal, as `report.column`. */
      tie: z.string().nullable(),
    }),
  ),
});
export type ReportMeta = z.output<typeof reportMeta>;

const tile = z.strictObject({
  report: z.enum(REPORT_KEYS),
  column: z.string().max(40),
  /** A number, a line or bars over the group, or its first rows. */
  form: z.enum(['number', 'spark', 'bars', 'list']),
  group: z.string().max(20).optional(),
  filters: z.strictObject({ ...filters, ...days }).optional(),
  sort_as: sortAs.optional(),
  /** A list is sorted by the value, or by its change from the compared days; by default the value. */
  by: z.enum(['value', 'change']).optional(),
  /** Number of rows of a list; 5 by default. */
  limit: z.int().min(1).max(50).optional(),
});

const tileAnswer = z.object({
  report: z.enum(REPORT_KEYS),
  column: z.string(),
  form: z.enum(['number', 'spark', 'bars', 'list']),
  label: z.string(),
  unit: z.enum(REPORT_UNITS),
  /** In the shop's currency; null when the caller may not see it or there is none. */
  value: z.number().nullable(),
  compare_value: z.number().nullable(),
  /** The days of the tile, in the shop's time zone. */
  from_date: z.string().nullable(),
  to_date: z.string().nullable(),
  currency: z.string(),
  values_by_currency: z.array(
    z.object({ currency: z.string(), value: z.number().nullable(), compare_value: z.number().nullable() }),
  ),
  points: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      value: z.number().nullable(),
      compare_value: z.number().nullable(),
    }),
  ),
  /** The report with the same filters. */
  opens: opening,
});
export type Tile = z.output<typeof tileAnswer>;

const facts = { audience: 'staff', fails: ['reference.missing'], invalidates: [] } as const;

/** Reports, all with the same form of response (docs/rules/reports.md). */
export const report = {
  list: list({
    ...facts,
    path: '/admin/products/reports',
    summary: 'A report: rows by group, totals over all filtered rows, columns and what they mean',
    permission: { resource: 'reports', action: 'view' },
    list: {
      filters: { type: z.enum(REPORT_TYPES).default('sales'), ...filters, ...reportQuestion },
      sorts: ['key'],
      hasKeywords: false,
      formats: REPORT_FORMATS,
    },
    row: reportRow,
    meta: reportMeta,
    exports: true,
  }),
  drivers: list({
    ...facts,
    path: '/admin/products/orders/reports/drivers',
    summary: 'What drivers brought, how long they took, and the cash that they hold',
    permission: driversReport.permission,
    list: {
      filters: { branch_id: filters.branch_id, driver_id: filters.driver_id, ...reportQuestion },
      sorts: ['key'],
      hasKeywords: false,
      formats: REPORT_FORMATS,
    },
    row: reportRow,
    meta: reportMeta,
    exports: true,
  }),
  cash: list({
    ...facts,
    path: '/admin/cash/report',
    summary:
      'Drawers of tills: what was sold, taken in, expected and counted; the Z of each, or the X of open ones',
    permission: posCashReport.permission,
    list: {
      filters: {
        branch_id: filters.branch_id,
        device_id: id.optional(),
        opened_by: id.optional(),
        /** Totals include closed drawers only, unless open ones are requested. */
        status: z.enum(['open', 'closed']).default('closed'),
        ...reportQuestion,
      },
      sorts: ['key'],
      hasKeywords: false,
      formats: REPORT_FORMATS,
    },
    row: reportRow,
    meta: reportMeta,
    exports: true,
  }),
  tiles: show({
    ...facts,
    path: '/admin/reports/tiles',
    summary: 'Figures of reports, all of the same moment, in the order that they are asked for',
    permission: { resource: ['reports', 'payments', 'branchs', 'users.driver', 'sessions'], action: 'view' },
    input: {
      tiles: z.array(tile).min(1).max(TILES_MAX),
      branch_id: filters.branch_id,
      ...days,
    },
    output: z.object({
      /** In the order requested; null when the caller may not see the report or column. */
      tiles: z.array(tileAnswer.nullable()),
      as_of: z.string(),
      /** The shop's currency. */
      currency: z.string(),
    }),
  }),
};
