import type { Screen } from '../../lib/screen.ts';

const texts = ['product', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'labels', load: () => import('./labels.tsx'), texts },
];

/** `/products/save/:id?`, a route of its own in the specification. */
export const formScreen: Screen = [{ load: () => import('./page.tsx'), texts: [...texts, 'stock', 'order'] }];
