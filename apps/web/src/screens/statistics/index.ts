import type { Screen } from '../../lib/screen.ts';

export const screen: Screen = [
  { load: () => import('./statistics-page.tsx'), texts: ['report', 'kit', 'fields'] },
];
