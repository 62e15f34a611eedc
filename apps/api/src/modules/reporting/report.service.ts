import type { api, ReportKey } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { listPayments } from '../ordering/index.ts';
import type { ReportInput } from './engine/question.ts';
import { runReport } from './engine/run-report.ts';
import { REPORT_SOURCES } from './sources/index.ts';

type List = z.output<typeof api.report.list.input>;
type Drivers = z.output<typeof api.report.drivers.input>;
type Cash = z.output<typeof api.report.cash.input>;
type Payments = z.output<typeof api.orderPayment.list.input>;

/** Runs a report by its key. @throws request.invalid, reference.missing */
export const runReportByKey = (ctx: Ctx, key: ReportKey, input: ReportInput) =>
  runReport(ctx, REPORT_SOURCES[key], key, input);

/** Runs a report about sales, purchases or stock. @throws request.invalid, reference.missing */
export const list = (ctx: Ctx, { type, ...input }: List) => runReportByKey(ctx, type, input);

/** Runs the report about drivers' deliveries and cash. @throws request.invalid, reference.missing */
export const runDriversReport = (ctx: Ctx, input: Drivers) => runReportByKey(ctx, 'drivers', input);

/** Runs the report about tills' sales and cash. @throws request.invalid, reference.missing */
export const runCashReport = (ctx: Ctx, input: Cash) => runReportByKey(ctx, 'pos_cash', input);

const LISTED_SORTS = ['created_at', 'id', 'amount'] as const;
type ListedSort = (typeof LISTED_SORTS)[number];

const isListedSort = (sort: string): sort is ListedSort =>
  LISTED_SORTS.some((listedSort) => listedSort === sort);

/**
 * Returns the list of payments and refunds, or a report over them when a group is requested.
 * @throws request.invalid, reference.missing
 */
export async function listPaymentsOrReport(ctx: Ctx, { sort_by, ...input }: Payments) {
  if (input.group === undefined) {
    const checkedSort = isListedSort(sort_by)
      ? sort_by
      : failField('sort_by', 'one_of', { values: LISTED_SORTS });
    return listPayments(ctx, { ...input, sort_by: checkedSort });
  }
  // the list's default sort order does not apply to groups
  const query = sort_by === 'created_at' ? { ...input, sort_as: undefined } : { ...input, sort_by };
  return { ...(await runReportByKey(ctx, 'payments', query)), grouped: true as const };
}
