import type { Screen } from '../../lib/screen.ts';

const texts = ['price-list', 'kit', 'fields'];

export const screen: Screen = [{ load: () => import('./list.tsx'), texts }];

/** `/pricelists/edit/:id?`, a route of its own in the specification; a price's steps are told as orders tell them. */
export const formScreen: Screen = [{ load: () => import('./page.tsx'), texts: [...texts, 'order'] }];
