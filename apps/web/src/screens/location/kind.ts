import { paths } from '../../lib/paths.ts';

/** The five kinds of place, from the largest to the smallest; a zone is drawn inside a city. */
export const KINDS = {
  country: { type: -2, path: paths.countries, above: null, icon: 'globe' },
  state: { type: -1, path: paths.states, above: 'country', icon: 'landmark' },
  city: { type: 1, path: paths.cities, above: 'state', icon: 'building' },
  area: { type: 0, path: paths.areas, above: 'city', icon: 'pin' },
  zone: { type: 2, path: paths.zones, above: 'city', icon: 'shape' },
} as const;

export type LocationKind = keyof typeof KINDS;

/** The kind of place below each kind, which its list counts. */
export const BELOW: Readonly<Partial<Record<LocationKind, LocationKind>>> = {
  country: 'state',
  state: 'city',
  city: 'area',
};

const isKind = (kind: string): kind is LocationKind => kind in KINDS;

/** Returns the kind of place of a path. */
export function getLocationKind(pathname: string): LocationKind {
  const kinds = Object.keys(KINDS)
    .filter(isKind)
    .filter((kind) => pathname === KINDS[kind].path || pathname.startsWith(`${KINDS[kind].path}/`));
  // the longest match, because the path of zones begins with the path of areas
  return kinds.at(-1) ?? 'country';
}

/** Returns the path of one place. */
export const getLocationPath = (kind: LocationKind, id: number | 'new'): string =>
  `${KINDS[kind].path}/${id}`;
