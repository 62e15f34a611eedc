import { CalendarDays } from 'lucide-react';
import { RangePicker, warmRangePanel } from '../../../kit/dates/range-picker.tsx';
import { useDayPresets } from '../../../kit/dates/use-day-presets.ts';
import type { HasId, List } from '../../../kit/index.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/index.ts';

const ALL = 'all';

/** The period of the list, as one selection. */
export function PeriodFilter<R extends HasId>({ list }: { list: List<R> }) {
  const { t } = useTranslation('kit');
  const presets = useDayPresets();
  const { from_date = '', to_date = '' } = list.query.filters;
  const days = { from: String(from_date), to: String(to_date) };
  const all = { name: ALL, label: t('date.preset.all'), isPressed: days.from === '' && days.to === '' };
  return (
    <RangePicker
      label={t('date.period')}
      trigger={
        <Button icon={<CalendarDays />} onPointerEnter={warmRangePanel} onFocus={warmRangePanel}>
          {t('date.period')}
        </Button>
      }
      days={days}
      calendar={presets.calendar}
      presets={[...presets.list(days), all]}
      onPreset={(name) => list.set(presets.find(name) ?? { from_date: null, to_date: null })}
      onApply={({ from, to }) => list.set({ from_date: from || null, to_date: to || null })}
    />
  );
}
