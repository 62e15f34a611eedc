import type { Screen } from '../../../lib/screen.ts';

/** A manual order; the page is its own route, the list stands beside it. */
export const makeScreen: Screen = [
  { load: () => import('./page.tsx'), texts: ['order', 'approval', 'kit', 'fields', 'stock'] },
];
