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

/** The `screen` export of `screens/<noun>/index.ts`. */
export type Screen = readonly ScreenPage[];
