import { describe, expect, it } from 'vitest';
import arHelp from '../../locales/ar/help.json';
import arShell from '../../locales/ar/shell.json';
import arTour from '../../locales/ar/tour.json';
import deHelp from '../../locales/de/help.json';
import deShell from '../../locales/de/shell.json';
import deTour from '../../locales/de/tour.json';
import enHelp from '../../locales/en/help.json';
import enShell from '../../locales/en/shell.json';
import enTour from '../../locales/en/tour.json';
import { filterAllowedRoutes } from '../app-routes.ts';
import { TOUR_STEPS } from './stops.ts';

const LANGUAGES = [
  { help: arHelp, shell: arShell, tour: arTour },
  { help: deHelp, shell: deShell, tour: deTour },
  { help: enHelp, shell: enShell, tour: enTour },
];

/** Returns the text of `namespace:a.b.c`; undefined when there is none. */
function textOf(texts: (typeof LANGUAGES)[number], key: string): unknown {
  const [namespace = '', path = ''] = key.split(':');
  return path
    .split('.')
    .reduce<unknown>(
      (at, part) => (at as Record<string, unknown> | undefined)?.[part],
      texts[namespace as keyof typeof texts],
    );
}

describe('the tour', () => {
  it('the tour has the eight stops of the specification, in its order', () => {
    expect(TOUR_STEPS.map(({ key }) => key)).toEqual([
      'menu',
      'skin',
      'language',
      'profile',
      'sessions',
      'payments',
      'taxes',
      'settings',
    ]);
  });

  it('every tour stop has a text in three languages, and removed stops have none', () => {
    for (const texts of LANGUAGES) {
      for (const { title, text } of TOUR_STEPS)
        for (const key of [title, text]) expect(textOf(texts, key), key).toEqual(expect.any(String));
      expect(Object.keys(texts.tour.stop)).toEqual(TOUR_STEPS.map(({ key }) => key));
    }
  });
});

it('explains every page of the menu in three languages, and no page that is gone', () => {
  const names = filterAllowedRoutes(() => true).map(({ entry }) => entry.name);
  for (const { help } of LANGUAGES) expect(Object.keys(help.page).toSorted()).toEqual(names.toSorted());
});
