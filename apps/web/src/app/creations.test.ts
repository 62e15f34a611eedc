// @vitest-environment node
import { expect, it } from 'vitest';
import ar from '../locales/ar/palette.json' with { type: 'json' };
import de from '../locales/de/palette.json' with { type: 'json' };
import en from '../locales/en/palette.json' with { type: 'json' };
import { APP_ROUTES, findRoute, hasScreen } from './app-routes.ts';
import { CREATIONS } from './creations.ts';

const SUB_PAGES = APP_ROUTES.flatMap(({ entry }) => entry.subPages ?? []);

it('the list of things to create has every page that creates something', () => {
  const pages = APP_ROUTES.flatMap(({ path, entry }) =>
    (entry.screen ?? []).flatMap((page) =>
      page.path === 'new' || page.path?.endsWith('/new') ? [`${path}/${page.path}`] : [],
    ),
  );
  expect(pages.length).toBeGreaterThan(20);
  const offered = CREATIONS.map(({ path }) => path);
  for (const page of pages) expect(offered).toContain(page);
});

it('each entry of the list of things to create leads to one existing page', () => {
  const all = [...CREATIONS, ...SUB_PAGES].map(({ path }) => path);
  expect(new Set(all).size).toBe(all.length);
  for (const path of all) {
    const place = findRoute(path.split('#')[0] ?? '');
    expect(place && hasScreen(place.entry), path).toBe(true);
  }
});

it('everything that can be created has a name, and menu pages are found by synonyms in three languages', () => {
  const menu = APP_ROUTES.filter(({ entry }) => entry.section !== null && entry.screen !== null);
  for (const texts of [ar, en, de] as Readonly<Record<string, unknown>>[]) {
    for (const { name } of CREATIONS) {
      expect(texts.new, name).toHaveProperty(name);
      expect(texts.new_words, name).toHaveProperty(name);
    }
    for (const name of [...menu.map(({ entry }) => entry.name), ...SUB_PAGES.map((page) => page.name)])
      expect(texts.page_words, name).toHaveProperty(name);
  }
});
