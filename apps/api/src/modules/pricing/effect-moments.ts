import { addDays, type PriceContext, toDayOfWeek } from '@dukkan/commerce';
import { EFFECT_WEEKS } from '@dukkan/contract';
import type { RuleDraft } from './rule-draft.ts';

type Cell = { readonly date: string; readonly minute: number };

/** Which discounts are for a weekday or, over midnight, for the one before: the same text for weekdays that differ in nothing. */
const openDays = ({ discounts, slots }: PriceContext, weekday: number): string => {
  const runsOver = Object.values(slots).some(([from, to]) => from > to);
  const days = runsOver ? [weekday, (weekday + 6) % 7] : [weekday];
  return days
    .flatMap((day) => discounts.map((one) => (one.days.length === 0 || one.days.includes(day) ? '1' : '0')))
    .join('');
};

/** Which times of day last at a minute, of those that some discount names. */
const openSlots = ({ discounts, slots }: PriceContext, minute: number): string =>
  [...new Set(discounts.flatMap((discount) => discount.slots))]
    .filter((slot) => {
      const [from, to] = slots[slot];
      return from < to ? minute >= from && minute < to : minute >= from || minute < to;
    })
    .sort()
    .join();

/** Whether a part of the day that began yesterday lasts at a minute: then yesterday's rules count. */
const isAfterMidnight = ({ slots }: PriceContext, minute: number): boolean =>
  Object.values(slots).some(([from, to]) => from > to && minute < to);

/** The first value of each key; those without a key are left out. */
function firstOfEach<T>(values: readonly T[], keyOf: (value: T) => string | null): T[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = keyOf(value);
    if (key === null || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Moments from a day on at which a discount or a wholesale offer may hold, one for each stretch of time in which the
 * same rules hold: between two days on which a rule begins or ends, each weekday, each part of the day.
 * Source: docs/rules/offers.md#never
 */
export function listMomentsToTry(context: PriceContext, draft: RuleDraft): Cell[] {
  const { start_date, end_date } = draft.rule;
  const first = start_date !== null && start_date > context.today ? start_date : context.today;
  const horizon = addDays(first, EFFECT_WEEKS * 7 - 1);
  const last = end_date !== null && end_date < horizon ? end_date : horizon;
  const rules = [...context.price_lists, ...context.discounts, ...context.wholesales];
  const turns = rules.flatMap((rule) => [
    ...(rule.start_date === null ? [] : [rule.start_date]),
    ...(rule.end_date === null ? [] : [addDays(rule.end_date, 1)]),
  ]);
  const starts = [...new Set([first, ...turns.filter((day) => day > first && day <= last)])].sort();
  const minutes = firstOfEach([0, ...Object.values(context.slots).flat()], (minute) =>
    minute < 24 * 60 ? `${openSlots(context, minute)} ${isAfterMidnight(context, minute)}` : null,
  );
  const cells: Cell[] = [];
  for (const [at, start] of starts.entries()) {
    const next = starts[at + 1];
    const week = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(start, n));
    const days = firstOfEach(week, (date) =>
      date > last || (next !== undefined && date >= next) ? null : openDays(context, toDayOfWeek(date)),
    );
    cells.push(...days.flatMap((date) => minutes.map((minute) => ({ date, minute }))));
  }
  return cells;
}
