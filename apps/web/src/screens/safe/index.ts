import type { Screen } from '../../lib/screen.ts';

const texts = ['safe', 'driver-cash', 'cash-count', 'kit', 'fields'];

/** What lies in the safes of the branches; its page is a tab of the payments. */
export const screen: Screen = [{ path: 'safe', load: () => import('./page.tsx'), texts }];
