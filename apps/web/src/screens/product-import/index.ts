import type { Screen } from '../../lib/screen.ts';

const texts = ['product-import', 'kit', 'fields', 'failures'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'new', load: () => import('./start.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
];
