import type { Screen } from '../../lib/screen.ts';

/** One screen for admins, drivers and sellers: the address says which (specification section 2). */
export const screen: Screen = [{ load: () => import('./list.tsx'), texts: ['user', 'kit', 'fields'] }];
