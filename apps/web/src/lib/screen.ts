import type { ComponentType } from 'react';

/** Asks for what a page will ask for at an address, before it is drawn. */
export type Ahead = (address: URL) => Promise<void>;

/** What a lazily loaded page file exports. */
export type ScreenModule = { default: ComponentType; prefetch?: Ahead };

/** One page of a screen below its path of the route table; a page with neither is wrong. */
export type ScreenPage = {
  /** Relative (`new`, `:id`); absent for the screen's own path. */
  path?: string;
  /** Loaded when it is first opened: `() => import('./list.tsx')`. */
  load: () => Promise<ScreenModule>;
  /** The locale file to load beside the code, so that the page never waits twice. */
  texts?: readonly string[];
  /** Pages drawn inside this one's `<Outlet />` (a drawer above a list). */
  children?: readonly ScreenPage[];
};

/** What `screens/<noun>/index.ts` exports as `screen`. */
export type Screen = readonly ScreenPage[];
