import type { Screen } from '../../lib/screen.ts';

const texts = ['contact-message', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
];
