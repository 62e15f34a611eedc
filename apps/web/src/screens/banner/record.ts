import { api } from '../../lib/server/api.ts';
import type { RowOf } from '../../lib/server/endpoint.ts';
import { useRead } from '../../lib/server/use-read-write.ts';

export type BannerRecord = RowOf<typeof api.banner.show>;

const SLIDERS_MAX = 100;

/** The sliders by title, with their sizes. */
export const useSliders = () => useRead(api.slider.list, { limit: SLIDERS_MAX, sort_by: 'title' });
