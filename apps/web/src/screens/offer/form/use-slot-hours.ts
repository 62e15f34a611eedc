import { api } from '../../../lib/server/api.ts';
import { useSession } from '../../../lib/server/session.ts';
import { useRead } from '../../../lib/server/use-read-write.ts';
import { WEEK_SLOTS, type WeekSlot } from './week.ts';

/** Returns the hours of each time of day, for users who may read the settings. */
export function useSlotHours(): Partial<Record<WeekSlot, string>> {
  const enabled = useSession().can(api.setting.show);
  const { results } = useRead(api.setting.show, {}, { enabled });
  const spans = results?.discount_slots;
  if (!spans) return {};
  return Object.fromEntries(WEEK_SLOTS.map((slot) => [slot, spans[slot].join('–')]));
}
