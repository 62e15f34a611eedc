import type { Screen } from '../../lib/screen.ts';

const texts = ['order-return', 'approval', 'paper', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
];
export const makeReturnScreen: Screen = [{ load: () => import('./make-page.tsx'), texts }];
