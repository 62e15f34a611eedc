import type { Location } from 'react-router-dom';

/** The history state of an address that differs from the one before only in its branch. */
type SameVisit = { readonly visit: string };

const isSameVisit = (state: unknown): state is SameVisit =>
  typeof state === 'object' && state !== null && typeof Reflect.get(state, 'visit') === 'string';

/**
 * Returns a key that is new with every visit of a page and stays when only the branch in the top bar changes, so that a
 * form which is empty at every visit keeps what was typed.
 */
export const getVisitKey = ({ key, state }: Pick<Location, 'key' | 'state'>): string =>
  isSameVisit(state) ? state.visit : key;

/** Returns the history state for the same page with another branch in its address. */
export const toSameVisit = (location: Pick<Location, 'key' | 'state'>): SameVisit => ({
  ...(location.state as object | null),
  visit: getVisitKey(location),
});
