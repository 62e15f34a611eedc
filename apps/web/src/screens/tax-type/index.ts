import type { Screen } from '../../lib/screen.ts';

const texts = ['tax-type', 'tss', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'new', load: () => import('./page.tsx'), texts },
  { path: 'certificates', load: () => import('./certificates.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
];
