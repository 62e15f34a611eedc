import type { Screen } from '../lib/screen.ts';
import type { api } from '../lib/server/api.ts';
import type { IconName } from './icon-names.ts';

/**
 * The sections of the menu, in order, with their icons. A section's pages stand as tabs above each of them; those of the
 * settings stand as cards on a page of their own. Rule: docs/rules/screens.md#menu
 */
export const SECTIONS = {
  home: 'house',
  orders: 'shopping-cart',
  products: 'package',
  customers: 'contact',
  inventory: 'warehouse',
  purchasing: 'receipt',
  offers: 'percent',
  money: 'wallet',
  delivery: 'truck',
  reports: 'chart-column',
  content: 'image',
  people: 'users',
  settings: 'settings',
} as const satisfies Readonly<Record<string, IconName>>;
export type SectionName = keyof typeof SECTIONS;

type Api = typeof api;
/** An endpoint by its place in the contract: `order.make`. */
export type EndpointPlace = { [G in keyof Api]: `${G}.${keyof Api[G] & string}` }[keyof Api];

export type SubPage = {
  /** The last part of its translation key: `shell:route.<name>`. */
  readonly name: string;
  readonly path: string;
  readonly use: EndpointPlace;
  /** False where the page itself switches between the two. */
  readonly isTab: boolean;
};

export type RouteEntry = {
  /** Absolute on the first level, relative for most children. Existing links depend on the spelling. */
  readonly path: string;
  /** The last part of its translation key: `shell:route.<name>`. */
  readonly name: string;
  /** Null for a route that is no tab of a section, such as a form. */
  readonly section: SectionName | null;
  readonly icon: IconName;
  /**
   * The permissions that open the route; one of them is enough, and an empty list lets everybody in. A child with an
   * empty list inherits its parent's.
   */
  readonly keys: readonly string[];
  /**
   * An endpoint whose permission is needed too, where the keys alone let in accounts that the page would refuse. A child
   * inherits its parent's.
   */
  readonly use?: EndpointPlace;
  /** Null when the screen is not built: the route is not in the menu, and its URL leads to the 404 page. */
  readonly screen: Screen | null;
  readonly children?: readonly RouteEntry[];
  /**
   * The records that can be created from any page: the last part of the translation key (`palette:new.<name>`), the
   * path, and the endpoint whose permission is needed.
   */
  readonly creates?: readonly (readonly [name: string, path: string, use: EndpointPlace])[];
  /** Pages of the route's own screen that are found by their own names, and stand beside it as tabs. */
  readonly subPages?: readonly SubPage[];
  /** True for a page that fills the window, without menu and bars; it waits for the user by itself. */
  readonly isBare?: boolean;
  /** The child that the route's own URL redirects to. */
  readonly redirect?: string;
};

type Part = Partial<
  Pick<RouteEntry, 'children' | 'creates' | 'isBare' | 'redirect' | 'screen' | 'subPages' | 'use'>
>;
export const route = (
  path: string,
  name: string,
  section: SectionName | null,
  icon: IconName,
  keys: readonly string[],
  part: Part = {},
): RouteEntry => ({ path, name, section, icon, keys, screen: null, ...part });
