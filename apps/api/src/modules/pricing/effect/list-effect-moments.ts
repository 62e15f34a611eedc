import { addDays, type PriceContext, toDayOfWeek } from '@dukkan/commerce';
import { EFFECT_WEEKS } from '@dukkan/contract';
import type { RuleDraft } from '../rule/rule-draft.ts';

type Cell = { readonly date: string; readonly minute: number };

/**
 * Returns a text that is equal for weekdays with the same discounts, including those of the day before when a part of
 * the day crosses midnight.
 */
const openDays = ({ discounts, slots }: PriceContext, weekday: number): string => {
  const runsOver = Object.values(slots).some(([from, to]) => from > to);
  const days = runsOver ? [weekday, (weekday + 6) % 7] : [weekday];
  return days
    .flatMap((day) => discounts.map((one) => (one.days.length === 0 || one.days.includes(day) ? '1' : '0')))
    .join('');
};

/** Returns the parts of the day that contain this minute, among those that a discount names. */
const openSlots = ({ discounts, slots }: PriceContext, minute: number): string =>
  [...new Set(discounts.flatMap((discount) => discount.slots))]
    .filter((slot) => {
      const [from, to] = slots[slot];
      return from < to ? minute >= from && minute < to : minute >= from || minute < to;
    })
    .sort()
    .join();

/** True when a part of the day that began yesterday contains this minute, so that yesterday's rules apply. */
const isAfterMidnight = ({ slots }: PriceContext, minute: number): boolean =>
  Object.values(slots).some(([from, to]) => from > to && minute < to);

/** Returns the first value of each key; values without a key are left out. */
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
 * Lists one moment for each period in which the same rules apply, from a given day on: between start and end days of
 * rules, per weekday, and per part of the day.
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
