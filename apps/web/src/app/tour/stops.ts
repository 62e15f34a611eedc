import { paths } from '../../lib/paths.ts';

/**
 * One step of the tour: its target, the keys of its title and text, the page that it is on (unless on every page), and
 * the page that its target leads to, where that is another.
 */
export type TourStep = {
  key: string;
  title: string;
  text: string;
  target: string;
  page?: string;
  leadsTo?: string;
};

const createStop = (
  key: string,
  target: string,
  page?: string,
  title = `tour:stop.${key}.title`,
): TourStep => ({
  key,
  target,
  title,
  text: `tour:stop.${key}.text`,
  ...(page && { page }),
});

/**
 * The eight steps of the tour in order. A step whose target is not on the page (not permitted, hidden on a phone) is left
 * out; every page explains itself beside its title.
 */
export const TOUR_STEPS: readonly TourStep[] = [
  ...['menu', 'skin', 'language', 'profile'].map((key) => createStop(key, key)),
  createStop('sessions', 'route.pos_sessions', paths.posSessions, 'shell:route.pos_sessions'),
  createStop('payments', 'route.payments', paths.payments, 'shell:route.payments'),
  {
    ...createStop('taxes', 'setting.taxes', paths.allSettings, 'shell:route.taxes'),
    leadsTo: paths.taxTypes,
  },
  createStop('settings', 'setting.app_name', paths.settings),
];

/** Returns the element of a step that is visible now, because a wide and a narrow variant may have the same mark. */
export function findTourTarget(stop: TourStep): Element | null {
  const marked = document.querySelectorAll(`[data-tour~="${stop.target}"]`);
  return [...marked].find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
}
