import type { Screen } from '../../lib/screen.ts';

const texts = ['location', 'failures', 'kit', 'fields'];
const list = { load: () => import('./list.tsx'), texts };
const page = { load: () => import('./page.tsx'), texts };

export const screen: Screen = [list, { path: 'new', ...page }, { path: ':id', ...page }];

/** The list of areas, and the map of areas and zones. */
export const areaScreen: Screen = [...screen, { path: 'map', load: () => import('./zones.tsx'), texts }];
