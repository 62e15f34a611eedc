import type { Screen } from '../../lib/screen.ts';

const texts = ['receipt', 'transaction', 'force', 'paper', 'kit', 'fields'];

export const screen: Screen = [{ load: () => import('./list.tsx'), texts }];
export const invoiceScreen: Screen = [
  { load: () => import('./page.tsx'), texts },
  { path: 'paper', load: () => import('./paper.tsx'), texts },
];
export const editScreen: Screen = [{ load: () => import('./edit-page.tsx'), texts }];
