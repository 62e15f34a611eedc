/** The weekdays, starting with Saturday. */
export const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
export const WEEK_SLOTS = ['midday', 'afternoon', 'evening'] as const;
export type WeekSlot = (typeof WEEK_SLOTS)[number];

/** Days and times of day; no days means every day, no times means the whole day. */
export type WeekSchedule = { readonly days: readonly number[]; readonly slots: readonly WeekSlot[] };

const toggleItem = <T>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one];

/** Returns sorted days; all seven days become an empty list. */
const normalDays = (days: readonly number[]): number[] =>
  days.length === DAYS.length ? [] : [...days].sort((a, b) => a - b);

const normalSlots = (slots: readonly WeekSlot[]): WeekSlot[] =>
  WEEK_SLOTS.filter((slot) => slots.includes(slot));

/** Adds or removes a day; adding the first day limits the rule to that day. */
export const toggleDay = ({ days, slots }: WeekSchedule, day: number): WeekSchedule => ({
  days: normalDays(toggleItem(days, day)),
  slots,
});

/** Adds or removes a time of day; null selects the whole day. */
export const toggleSlot = ({ days, slots }: WeekSchedule, slot: WeekSlot | null): WeekSchedule => ({
  days,
  slots: slot === null ? [] : normalSlots(toggleItem(slots, slot)),
});

/** Turns a cell of the grid on or off: on adds its day and its time, off removes its day. */
export function toggleCell(week: WeekSchedule, day: number, slot: WeekSlot | null): WeekSchedule {
  const isDay = week.days.includes(day);
  const isSlot = slot === null ? week.slots.length === 0 : week.slots.includes(slot);
  if (isDay && isSlot) return toggleDay(week, day);
  return {
    days: isDay ? week.days : normalDays([...week.days, day]),
    slots: isSlot ? week.slots : slot === null ? [] : normalSlots([...week.slots, slot]),
  };
}
