import type { Prefetch } from '../../lib/screen.ts';
import { api } from '../../lib/server/api.ts';
import { currentBranch } from '../../lib/server/current-branch.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { currentSession } from '../../lib/server/session.ts';
import { readOnce, useRead } from '../../lib/server/use-read-write.ts';

export type BannerRecord = RowOf<typeof api.banner.show>;

const SLIDERS_MAX = 100;

const ALL_SLIDERS = { limit: SLIDERS_MAX, sort_by: 'title' } as const;

/** Loads the sliders with their sizes, ordered by title. */
export const useSliders = () => useRead(api.slider.list, ALL_SLIDERS);

/** Loads the data of `useSliders` before the page is drawn. */
export const prefetchSliders: Prefetch = async () => {
  const session = currentSession();
  if (session.phase !== 'in' || session.user.must_change_password) return;
  await readOnce(api.slider.list, ALL_SLIDERS, currentBranch());
};
