import type { Screen } from '../../lib/screen.ts';

export const screen: Screen = [
  { load: () => import('./page.tsx'), texts: ['gateway', 'kit', 'fields', 'shell', 'setting'] },
];
