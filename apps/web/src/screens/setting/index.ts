import type { Screen } from '../../lib/screen.ts';

export const screen: Screen = [
  { load: () => import('./page.tsx'), texts: ['setting', 'kit', 'fields', 'shell'] },
];

export const themeScreen: Screen = [
  { load: () => import('./theme-page.tsx'), texts: ['theme', 'kit', 'fields'] },
];
