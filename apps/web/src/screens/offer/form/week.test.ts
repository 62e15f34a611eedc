// @vitest-environment node
import { expect, it } from 'vitest';
import { CODE_SIGNS, generateCode } from './generate-code.ts';
import { DAYS, toggleCell, toggleDay, toggleSlot, WEEK_SLOTS, type WeekSchedule } from './week.ts';
import { findNextWeekend, getWeekendDays } from './weekend.ts';

const always: WeekSchedule = { days: [], slots: [] };

it('the first pressed cell of the week selects only its day and time', () => {
  expect(toggleCell(always, 6, 'evening')).toEqual({ days: [6], slots: ['evening'] });
});

it('a second day keeps the times, and pressing a selected cell removes its day', () => {
  const friday = toggleCell(always, 6, 'evening');
  const both = toggleCell(friday, 0, 'evening');
  expect(both).toEqual({ days: [0, 6], slots: ['evening'] });
  expect(toggleCell(both, 0, 'evening')).toEqual(friday);
});

it('all seven days equal no day, and the whole day equals no time', () => {
  expect(DAYS.reduce<WeekSchedule>((week, day) => toggleDay(week, day), always)).toEqual(always);
  expect(toggleSlot({ days: [], slots: ['midday'] }, null)).toEqual(always);
});

it('after any two presses the days and times are valid, unique and in order', () => {
  const presses: ((week: WeekSchedule) => WeekSchedule)[] = DAYS.flatMap((day) => [
    (week: WeekSchedule) => toggleDay(week, day),
    ...[null, ...WEEK_SLOTS].flatMap((slot) => [
      (week: WeekSchedule) => toggleCell(week, day, slot),
      (week: WeekSchedule) => toggleSlot(week, slot),
    ]),
  ]);
  for (const first of presses)
    for (const second of presses) {
      const { days, slots } = second(first(always));
      expect(days).toEqual(DAYS.filter((day) => days.includes(day)));
      expect(slots).toEqual(WEEK_SLOTS.filter((slot) => slots.includes(slot)));
    }
});

it('a generated code has eight characters that are not mistaken for each other', () => {
  for (let n = 0; n < 200; n++) {
    const code = generateCode();
    expect(code).toHaveLength(8);
    for (const sign of code) expect(CODE_SIGNS).toContain(sign);
  }
});

it.each([
  ['QAR', [0, 6]],
  ['EGP', [0, 6]],
  ['AED', [0, 1]],
  ['EUR', [0, 1]],
  ['GBP', [0, 1]],
])('the weekend of a shop with %s has the days of its country', (currency, days) => {
  expect(getWeekendDays(currency)).toEqual(days);
});

it.each([
  ['a Sunday', '2026-11-29', '2026-12-04', '2026-12-05'],
  ['a Thursday', '2026-12-03', '2026-12-04', '2026-12-05'],
  ['a Friday', '2026-12-04', '2026-12-04', '2026-12-05'],
  ['a Saturday', '2026-12-05', '2026-12-05', '2026-12-05'],
])(
  'seen from %s the weekend of Friday and Saturday is the next one or the rest of this one',
  (_, today, start_date, end_date) => {
    expect(findNextWeekend(today, [0, 6])).toEqual({ start_date, end_date });
  },
);
