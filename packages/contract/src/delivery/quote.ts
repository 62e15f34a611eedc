import * as z from 'zod';
import { localizedOutput } from '../kit/scalars.ts';

/** The delivery quote of a point or area: zone, branch and charge. */
export const quoteShape = z.object({
  zone_id: z.number().int().nullable(),
  area_id: z.number().int().nullable(),
  /** Null when no branch is selected and none serves the place. */
  branch_id: z.number().int().nullable(),
  name: z.string(),
  names: localizedOutput,
  min_order: z.number(),
  delivery_charge: z.number(),
  /** 0: never free. */
  free_after_amount: z.number(),
  delivery_minutes: z.number().int().nullable(),
});

export type Quote = z.output<typeof quoteShape>;

/** A zone that the order's branch does not serve, with the branches that do. */
export const zoneElsewhere = z.object({
  zone_id: z.number().int(),
  zone_name: z.string(),
  /** Nearest first; `may_choose`: the caller may create orders there. */
  branches: z.array(z.object({ id: z.number().int(), name: z.string(), may_choose: z.boolean() })),
  /** True when the order's branch delivers at all, so that it may deliver there too. */
  may_keep: z.boolean(),
});

export type ZoneElsewhere = z.output<typeof zoneElsewhere>;

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);
export const point = z.strictObject({ lat: latitude, lng: longitude });

/** What callers may know of a quote. */
export const quotePublic = quoteShape.partial().extend({
  /** For `points`, in their order; null where there is no delivery. */
  quotes: z.array(quoteShape.nullable()).optional(),
  /** For callers who may create orders: set when the zone belongs to another branch than the requested one. */
  elsewhere: zoneElsewhere.nullable().optional(),
  /** For callers who may create orders: the given area contradicts the pin, and the pin is used. */
  area_differs: z.boolean().optional(),
});
