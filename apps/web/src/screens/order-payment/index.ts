import type { Screen } from '../../lib/screen.ts';

const texts = ['order-payment', 'driver-cash', 'safe', 'cash-count', 'kit', 'fields'];

/** Money of orders, and the safe it ends in. */
export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'safe', load: () => import('./safe.tsx'), texts },
];

/** What drivers took and have not handed in yet. */
export const driverCashScreen: Screen = [{ load: () => import('./drivers.tsx'), texts }];
