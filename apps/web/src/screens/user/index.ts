import type { Screen } from '../../lib/screen.ts';

/** One screen for admins, drivers and sellers; the URL selects the kind. */
export const screen: Screen = [{ load: () => import('./list.tsx'), texts: ['user', 'kit', 'fields'] }];
