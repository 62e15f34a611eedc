import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '../../lib/i18n.ts';
import type { User } from '../../lib/server/session.ts';
import { Field } from '../../ui/index.ts';
import { renderApp, testUser } from '../test-utils.tsx';
import { DayInput, type DayInputProps } from './day-input.tsx';
import { RangePicker } from './range-picker.tsx';
import { TimeInput } from './time-input.tsx';

const TODAY = new Date('2026-11-28T12:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await setLocale('en');
});

type OpenOptions = Partial<DayInputProps> & { user?: Partial<User> };

type DayFormProps = Partial<DayInputProps> & { taken: string[]; submitted: string[] };

const DayForm = ({ taken, submitted, value = '', ...props }: DayFormProps) => {
  const [day, setDay] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted.push(day);
      }}
    >
      <Field label="First day">
        <DayInput
          {...props}
          value={day}
          onChange={(next) => {
            taken.push(next);
            setDay(next);
          }}
        />
      </Field>
      <button type="submit">Save</button>
    </form>
  );
};

const TimeForm = ({ taken }: { taken: string[] }) => {
  const [value, setValue] = useState('');
  return (
    <TimeInput
      aria-label="Time"
      value={value}
      onChange={(next) => {
        taken.push(next);
        setValue(next);
      }}
    />
  );
};

/** Renders a date box and returns the days that it takes, in order. */
async function openDay({ user = {}, ...props }: OpenOptions = {}) {
  const taken: string[] = [];
  const submitted: string[] = [];
  await renderApp({ '/': <DayForm {...props} taken={taken} submitted={submitted} /> }, '/', {
    ...testUser,
    ...user,
  });
  const box = await screen.findByLabelText<HTMLInputElement>('First day');
  return { box, taken, submitted };
}

const openCalendar = async () => {
  await userEvent.click(screen.getByRole('button', { name: /calendar|Kalender|التقويم/ }));
  return screen.findByRole('grid');
};
const focusedDay = () => document.activeElement?.closest('[data-day]')?.getAttribute('data-day');

describe('typing a date', () => {
  it.each([
    ['31.12.2026', '2026-12-31'],
    ['31/12/26', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['311226', '2026-12-31'],
    ['٣١/١٢/٢٠٢٦', '2026-12-31'],
    ['3.12', '2026-12-03'],
  ])('the typed text "%s" is taken as %s in the order of the language', async (text, day) => {
    const { box, taken } = await openDay();
    await userEvent.type(box, text);
    await userEvent.tab();
    expect(taken.at(-1)).toBe(day);
    expect(box.value).toBe(day.split('-').reverse().join('/'));
    expect(box.getAttribute('aria-invalid')).toBeNull();
  });

  it('a half-typed year takes no other date on the way', async () => {
    const { box, taken } = await openDay();
    await userEvent.type(box, '31.12.2026');
    expect(taken).toEqual(['2026-12-31']);
  });

  it('Enter takes the date before the form is sent', async () => {
    const { box, submitted } = await openDay();
    await userEvent.type(box, '311226{Enter}');
    expect(submitted).toEqual(['2026-12-31']);
  });

  it('a text that is no date stays, is marked and is passed on, so that the form refuses it', async () => {
    const { box, taken } = await openDay({ value: '2026-12-01' });
    await userEvent.clear(box);
    await userEvent.type(box, '31.2.2026');
    expect(box.getAttribute('aria-invalid')).toBeNull();
    await userEvent.tab();
    expect(taken.at(-1)).toBe('31.2.2026');
    expect([box.value, box.getAttribute('aria-invalid')]).toEqual(['31.2.2026', 'true']);
  });

  it('an emptied box has no date', async () => {
    const { box, taken } = await openDay({ value: '2026-12-01' });
    await userEvent.clear(box);
    expect(taken).toEqual(['']);
  });

  it('Arabic digits are shown to a person who chose them, from left to right', async () => {
    await setLocale('ar');
    const { box } = await openDay({ value: '2026-12-31', user: { preferences: { digits: 'arab' } } });
    expect([box.value, box.dir]).toEqual(['٣١/١٢/٢٠٢٦', 'ltr']);
  });
});

describe('the calendar', () => {
  it('the keyboard moves by days, weeks, months and years, and a picked day closes the calendar', async () => {
    const { box, taken } = await openDay({ value: '2026-11-18' });
    box.focus();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('grid');
    await waitFor(() => expect(focusedDay()).toBe('2026-11-18'));
    const moves = [
      ['{ArrowRight}', '2026-11-19'],
      ['{ArrowDown}', '2026-11-26'],
      ['{ArrowLeft}', '2026-11-25'],
      ['{ArrowUp}', '2026-11-18'],
      ['{Home}', '2026-11-14'],
      ['{End}', '2026-11-20'],
      ['{PageDown}', '2026-12-20'],
      ['{PageUp}', '2026-11-20'],
      ['{Shift>}{PageUp}{/Shift}', '2025-11-20'],
    ] as const;
    for (const [keys, day] of moves) {
      await userEvent.keyboard(keys);
      await waitFor(() => expect([keys, focusedDay()]).toEqual([keys, day]));
    }
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(taken).toEqual(['2025-11-20']);
    expect(box.value).toBe('20/11/2025');
  });

  it('Escape closes the calendar, changes nothing and gives the focus back', async () => {
    const { taken } = await openDay({ value: '2026-11-18' });
    await openCalendar();
    await waitFor(() => expect(focusedDay()).toBe('2026-11-18'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open calendar' }));
    expect(taken).toEqual([]);
  });

  it('in Arabic the left arrow goes to the next day', async () => {
    await setLocale('ar');
    await openDay({ value: '2026-11-18' });
    await openCalendar();
    await waitFor(() => expect(focusedDay()).toBe('2026-11-18'));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(focusedDay()).toBe('2026-11-19'));
  });

  it.each([
    [0, 'Sat'],
    [1, 'Sun'],
    [2, 'Mon'],
  ])('with the week start %d the first column is %s', async (week_start, name) => {
    await openDay({ user: { week_start } });
    const [first] = within(await openCalendar()).getAllByText(/^(Sat|Sun|Mon|Tue|Wed|Thu|Fri)$/);
    expect(first?.textContent).toBe(name);
  });

  it.each([
    ['2026-11-28T20:59:59Z', '2026-11-28'],
    ['2026-11-28T21:00:00Z', '2026-11-29'],
  ])("at %s today is %s in the shop's zone, whatever the device's", async (now, today) => {
    vi.setSystemTime(new Date(now));
    const { taken } = await openDay();
    const grid = await openCalendar();
    expect(grid.querySelector('[data-today]')?.getAttribute('data-day')).toBe(today);
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(taken).toEqual([today]);
  });

  it.each([
    [0, '18'],
    [-1, '17'],
    [1, '19'],
  ])('with a Hijri offset of %d the Hijri day beside 28 November 2026 is %s', async (hijri_offset, day) => {
    await openDay({ value: '2026-11-28', user: { hijri_offset } });
    const grid = await openCalendar();
    expect(grid.querySelector('[data-day="2026-11-28"]')?.textContent).toBe(`28${day}`);
  });

  it('days outside the limits cannot be picked, and the limits are said', async () => {
    const { taken } = await openDay({ min: '2026-11-20', max: '2026-11-30' });
    const grid = await openCalendar();
    await screen.findByText(/20 Nov 2026.*30 Nov 2026/);
    const buttonOf = (day: string) => grid.querySelector(`[data-day="${day}"] button`) as HTMLButtonElement;
    expect(buttonOf('2026-11-19').disabled).toBe(true);
    fireEvent.click(buttonOf('2026-11-19'));
    expect(taken).toEqual([]);
    fireEvent.click(buttonOf('2026-11-30'));
    expect(taken).toEqual(['2026-11-30']);
  });

  it('the menus of month and year lead to another month', async () => {
    await openDay({ value: '2026-11-28' });
    await openCalendar();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'February');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2028');
    expect(document.querySelector('[data-day="2028-02-29"]')).not.toBeNull();
  });

  it.each(['Pacific/Apia', 'America/St_Johns', 'Africa/Cairo', 'Pacific/Kiritimati'])(
    'on a device in %s each day of a month that is clicked is the day that is taken',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      const { taken } = await openDay({ value: '2026-04-01' });
      for (const date of ['01', '24', '30']) {
        await openCalendar();
        fireEvent.click(document.querySelector(`[data-day="2026-04-${date}"] button`) as HTMLElement);
        expect(taken.at(-1)).toBe(`2026-04-${date}`);
        await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
      }
    },
  );
});

