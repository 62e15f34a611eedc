import type { Screen } from '../../lib/screen.ts';

const texts = ['driver-cash', 'kit', 'fields'];

/** The cash that drivers collected and have not handed in. */
export const screen: Screen = [{ load: () => import('./list.tsx'), texts }];
