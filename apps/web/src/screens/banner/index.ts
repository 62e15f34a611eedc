import type { Screen } from '../../lib/screen.ts';

const texts = ['banner', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'new', load: () => import('./form.tsx'), texts },
  { path: ':id', load: () => import('./form.tsx'), texts },
];