describe('a range', () => {
  const openRange = async () => {
    const applied: unknown[] = [];
    const picked: string[] = [];
    await renderApp(
      {
        '/': (
          <RangePicker
            label="Dates"
            trigger={<button type="button">Dates</button>}
            days={{ from: '2026-11-01', to: '2026-11-28' }}
            calendar={{ today: '2026-11-28', weekStart: 0, hijriOffset: 0 }}
            presets={[{ name: 'today', label: 'Today', isPressed: false }]}
            onApply={(days) => applied.push(days)}
            onPreset={(name) => picked.push(name)}
          />
        ),
      },
      '/',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Dates' }));
    await screen.findAllByRole('grid');
    const day = (date: string) => document.querySelector(`[data-day="${date}"] button`) as HTMLElement;
    const apply = () => userEvent.click(screen.getByRole('button', { name: 'Show these dates' }));
    return { applied, picked, day, apply };
  };

  it('a range shows two months, whose ends are picked in any order', async () => {
    const { applied, day, apply } = await openRange();
    expect(screen.getAllByRole('grid')).toHaveLength(2);
    await userEvent.click(day('2026-11-12'));
    await userEvent.click(day('2026-10-30'));
    await apply();
    expect(applied).toEqual([{ from: '2026-10-30', to: '2026-11-12' }]);
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('a range takes typed days, and refuses an end before the start', async () => {
    const { applied, apply } = await openRange();
    const from = screen.getByLabelText('From date');
    await userEvent.clear(from);
    await userEvent.type(from, '30.11.2026');
    await screen.findByText('The end is before the start.');
    await apply();
    expect(applied).toEqual([]);
    await userEvent.clear(from);
    await userEvent.type(from, '011026{Enter}');
    expect(applied).toEqual([{ from: '2026-10-01', to: '2026-11-28' }]);
  });

  it('a named range is taken at once', async () => {
    const { picked } = await openRange();
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(picked).toEqual(['today']);
  });
});

it.each([
  ['1930', '19:30'],
  ['7:30 pm', '19:30'],
  ['٧:٠٥', '07:05'],
])('the typed time "%s" is taken as %s', async (text, time) => {
  const taken: string[] = [];
  await renderApp({ '/': <TimeForm taken={taken} /> }, '/');
  const box = await screen.findByLabelText<HTMLInputElement>('Time');
  await userEvent.type(box, text);
  await userEvent.tab();
  expect([taken.at(-1), box.value]).toEqual([time, time]);
});
