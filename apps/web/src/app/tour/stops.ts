import { paths } from '../../lib/paths.ts';
import { APP_ROUTES, MENU_GROUPS } from '../routes.ts';

/** One stop: what it points at, the keys of its title and text, and the page it stands on where not every page. */
export type TourStep = { key: string; title: string; text: string; page?: string };

const named = (key: string, page?: string): TourStep => ({
  key,
  title: `tour:stop.${key}.title`,
  text: `tour:stop.${key}.text`,
  ...(page && { page }),
});

/** A stop for each item of the menu, in the order of the menu. */
const menuSteps: readonly TourStep[] = MENU_GROUPS.flatMap((group) =>
  APP_ROUTES.filter(({ entry }) => entry.group === group && entry.screen !== null).map(({ entry }) => ({
    key: `route.${entry.name}`,
    title: `shell:route.${entry.name}`,
    text: `tour:stop.route.${entry.name}`,
  })),
);

/**
 * The stops of the specification's section 1 in its order, among them every item of the menu. A stop whose target is
 * not on the page (not built, not permitted, hidden on a phone) is left out.
 */
export const TOUR_STEPS: readonly TourStep[] = [
  ...['menu', 'skin', 'language', 'profile'].map((key) => named(key)),
  ...menuSteps,
  ...['app_name', 'logo', 'favicon', 'email', 'phone'].map((key) => named(`setting.${key}`, paths.settings)),
];

/** The element of a stop that can be seen now; the same mark may stand on a wide and a narrow variant. */
export function findTourTarget(stop: TourStep): Element | null {
  const marked = document.querySelectorAll(`[data-tour="${stop.key}"]`);
  return [...marked].find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
}
