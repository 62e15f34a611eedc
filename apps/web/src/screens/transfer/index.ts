import type { Screen } from '../../lib/screen.ts';

const texts = ['transfer', 'force', 'stock', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'new', load: () => import('./editor.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
];
