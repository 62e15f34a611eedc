import type { ComponentType } from 'react';

/** Loads a page's data for an address before it is drawn. */
export type Prefetch = (address: URL) => Promise<void>;

/** The exports of a lazily loaded page. */
export type ScreenModule = { default: ComponentType; prefetch?: Prefetch };

/** A page of a screen, below the screen's path in the route table; it has a `load` or `children`. */
export type ScreenPage = {
  /** A relative path (`new`, `:id`); absent for the screen's own path. */
  path?: string;
  /** Loads the page when it is first opened: `() => import('./list.tsx')`. */
  load: () => Promise<ScreenModule>;
  /** The locale files to load together with the code, so that the page waits only once. */
  texts?: readonly string[];
  /** Pages drawn in this one's `<Outlet />`, such as a drawer over a list. */
  children?: readonly ScreenPage[];
};

/** The pages of a screen: the `screen` export of `screens/<noun>/index.ts`, or those of a list and its form. */
export type Screen = readonly ScreenPage[];

type Load = ScreenPage['load'];

/** The screen of a plain noun: a list, and a form for a new record and for a stored one. */
export function listAndForm(noun: string, list: Load, form: Load): Screen {
  const texts = [noun, 'kit', 'fields'];
  return [
    { load: list, texts },
    { path: 'new', load: form, texts },
    { path: ':id', load: form, texts },
  ];
}
