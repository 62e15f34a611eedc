import { paths } from '../../lib/paths.ts';
import { APP_ROUTES } from '../app-routes.ts';
import { MENU_GROUPS } from '../routes.ts';

/**
 * One step of the tour: its target, the keys of its title and text, and the page that it is on (unless on every page).
 */
export type TourStep = { key: string; title: string; text: string; page?: string };

const named = (key: string, page?: string): TourStep => ({
  key,
  title: `tour:stop.${key}.title`,
  text: `tour:stop.${key}.text`,
  ...(page && { page }),
});

/** A step for each item of the menu, in the order of the menu. */
const menuSteps: readonly TourStep[] = MENU_GROUPS.flatMap((group) =>
  APP_ROUTES.filter(({ entry }) => entry.group === group && entry.screen !== null).map(({ entry }) => ({
    key: `route.${entry.name}`,
    title: `shell:route.${entry.name}`,
    text: `tour:stop.route.${entry.name}`,
  })),
);

/**
 * The steps of the tour in order, including every item of the menu. A step whose target is not on the page (not built,
 * not permitted, hidden on a phone) is left out.
 */
export const TOUR_STEPS: readonly TourStep[] = [
  ...['menu', 'skin', 'language', 'profile'].map((key) => named(key)),
  ...menuSteps,
  ...['app_name', 'logo', 'favicon', 'email', 'phone'].map((key) => named(`setting.${key}`, paths.settings)),
];

/** Returns the element of a step that is visible now, because a wide and a narrow variant may have the same mark. */
export function findTourTarget(stop: TourStep): Element | null {
  const marked = document.querySelectorAll(`[data-tour="${stop.key}"]`);
  return [...marked].find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
}
