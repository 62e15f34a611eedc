import type { Screen } from '../../lib/screen.ts';

const texts = ['product', 'kit', 'fields'];

export const screen: Screen = [
  { load: () => import('./list.tsx'), texts },
  { path: 'labels', load: () => import('./labels.tsx'), texts },
];

/** The page `/products/save/:id?`. */
export const productFormScreen: Screen = [
  { load: () => import('./page.tsx'), texts: [...texts, 'stock', 'order'] },
];
