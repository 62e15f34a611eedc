// @vitest-environment node
import { expect, it } from 'vitest';
import { CODE_SIGNS, generateCode } from './generate-code.ts';
import { DAYS, SLOTS, toggleCell, toggleDay, toggleSlot, type WeekSchedule } from './week.ts';

const always: WeekSchedule = { days: [], slots: [] };

it('the first cell that is pressed makes its day and its time the only ones', () => {
  expect(toggleCell(always, 6, 'evening')).toEqual({ days: [6], slots: ['evening'] });
});

it('a second day keeps the times, and pressing a cell that is on takes its day away', () => {
  const friday = toggleCell(always, 6, 'evening');
  const both = toggleCell(friday, 0, 'evening');
  expect(both).toEqual({ days: [0, 6], slots: ['evening'] });
  expect(toggleCell(both, 0, 'evening')).toEqual(friday);
});

it('all seven days are the same as no day, and the whole day is the same as no time', () => {
  expect(DAYS.reduce<WeekSchedule>((week, day) => toggleDay(week, day), always)).toEqual(always);
  expect(toggleSlot({ days: [], slots: ['midday'] }, null)).toEqual(always);
});

it('after any two presses days and times stay known ones, each once and in order', () => {
  const presses: ((week: WeekSchedule) => WeekSchedule)[] = DAYS.flatMap((day) => [
    (week: WeekSchedule) => toggleDay(week, day),
    ...[null, ...SLOTS].flatMap((slot) => [
      (week: WeekSchedule) => toggleCell(week, day, slot),
      (week: WeekSchedule) => toggleSlot(week, slot),
    ]),
  ]);
  for (const first of presses)
    for (const second of presses) {
      const { days, slots } = second(first(always));
      expect(days).toEqual(DAYS.filter((day) => days.includes(day)));
      expect(slots).toEqual(SLOTS.filter((slot) => slots.includes(slot)));
    }
});

it('a generated code has eight signs that nobody mistakes for each other', () => {
  for (let n = 0; n < 200; n++) {
    const code = generateCode();
    expect(code).toHaveLength(8);
    for (const sign of code) expect(CODE_SIGNS).toContain(sign);
  }
});
