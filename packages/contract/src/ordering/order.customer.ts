import * as z from 'zod';
import { quoteShape } from '../delivery/location.ts';
import { linePlace, ORDER_TYPES } from './order.shape.ts';

const address = z.object({
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  default: z.number().int(),
  info: z.object({
    area_no: z.string().nullable(),
    street: z.string().nullable(),
    home_no: z.string().nullable(),
    area_id: z.number().int().nullable(),
  }),
  area_name: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** What is delivered there as zones are now; null where nothing is. */
  zone: quoteShape.nullable(),
});

const line = z.object({
  ...linePlace,
  stepper: z.number(),
  extras_ids: z.array(z.number().int()),
});

/** What a seller is told of the person who calls; null for a number that no customer has. */
export const customerCard = z.object({
  customer: z
    .object({
      id: z.number().int(),
      name: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  /** In use only, the default first. */
  addresses: z.array(address),
  /** Orders in the caller's branches that were not canceled. */
  orders_count: z.number().int(),
  /** The newest of them. */
  last_order: z
    .object({
      id: z.number().int(),
      branch_id: z.number().int(),
      type: z.enum(ORDER_TYPES),
      created_at: z.string(),
      due: z.number(),
      currency: z.string(),
      /** What can be ordered again as it was. */
      cart: z.array(line),
      /** What is not sold any more, by its title then. */
      not_sold: z.array(z.object({ title: z.string(), quantity: z.number() })),
    })
    .nullable(),
});
