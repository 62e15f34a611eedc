import { DAY_PRESETS, type DayPreset, getDayPresets } from '@dukkan/commerce';
import { useTranslation } from '../../lib/i18n.ts';
import type { DayRange } from './range-panel.tsx';
import { type ShopCalendar, useShopCalendar } from './use-shop-calendar.ts';

/** Returns the named ranges of days with their names, in the order in which they are offered. */
export function useDayPresets(zone?: string) {
  const { t } = useTranslation('kit');
  const calendar: ShopCalendar = useShopCalendar(zone);
  const ranges = getDayPresets(calendar.today, calendar);
  return {
    calendar,
    /** @param days the range that is set now */
    list: (days: DayRange) =>
      DAY_PRESETS.flatMap((name) => {
        const range = ranges[name];
        if (!range) return [];
        const isPressed = range.from_date === days.from && range.to_date === days.to;
        return [{ name, label: t(`date.preset.${name}`), isPressed }];
      }),
    find: (name: string) => ranges[name as DayPreset],
  };
}
