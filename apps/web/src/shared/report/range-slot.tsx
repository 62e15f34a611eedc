import { REPORT_RANGES } from 'virtual:facts';
import { addDays } from '@dukkan/commerce';
import { RangePicker, warmRangePanel } from '../../kit/dates/range-picker.tsx';
import { useDayPresets } from '../../kit/dates/use-day-presets.ts';
import { useFormat } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { SlotButton } from './slotted.tsx';

/** For what expires: the days from today that are offered. */
const DAYS_AHEAD = [7, 30, 90];

type RangeProps = {
  /** The filters of the URL: `range`, or `from_date` and `to_date`. */
  filters: Readonly<Record<string, unknown>>;
  /** The first and last day that the server used. */
  from: string | null;
  to: string | null;
  zone: string | undefined;
  /** True when only the last day can be selected. */
  isUntil?: boolean;
  onSet: (change: Readonly<Record<string, string | null>>) => void;
};

/** Selects the period of a report: a named range, or any dates. */
export const RangeSlot = ({ filters, from: first, to: last, zone, isUntil = false, onSet }: RangeProps) => {
  const { t } = useTranslation(['report', 'kit']);
  const { days, date } = useFormat();
  const presets = useDayPresets(zone);
  const from = String(filters.from_date ?? first ?? '');
  const to = String(filters.to_date ?? last ?? '');
  const { today } = presets.calendar;
  const named = nameOfRange({ filters, from, to, today, isUntil });
  const text = to === '' ? '' : isUntil || from === '' || from === to ? date(to) : days(from, to);
  const set = (change: Record<string, string | null>) =>
    onSet({ range: null, from_date: null, to_date: null, ...change });
  const offered = isUntil
    ? DAYS_AHEAD.map((count) => ({
        name: `days_${count}`,
        label: t(`kit:date.preset.days_${count}`),
        isPressed: to === addDays(today, count),
      }))
    : presets
        .list({ from, to })
        .map((one) => ({ ...one, isPressed: named ? one.name === named : one.isPressed }));
  return (
    <RangePicker
      label={t('slot.range')}
      trigger={
        <SlotButton onPointerEnter={warmRangePanel} onFocus={warmRangePanel}>
          {named ? (
            <span className="inline-block first-letter:lowercase">{t(`kit:date.preset.${named}`)}</span>
          ) : null}
          {named && text ? ' (' : null}
          <bdi>{text}</bdi>
          {named && text ? ')' : null}
        </SlotButton>
      }
      days={{ from: isUntil ? '' : from, to }}
      calendar={presets.calendar}
      isUntil={isUntil}
      presets={offered}
      onPreset={(name) => {
        if (isUntil) set({ to_date: addDays(today, Number(name.slice('days_'.length))) });
        // a range of the server moves on with its day
        else if (REPORT_RANGES.some((range) => range === name)) set({ range: name });
        else set({ ...presets.find(name) });
      }}
      onApply={(chosen) =>
        set({ from_date: isUntil ? null : chosen.from || null, to_date: chosen.to || null })
      }
    />
  );
};

type Named = Pick<RangeProps, 'filters'> & { from: string; to: string; today: string; isUntil: boolean };

function nameOfRange({ filters, from, to, today, isUntil }: Named): string | null {
  if (isUntil) return null;
  if (typeof filters.range === 'string') return filters.range;
  if (filters.from_date === undefined && filters.to_date === undefined) return 'this_month';
  if (from !== to) return null;
  return to === today ? 'today' : to === addDays(today, -1) ? 'yesterday' : null;
}
