import type { Screen } from '../../lib/screen.ts';

export { makeOrderScreen } from './make/index.ts';

const texts = ['order', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list/page.tsx'), texts },
  { path: 'board', load: () => import('./board/page.tsx'), texts },
  { path: ':id', load: () => import('./detail/page.tsx'), texts },
];
