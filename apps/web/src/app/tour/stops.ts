import { paths } from '../../lib/paths.ts';

/** One stop: what it points at, the name of its texts, and the page it stands on where not every page. */
export type TourStep = { key: string; page?: string };

/**
 * The stops of the specification's section 1, in its order. A stop whose target is not on the page (not built, not
 * permitted, hidden on a phone) is left out.
 */
export const TOUR_STEPS: readonly TourStep[] = [
  { key: 'menu' },
  { key: 'skin' },
  { key: 'language' },
  { key: 'profile' },
  { key: 'route.pos_sessions' },
  { key: 'route.payments' },
  { key: 'route.taxes' },
  { key: 'setting.app_name', page: paths.settings },
  { key: 'setting.logo', page: paths.settings },
  { key: 'setting.favicon', page: paths.settings },
  { key: 'setting.email', page: paths.settings },
  { key: 'setting.phone', page: paths.settings },
];

/** The element of a stop that can be seen now; the same mark may stand on a wide and a narrow variant. */
export function findTourTarget(stop: TourStep): Element | null {
  const marked = document.querySelectorAll(`[data-tour="${stop.key}"]`);
  return [...marked].find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
}
