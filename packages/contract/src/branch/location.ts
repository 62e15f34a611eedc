import * as z from 'zod';
import { list } from '../kit/endpoint.ts';
import { id, shownTexts } from '../kit/scalars.ts';

/** -2 country, -1 state, 0 area, 1 city, 2 zone (decisions section 8). */
export const LOCATION_TYPES = [-2, -1, 0, 1, 2] as const;

const row = z.object({
  id: z.number().int(),
  type: z.number().int(),
  parent_id: z.number().int().nullable(),
  name: z.string(),
  names: shownTexts.optional(),
  code: z.string().nullable(),
  timezone: z.string().nullable(),
  utc: z.string().nullable(),
  mobileCode: z.string().nullable(),
  status: z.number().int(),
});

export const location = {
  list: list({
    path: '/admin/products/areas',
    summary: 'Countries, states, cities, areas and zones',
    audience: 'public',
    permission: { resource: 'areas', action: 'view' },
    list: {
      filters: {
        type: z.int().min(-2).max(2).optional(),
        parent_id: id.optional(),
      },
      sorts: ['name', 'id'],
    },
    row,
    exports: true,
    fails: [],
    touches: [],
  }),
};
