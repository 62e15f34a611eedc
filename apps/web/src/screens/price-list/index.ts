import type { Screen } from '../../lib/screen.ts';

const texts = ['price-list', 'kit', 'fields'];

export const screen: Screen = [{ load: () => import('./list.tsx'), texts }];

/** The page `/pricelists/edit/:id?`; it also loads the texts of orders, which name the steps of a price. */
export const priceListFormScreen: Screen = [{ load: () => import('./page.tsx'), texts: [...texts, 'order'] }];
