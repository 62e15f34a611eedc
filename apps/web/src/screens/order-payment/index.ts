import type { Screen } from '../../lib/screen.ts';

const texts = ['order-payment', 'driver-cash', 'kit', 'fields'];

/** Payments of orders. */
export const screen: Screen = [{ load: () => import('./list.tsx'), texts }];
