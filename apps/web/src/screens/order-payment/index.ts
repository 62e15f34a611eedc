import type { Screen } from '../../lib/screen.ts';

const texts = ['order-payment', 'driver-cash', 'safe', 'cash-count', 'kit', 'fields'];

/** Payments of orders, and the safe. */
export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'safe', load: () => import('./safe.tsx'), texts },
];

/** The cash that drivers collected and have not handed in. */
export const driverCashScreen: Screen = [{ load: () => import('./drivers.tsx'), texts }];
