import type { Screen } from '../../lib/screen.ts';

const texts = ['pos-session', 'cash-count', 'driver-cash', 'approval', 'paper', 'kit', 'fields'];

/** The sessions of tills, and each session's ledger. */
export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: ':id', load: () => import('./page.tsx'), texts },
  { path: ':id/paper', load: () => import('./paper.tsx'), texts },
];
