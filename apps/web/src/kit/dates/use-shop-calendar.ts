import { toLocalDate } from '@dukkan/commerce';
import { useSessionState } from '../../lib/server/session.ts';
import { useShopZone } from '../../lib/shop-zone.ts';

/**
 * Returns what the shop decides about calendars.
 * @param zone the zone that decides which day is today; the shop's by default
 */
export function useShopCalendar(zone?: string) {
  const { user } = useSessionState();
  const shopZone = useShopZone();
  return {
    today: toLocalDate(new Date(), zone ?? shopZone),
    /** The weekday that starts a week, 0 Saturday to 6 Friday. */
    weekStart: user?.week_start ?? 0,
    /** Days by which the shop's Hijri calendar differs from the calculated one. */
    hijriOffset: user?.hijri_offset ?? 0,
  };
}

export type ShopCalendar = ReturnType<typeof useShopCalendar>;
