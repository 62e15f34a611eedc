import type { Screen } from '../../../lib/screen.ts';

/** The page of a new order, a route of its own beside the list. */
export const makeOrderScreen: Screen = [
  { load: () => import('./page.tsx'), texts: ['order', 'approval', 'kit', 'fields', 'stock'] },
];
