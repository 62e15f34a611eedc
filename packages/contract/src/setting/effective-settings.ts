import * as z from 'zod';
import { show } from '../kit/endpoint.ts';

/** The parts of the day that a discount may be limited to. */
export const DISCOUNT_SLOTS = ['midday', 'afternoon', 'evening'] as const;

const slot = z.enum(DISCOUNT_SLOTS);

const delivery = z.object({
  /** Null when the charge is the same everywhere. */
  place: z.string().nullable(),
  amount: z.number(),
  /** The value of goods from which delivery costs `amount_after`; null when it does not change. */
  free_after: z.number().nullable(),
  /** 0, or the surcharge of the delivery method, which is never waived. */
  amount_after: z.number(),
});

/** Amounts are in the shop's currency. */
const branchEffect = z.object({
  branch_id: z.number().int(),
  branch_name: z.string(),
  /** The cheapest delivery and, if another one costs more, the most expensive; empty without delivery. */
  deliveries: z.array(delivery),
  minimum: z.object({
    /** 0 for none. */
    order: z.number(),
    products: z.number().int(),
    /** The place with the highest minimum, if it is above `order`. */
    place: z.union([z.object({ name: z.string(), order: z.number() }), z.null()]),
  }),
  tax: z.object({
    mode: z.enum(['inclusive', 'exclusive']),
    /** An example item without its own tax rate: its price, tax and total. */
    price: z.number(),
    tax: z.number(),
    due: z.number(),
  }),
  /** An example amount and its rounded cash amount; null when the branch takes no cash. */
  cash: z.union([z.object({ amount: z.number(), paid: z.number() }), z.null()]),
  /** The current parts of the day and the next one, by the branch's time. */
  slots: z.array(z.object({ slot, until: z.string() })),
  next_slot: z.object({ slot, from: z.string() }),
});

export const effectiveSettings = show({
  path: '/admin/settings/effect',
  summary: 'What the settings of trade do now in each branch that sells, as orders are priced there',
  audience: 'staff',
  permission: { resource: 'settings', action: 'view' },
  input: {},
  output: z.object({ currency: z.string(), at: z.string(), branches: z.array(branchEffect) }),
  fails: [],
  invalidates: [],
});
