import type { Screen } from '../../lib/screen.ts';

/** One page for every report: its address says which. */
export const screen: Screen = [
  {
    load: () => import('./report-page.tsx'),
    texts: ['report', 'kit', 'fields', 'order-status', 'order-payment'],
  },
];
