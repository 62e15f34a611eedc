import type { Screen } from '../../lib/screen.ts';

const texts = ['stock-count', 'force', 'stock', 'kit', 'fields'];
const list = { load: () => import('./list.tsx'), texts };

export const screen: Screen = [list, { path: ':id', load: () => import('./page.tsx'), texts }];

/** `/stock-taking-report`, the specification's address of the same list. */
export const report: Screen = [list];
