import type { Screen } from '../../lib/screen.ts';

const texts = ['customer', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'new', load: () => import('./page.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts: [...texts, 'address'] },
];
