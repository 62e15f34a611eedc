import * as z from 'zod';
import { show } from '../kit/endpoint.ts';
import { id, instant, phoneText, quantity } from '../kit/scalars.ts';
import { priceStep } from './order-shape.ts';

/** Why a price list does not set a price: `beaten` by another list, `phone` for other customers. */
export const PRICE_LIST_MISSES = [
  'inactive',
  'not_yet',
  'over',
  'branch',
  'phone',
  'no_price',
  'beaten',
] as const;

export const priceTrial = {
  try: show({
    path: '/admin/pricelist/try',
    summary:
      'What an item costs in a branch at a moment for a customer, and why: the price an order would get',
    audience: 'staff',
    permission: { resource: 'pricelist', action: 'view' },
    input: {
      branch_id: id,
      /** By default now. */
      at: instant.optional(),
      /** The customer's number; by default an unknown customer. */
      phone: phoneText.optional(),
      item_id: id,
      quantity: quantity.optional(),
      /** The list that `missed` is about. */
      list_id: id.optional(),
    },
    output: z.object({
      currency: z.string(),
      quantity: z.number(),
      /** For all units. */
      price: z.number(),
      unit_price: z.number(),
      /** Unit price after the price list, before discounts. */
      unit_list: z.number(),
      unit_base: z.number(),
      steps: z.array(priceStep),
      /** The list that sets the price. */
      list: z.object({ id: z.number().int(), title: z.string() }).nullable(),
      /** Why the requested list does not set the price; null when it does or none was requested. */
      missed: z.enum(PRICE_LIST_MISSES).nullable(),
      /** The time for which the price was computed. */
      at: z.string(),
    }),
    fails: ['record.missing', 'reference.missing', 'branch.forbidden'],
    invalidates: [],
  }),
};
