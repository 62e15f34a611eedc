import type { Screen } from '../../lib/screen.ts';

const texts = ['order-payment', 'driver-cash', 'safe', 'cash-count', 'kit', 'fields'];

/** Money of orders, and what of it drivers still hold. */
export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'drivers', load: () => import('./drivers.tsx'), texts },
  { path: 'safe', load: () => import('./safe.tsx'), texts },
];
