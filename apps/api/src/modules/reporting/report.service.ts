import type { api, ReportKey } from '@dukkan/contract';
import type * as z from 'zod';
import type { Ctx } from '../../core/ctx.ts';
import { failField } from '../../core/fail-field.ts';
import { listPayments } from '../ordering/index.ts';
import type { ReportInput } from './engine/question.ts';
import { runReport } from './engine/run-report.ts';
import { SOURCES } from './sources/index.ts';

type List = z.output<typeof api.report.list.input>;
type Drivers = z.output<typeof api.report.drivers.input>;
type Cash = z.output<typeof api.report.cash.input>;
type Payments = z.output<typeof api.orderPayment.list.input>;

/** A report by its key. @throws request.invalid, reference.missing */
export const answerReport = (ctx: Ctx, key: ReportKey, input: ReportInput) =>
  runReport(ctx, SOURCES[key], key, input);

/** A report of what was sold, bought or is in stock. @throws request.invalid, reference.missing */
export const list = (ctx: Ctx, { type, ...input }: List) => answerReport(ctx, type, input);

/** What drivers brought and hold. @throws request.invalid, reference.missing */
export const drivers = (ctx: Ctx, input: Drivers) => answerReport(ctx, 'drivers', input);

/** What tills sold and what their drawers took in. @throws request.invalid, reference.missing */
export const cash = (ctx: Ctx, input: Cash) => answerReport(ctx, 'pos_cash', input);

const LISTED_SORTS = ['created_at', 'id', 'amount'] as const;
type ListedSort = (typeof LISTED_SORTS)[number];

const isListedSort = (sort: string): sort is ListedSort => LISTED_SORTS.some((known) => known === sort);

/**
 * Payments and refunds: the working list, or, where a group is asked for, the report over them.
 * @throws request.invalid, reference.missing
 */
export async function payments(ctx: Ctx, { sort_by, ...input }: Payments) {
  if (input.group === undefined) {
    const listed = isListedSort(sort_by) ? sort_by : failField('sort_by', 'one_of', { values: LISTED_SORTS });
    return listPayments(ctx, { ...input, sort_by: listed });
  }
  // the list's own default says nothing about groups
  const asked = sort_by === 'created_at' ? { ...input, sort_as: undefined } : { ...input, sort_by };
  return { ...(await answerReport(ctx, 'payments', asked)), grouped: true as const };
}
