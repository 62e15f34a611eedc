import { Check } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { cx } from '../../../ui/index.ts';
import {
  DAYS,
  toggleCell,
  toggleDay,
  toggleSlot,
  WEEK_SLOTS,
  type WeekSchedule,
  type WeekSlot,
} from './week.ts';

export type WeekGridProps = WeekSchedule & {
  onChange: (week: WeekSchedule) => void;
  /** The hours of each time of day; empty for users who may not read the settings. */
  hours: Partial<Record<WeekSlot, string>>;
};

const box = 'hit grid min-h-8 w-full place-items-center rounded-sm border px-1 text-sm max-md:min-h-11';
const getDayClass = (isOn: boolean) =>
  isOn
    ? 'border-primary-solid bg-primary-soft font-medium text-primary-text'
    : 'border-line bg-surface text-muted hover:bg-hover';

/** Selects weekdays and times of day; the same times apply to each selected day, and no selection means always. */
export const WeekGrid = ({ days, slots, onChange, hours }: WeekGridProps) => {
  const { t } = useTranslation('offer');
  const { weekday } = useFormat();
  const week = { days, slots };
  const isDay = (day: number) => days.length === 0 || days.includes(day);
  const isSlot = (slot: WeekSlot | null) => (slot === null ? slots.length === 0 : slots.includes(slot));
  const columns: (WeekSlot | null)[] = [null, ...WEEK_SLOTS];
  const nameOf = (slot: WeekSlot | null) => t(slot === null ? 'grid.all_day' : `slot.${slot}`);
  return (
    <div className="overflow-x-auto">
      <table
        className="w-full min-w-72 table-fixed border-separate border-spacing-1"
        aria-label={t('grid.label')}
      >
        <thead>
          <tr>
            <td className="w-16 sm:w-28" />
            {columns.map((slot) => (
              <th key={slot ?? 'all'} scope="col" className="p-0 font-normal">
                <button
                  type="button"
                  aria-pressed={isSlot(slot)}
                  onClick={() => onChange(toggleSlot(week, slot))}
                  // a long word, such as Nachmittag, is hyphenated on a phone
                  className={cx(box, 'hyphens-auto max-sm:px-0.5 max-sm:text-xs', getDayClass(isSlot(slot)))}
                >
                  <span className="leading-tight">
                    {nameOf(slot)}
                    {slot && hours[slot] ? (
                      <bdi className="block text-xs text-subtle max-sm:hidden">{hours[slot]}</bdi>
                    ) : null}
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <tr key={day}>
              <th scope="row" className="p-0 font-normal">
                <button
                  type="button"
                  aria-pressed={isDay(day)}
                  onClick={() => onChange(toggleDay(week, day))}
                  className={cx(box, getDayClass(isDay(day)))}
                >
                  <span className="sm:hidden">{weekday(day, 'short')}</span>
                  <span className="max-sm:hidden">{weekday(day)}</span>
                </button>
              </th>
              {columns.map((slot) => {
                const isOn = isDay(day) && isSlot(slot);
                return (
                  <td key={slot ?? 'all'} className="p-0">
                    <button
                      type="button"
                      aria-pressed={isOn}
                      aria-label={t('grid.cell', { day: weekday(day), time: nameOf(slot) })}
                      onClick={() => onChange(toggleCell(week, day, slot))}
                      className={cx(box, getDayClass(isOn))}
                    >
                      {isOn ? <Check aria-hidden="true" className="size-4" /> : null}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
