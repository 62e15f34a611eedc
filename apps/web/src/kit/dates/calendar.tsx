import { addDays, getMonthStart, isValidLocalDate, toHijriDate } from '@dukkan/commerce';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type CalendarDay, DayPicker, type DayPickerProps, type Modifiers } from 'react-day-picker';
import { formatDayParts, useFormat } from '../../lib/format.ts';
import { getTextDirection, useLocale, useTranslation } from '../../lib/i18n.ts';
import { cx } from '../../ui/index.ts';
import { formatHijriMonths } from './format-days.ts';
import type { ShopCalendar } from './use-shop-calendar.ts';

/** The days from which and to which a calendar is marked; equal for a single day. */
export type MarkedDays = { readonly from: string | null; readonly to: string | null };

export type CalendarProps = ShopCalendar & {
  marked: MarkedDays;
  onPick: (day: string) => void;
  /** The first and last day that may be picked. */
  min?: string | undefined;
  max?: string | undefined;
  /** True when the picked days are the two ends of a range. */
  isRange?: boolean | undefined;
  months?: 1 | 2 | undefined;
  /** True when the calendar takes the focus as it opens. */
  autoFocus?: boolean | undefined;
};

/** The years before and after today that the menu of years offers. */
const YEARS = 10;

// at noon, because some clock changes leave a day without its midnight
const toDate = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
};
const padTwoDigits = (part: number): string => String(part).padStart(2, '0');
const toDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`;
const isDay = (day: string | null | undefined): day is string =>
  typeof day === 'string' && isValidLocalDate(day);

const navButton =
  'pointer-events-auto grid size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink aria-disabled:opacity-40';

const CLASS_NAMES: DayPickerProps['classNames'] = {
  root: 'relative',
  months: 'relative flex gap-6',
  month: 'min-w-0',
  nav: 'pointer-events-none absolute inset-x-0 top-0 z-10 flex justify-between',
  button_previous: navButton,
  button_next: navButton,
  chevron: 'size-4 rtl:-scale-x-100',
  month_caption: 'flex min-h-9 flex-col items-center justify-center px-9 pb-1',
  dropdowns: 'flex items-center justify-center',
  month_grid: 'border-separate border-spacing-y-0.5 border-spacing-x-0 tabular',
  weekday: 'h-7 w-10 text-xs font-medium text-subtle',
  day: 'p-0 text-center',
  day_button: '',
};

const CalendarChevron = ({
  orientation,
  className,
}: {
  orientation?: string | undefined;
  className?: string | undefined;
}) =>
  orientation === 'left' ? (
    <ChevronLeft aria-hidden="true" className={className} />
  ) : (
    <ChevronRight aria-hidden="true" className={className} />
  );

type DropdownProps = ComponentProps<'select'> & {
  options?: readonly { value: number; label: string; disabled: boolean }[] | undefined;
};

const CalendarDropdown = ({
  options = [],
  value,
  onChange,
  disabled,
  'aria-label': label,
}: DropdownProps) => (
  <span className="relative inline-flex items-center">
    <select
      aria-label={label}
      value={value}
      onChange={onChange}
      disabled={disabled}
      className="field-sizing-content h-8 cursor-pointer appearance-none rounded-md bg-transparent ps-1.5 pe-5 text-base font-semibold text-ink hover:bg-hover [&>option]:bg-raised"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-1 size-3.5 text-subtle" />
  </span>
);

type DayButtonProps = ComponentProps<'button'> & { day: CalendarDay; modifiers: Modifiers };

/** Returns the look of a day: the ends of a range are solid, the days between them soft. */
const getDayClass = (modifiers: Modifiers): string =>
  cx(
    'relative flex h-10 w-10 flex-col items-center justify-center rounded-md text-base leading-4',
    'focus-visible:z-10 disabled:cursor-not-allowed disabled:opacity-35 aria-disabled:opacity-35',
    modifiers.selected
      ? 'bg-primary-solid font-semibold text-on-solid'
      : modifiers.between
        ? 'rounded-none bg-primary-soft text-ink hover:bg-hover'
        : 'text-ink hover:bg-hover',
    modifiers.today &&
      !modifiers.selected &&
      'font-semibold text-primary-text ring-1 ring-primary-solid ring-inset',
  );

/** Days by which the shop's Hijri calendar differs from the calculated one. */
const HijriOffset = createContext(0);

/** A day with its Hijri day below. */
const DayButton = ({ day, modifiers, className: _, children, ...rest }: DayButtonProps) => {
  const { number } = useFormat();
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus();
  }, [modifiers.focused]);
  const hijri = toHijriDate(addDays(day.isoDate, use(HijriOffset)));
  return (
    <button ref={ref} {...rest} className={getDayClass(modifiers)}>
      {children}
      {hijri ? (
        <span
          aria-hidden="true"
          className={cx('text-[0.625rem] leading-3', !modifiers.selected && 'text-subtle')}
        >
          {number(hijri.day)}
        </span>
      ) : null}
    </button>
  );
};

type MonthCaptionProps = {
  calendarMonth: { date: Date };
  children?: ReactNode;
  className?: string | undefined;
};

/** The menus of month and year with the Hijri months below. */
const MonthCaption = ({ calendarMonth, children, className }: MonthCaptionProps) => {
  const { choice } = useFormat();
  return (
    <div className={className}>
      {children}
      <bdi className="text-xs text-subtle">
        {formatHijriMonths(toDay(calendarMonth.date), choice, use(HijriOffset))}
      </bdi>
    </div>
  );
};

const COMPONENTS = { Chevron: CalendarChevron, Dropdown: CalendarDropdown, DayButton, MonthCaption };

/** A month or two with the Hijri day beside each day. Rule: docs/rules/screens.md#dates */
const Calendar = ({
  marked,
  onPick,
  min,
  max,
  isRange = false,
  months = 1,
  autoFocus = true,
  today,
  weekStart,
  hijriOffset,
}: CalendarProps) => {
  const { t } = useTranslation('kit');
  const locale = useLocale();
  const { choice, number } = useFormat();
  const [hovered, setHovered] = useState<string | null>(null);
  const from = isDay(marked.from) ? marked.from : null;
  const to = isDay(marked.to) ? marked.to : null;
  const openDay = to ?? from ?? today;
  const parts = useMemo(() => {
    const say = (day: string, part: Parameters<typeof formatDayParts>[2]) =>
      formatDayParts(day, choice, part);
    return {
      formatters: {
        formatDay: (date: Date) => number(Number(toDay(date).slice(8))),
        formatCaption: (date: Date) => say(toDay(date), { month: 'long', year: 'numeric' }),
        formatMonthDropdown: (date: Date) => say(toDay(date), { month: 'long' }),
        formatYearDropdown: (date: Date) => say(toDay(date), { year: 'numeric' }),
        formatWeekdayName: (date: Date) =>
          say(toDay(date), { weekday: choice.locale === 'ar' ? 'narrow' : 'short' }),
      },
      labels: {
        labelNav: () => t('date.nav'),
        labelPrevious: () => t('date.previous'),
        labelNext: () => t('date.next'),
        labelMonthDropdown: () => t('date.month'),
        labelYearDropdown: () => t('date.year'),
        labelGrid: (date: Date) => say(toDay(date), { month: 'long', year: 'numeric' }),
        labelWeekday: (date: Date) => say(toDay(date), { weekday: 'long' }),
        labelDayButton: (date: Date, modifiers: Modifiers) => {
          const day = say(toDay(date), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
          const label = modifiers.today ? t('date.today_is', { day }) : day;
          return modifiers.selected ? t('date.selected', { day: label }) : label;
        },
      },
    };
  }, [choice, number, t]);
  // while only the start is picked, the days up to the pointer show what the range would be
  const end = isRange && to === null ? hovered : to;
  const [first, last] = from !== null && end !== null && end < from ? [end, from] : [from, end];
  const isBetween = (date: Date) => {
    const day = toDay(date);
    return isRange && first !== null && last !== null && day > first && day < last;
  };
  const selected = [from, to].filter(isDay).map(toDate);
  const selection = isRange
    ? ({ mode: 'multiple', selected, onSelect: () => undefined } as const)
    : ({ mode: 'single', selected: selected[0], onSelect: () => undefined } as const);
  const disabled = [
    ...(isDay(min) ? [{ before: toDate(min) }] : []),
    ...(isDay(max) ? [{ after: toDate(max) }] : []),
  ];
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const startYear = isDay(min) ? yearOf(min) : Math.min(yearOf(today) - YEARS, yearOf(openDay));
  const endYear = isDay(max) ? yearOf(max) : Math.max(yearOf(today) + YEARS, yearOf(openDay));
  return (
    <HijriOffset value={hijriOffset}>
      <DayPicker
        {...selection}
        {...parts}
        components={COMPONENTS}
        classNames={CLASS_NAMES}
        captionLayout="dropdown"
        today={toDate(today)}
        defaultMonth={toDate(
          getMonthStart(openDay, months === 2 && openDay >= getMonthStart(today) ? -1 : 0),
        )}
        startMonth={toDate(isDay(min) ? min : `${startYear}-01-01`)}
        endMonth={toDate(isDay(max) ? max : `${endYear}-12-01`)}
        numberOfMonths={months}
        // the library counts from Sunday
        weekStartsOn={((weekStart + 6) % 7) as 0}
        dir={getTextDirection(locale)}
        disabled={disabled}
        modifiers={{ between: isBetween }}
        autoFocus={autoFocus}
        fixedWeeks
        onDayClick={(date, modifiers) => {
          if (!modifiers.disabled) onPick(toDay(date));
        }}
        onDayMouseEnter={(date) => setHovered(isRange ? toDay(date) : null)}
        onDayFocus={(date) => setHovered(isRange ? toDay(date) : null)}
      />
    </HijriOffset>
  );
};

export default Calendar;
