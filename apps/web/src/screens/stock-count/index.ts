import type { Screen } from '../../lib/screen.ts';

const texts = ['stock-count', 'force', 'stock', 'kit', 'fields'];
export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
];
