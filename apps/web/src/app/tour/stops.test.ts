import { describe, expect, it } from 'vitest';
import arShell from '../../locales/ar/shell.json';
import arTour from '../../locales/ar/tour.json';
import deShell from '../../locales/de/shell.json';
import deTour from '../../locales/de/tour.json';
import enShell from '../../locales/en/shell.json';
import enTour from '../../locales/en/tour.json';
import { filterAllowedRoutes } from '../app-routes.ts';
import { TOUR_STEPS } from './stops.ts';

const LANGUAGES = [
  { shell: arShell, tour: arTour },
  { shell: deShell, tour: deTour },
  { shell: enShell, tour: enTour },
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
  it('the tour stops at every menu item in menu order', () => {
    const menu = filterAllowedRoutes(() => true).map(({ entry }) => `route.${entry.name}`);
    const stops = TOUR_STEPS.map(({ key }) => key).filter((key) => key.startsWith('route.'));
    expect([...stops].sort()).toEqual([...menu].sort());
    expect(new Set(stops).size).toBe(stops.length);
  });

  it('the tour keeps the order of the specification', () => {
    const wanted = [
      'menu',
      'skin',
      'language',
      'profile',
      'route.pos_sessions',
      'route.payments',
      'route.taxes',
      'setting.app_name',
      'setting.logo',
      'setting.favicon',
      'setting.email',
      'setting.phone',
    ];
    const keys = TOUR_STEPS.map(({ key }) => key);
    expect(keys.filter((key) => wanted.includes(key))).toEqual(wanted);
  });

  it('every tour stop has a text in three languages, and removed stops have none', () => {
    for (const texts of LANGUAGES) {
      for (const { title, text } of TOUR_STEPS)
        for (const key of [title, text]) expect(textOf(texts, key), key).toEqual(expect.any(String));
      const written = Object.keys(texts.tour.stop.route).map((name) => `tour:stop.route.${name}`);
      expect(written.filter((key) => !TOUR_STEPS.some(({ text }) => text === key))).toEqual([]);
    }
  });
});
