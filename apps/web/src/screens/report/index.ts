import type { Screen } from '../../lib/screen.ts';

/** One page for all reports; the URL selects the report. */
export const screen: Screen = [
  {
    load: () => import('./report-page.tsx'),
    texts: ['report', 'kit', 'fields', 'order-status', 'order-payment'],
  },
];
