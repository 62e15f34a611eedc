import * as z from 'zod';
import { quoteShape } from '../delivery/quote.ts';
import { linePlace, ORDER_TYPES } from './order-shape.ts';

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
  /** The current delivery quote for the address; null where there is no delivery. */
  zone: quoteShape.nullable(),
});

const line = z.object({
  ...linePlace,
  stepper: z.number(),
  extras_ids: z.array(z.number().int()),
});

/** What a seller sees of a caller; null for a number without a customer. */
export const customerCard = z.object({
  customer: z
    .object({
      id: z.number().int(),
      name: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  /** Active addresses only, the default first. */
  addresses: z.array(address),
  /** Number of orders in the caller's branches that are not canceled. */
  orders_count: z.number().int(),
  /** The latest of these orders. */
  last_order: z
    .object({
      id: z.number().int(),
      branch_id: z.number().int(),
      type: z.enum(ORDER_TYPES),
      created_at: z.string(),
      due: z.number(),
      currency: z.string(),
      /** The lines that can be ordered again. */
      cart: z.array(line),
      /** Lines that are no longer sold, by their title at that time. */
      not_sold: z.array(z.object({ title: z.string(), quantity: z.number() })),
    })
    .nullable(),
});
