import type { Screen } from '../../lib/screen.ts';

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts: ['order-payment', 'kit', 'fields'] },
];
