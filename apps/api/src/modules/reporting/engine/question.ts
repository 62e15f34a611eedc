import {
  addDays,
  type DayComparison,
  getComparedDay,
  getReportDatePresets,
  toInstant,
  toLocalDate,
} from '@dukkan/commerce';
import {
  fail,
  REPORT_DAYS_MAX,
  REPORT_FILE_DAYS_MAX,
  type REPORT_RANGES,
  REPORTS,
  type ReportDefinition,
  type ReportKey,
} from '@dukkan/contract';
import { getEffectiveScope } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { canSeeCosts, getBranchTimeZone } from '../../ordering/index.ts';
import { readSettings } from '../../setting/index.ts';

/** The input common to all reports; each endpoint removes filters that its report does not have. */
export type ReportInput = {
  readonly group?: string | undefined;
  readonly range?: (typeof REPORT_RANGES)[number] | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  readonly compare?: DayComparison | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_as?: 'asc' | 'desc' | undefined;
  /** Sorted by the column's change from the compared days. */
  readonly by_change?: boolean | undefined;
  readonly within_days?: number | undefined;
  readonly branch_id?: number | undefined;
  readonly export?: boolean | undefined;
  readonly page: number;
  readonly limit: number;
  readonly [filter: string]: unknown;
};

/** Local days, both included, and their first and last instant. */
export type ReportDateRange = {
  readonly from_date: string | null;
  readonly to_date: string;
  readonly start: Date | null;
  readonly end: Date;
  /** True when `end` lies within the last day. */
  readonly isPartial: boolean;
};

/** A report query that is checked and complete. */
export type ReportQuery = {
  readonly key: ReportKey;
  readonly report: ReportDefinition;
  readonly group: string;
  /** Null: all branches. */
  readonly branches: readonly number[] | null;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly zone: string;
  readonly day_end: string;
  readonly today: string;
  readonly days: ReportDateRange;
  /** The compared days, each next to the day it is compared with. */
  readonly compare:
    | (ReportDateRange & { readonly earlier: readonly string[]; readonly now: readonly string[] })
    | null;
  /** The shop's currency. */
  readonly currency: string;
  readonly seesCosts: boolean;
};

const DEFAULT_EXPIRY_DAYS = 14;

/** Returns the branches of a query: the requested one, or all of the caller's. @throws reference.missing */
async function resolveBranches(ctx: Ctx, branch_id: number | undefined): Promise<readonly number[] | null> {
  const scope = getEffectiveScope(ctx);
  if (branch_id === undefined) return scope === 'all' ? null : scope;
  const branchRow = await fetchRow(ctx, tables.selectFrom('branch').select('id').where('id', '=', branch_id));
  if (!branchRow || (scope !== 'all' && !scope.includes(branch_id)))
    return fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  return [branch_id];
}

type Clock = {
  readonly zone: string;
  readonly day_end: string;
  readonly today: string;
  /** The weekday that starts a week, from 0 Saturday. */
  readonly week_start: number;
};

const toDays = (from_date: string | null, to_date: string, { zone, day_end }: Clock): ReportDateRange => ({
  from_date,
  to_date,
  start: from_date === null ? null : toInstant(from_date, day_end, zone),
  end: toInstant(addDays(to_date, 1), day_end, zone),
  isPartial: false,
});

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** Returns the days of a query; a range without an end lasts until today. @throws request.invalid */
function findDays(ctx: Ctx, report: ReportDefinition, input: ReportInput, clock: Clock): ReportDateRange {
  const { from_date, to_date } = input;
  if (report.time === 'now') return toDays(null, clock.today, clock);
  if (report.time === 'until')
    return toDays(
      from_date ?? null,
      to_date ?? addDays(clock.today, input.within_days ?? DEFAULT_EXPIRY_DAYS),
      clock,
    );
  const presets = getReportDatePresets(
    new Date(ctx.now.getTime() - toMinuteOfDay(clock.day_end) * 60_000),
    clock.zone,
    clock.week_start,
  );
  const dayOf = (day: string) => ({ from_date: day, to_date: day });
  const days = { today: dayOf(clock.today), yesterday: dayOf(addDays(clock.today, -1)) };
  const preset = { ...presets, ...days }[input.range ?? 'this_month'];
  const from = from_date ?? (to_date === undefined ? preset.from_date : to_date.slice(0, 8).concat('01'));
  const to = to_date ?? [from, preset.to_date].toSorted().at(-1) ?? from;
  return toDays(from, to, clock);
}

