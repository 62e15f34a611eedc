import { FAVOURITES_MAX } from 'virtual:facts';
import { savePreference } from '../lib/server/preferences.ts';
import { useSession } from '../lib/server/session.ts';

/**
 * The pages at the top of the menu by the names of their routes, also those that do not open now, and how to change them.
 * Rule: docs/rules/screens.md#favourites
 */
export function useFavourites() {
  const names = useSession().user?.preferences.favourites ?? [];
  const save = (favourites: readonly string[]) =>
    savePreference({ preferences: { favourites: [...favourites] } });
  return {
    names,
    isFull: names.length >= FAVOURITES_MAX,
    save,
    add: (name: string) => save([...names, name]),
    remove: (name: string) => save(names.filter((one) => one !== name)),
  };
}
