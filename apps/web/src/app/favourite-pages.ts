import { savePreference } from '../lib/server/preferences.ts';

/** How many pages a person may keep at the top of the menu. Rule: docs/rules/screens.md#favourites */
export const FAVOURITES_MAX = 6;

export const saveFavourites = (favourites: readonly string[]): void =>
  savePreference({ preferences: { favourites: [...favourites] } });
