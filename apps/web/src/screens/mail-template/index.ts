import type { Screen } from '../../lib/screen.ts';

const texts = ['mail-template', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./overview.tsx'), texts },
  { path: ':key', load: () => import('./page.tsx'), texts },
];