function checkDays({ from_date, to_date }: ReportDateRange, isFile: boolean): void {
  if (from_date === null) return;
  if (from_date > to_date) failField('to_date', 'not_before', { other: 'from_date' });
  const max = isFile ? REPORT_FILE_DAYS_MAX : REPORT_DAYS_MAX;
  if (daysBetween(from_date, to_date) > max) failField('to_date', 'range_days', { max });
}

const toMinuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

type ComparedDayPair = { readonly now: string; readonly earlier: string };

/**
 * Ends compared days that stand beside today at the same time of the day that today is compared with, because today is
 * not over yet. Rule: docs/rules/reports.md#days
 */
function cutAtSameTime(
  then: ReportDateRange,
  pairs: readonly ComparedDayPair[],
  now: Date,
  clock: Clock,
): ReportDateRange {
  const pair = pairs.find((each) => each.now === clock.today);
  if (!pair || then.from_date === null) return then;
  const cut = toDays(then.from_date, pair.earlier, clock);
  const midnight = (day: string) => toDays(day, day, clock).start?.getTime() ?? 0;
  const end = new Date(midnight(pair.earlier) + (now.getTime() - midnight(pair.now)));
  return end < cut.end ? { ...cut, end, isPartial: true } : cut;
}

function findCompared(
  ctx: Ctx,
  days: ReportDateRange,
  how: DayComparison | undefined,
  clock: Clock,
): ReportQuery['compare'] {
  if (how === undefined || days.from_date === null) return null;
  const length = daysBetween(days.from_date, days.to_date);
  const pairs = Array.from({ length }, (_, at) => {
    const now = addDays(days.from_date as string, at);
    return { now, earlier: getComparedDay(now, how, length) };
  }).filter((pair): pair is ComparedDayPair => pair.earlier !== null);
  const earlier = pairs.map((pair) => pair.earlier);
  const [first, last] = [earlier[0], earlier.at(-1)];
  if (first === undefined || last === undefined) return null;
  const then = cutAtSameTime(toDays(first, last, clock), pairs, ctx.now, clock);
  return { ...then, earlier, now: pairs.map(({ now }) => now) };
}

/** Checks a report query and fills in defaults. @throws request.invalid, reference.missing */
export async function resolveReportQuery(ctx: Ctx, key: ReportKey, input: ReportInput): Promise<ReportQuery> {
  const report: ReportDefinition = REPORTS[key];
  const group = input.group ?? report.groups[0];
  if (!report.groups.includes(group)) failField('group', 'one_of', { values: report.groups });
  const branches = await resolveBranches(ctx, input.branch_id);
  const [zone, { settings }] = await Promise.all([
    getBranchTimeZone(ctx, input.branch_id),
    readSettings(ctx),
  ]);
  const { day_end, week_start } = settings;
  const today = toLocalDate(new Date(ctx.now.getTime() - toMinuteOfDay(day_end) * 60_000), zone);
  const clock = { zone, day_end, today, week_start };
  const days = findDays(ctx, report, input, clock);
  checkDays(days, input.export ?? false);
  return {
    key,
    report,
    group,
    branches,
    filters: Object.fromEntries(report.filters.map((name) => [name, input[name]])),
    zone,
    day_end,
    today,
    days,
    compare: report.time === 'range' ? findCompared(ctx, days, input.compare, clock) : null,
    currency: settings.Currency,
    seesCosts: canSeeCosts(ctx),
  };
}
