import type { Screen } from '../../lib/screen.ts';

const texts = ['batch', 'stock', 'kit', 'fields'];

export const screen: Screen = [{ load: () => import('./list.tsx'), texts }];
