import * as z from 'zod';
import { list } from '../kit/endpoint.ts';
import { bit, id } from '../kit/scalars.ts';

const row = z.object({
  /** The driver's. */
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  /** Where the driver works; null for one of no branch. */
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** Taken at the doors, given back there, handed in: of all time. */
  collected: z.number(),
  refunded: z.number(),
  handed_in: z.number(),
  /** What the driver still holds. */
  outstanding: z.number(),
  currency: z.string(),
  last_handed_in_at: z.string().nullable(),
  actions: z.array(z.enum(['hand_in'])),
});

const handIn = z.object({
  id: z.number().int(),
  driver_id: z.number().int(),
  driver_name: z.string(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  /** The drawer that it went into; both are null for the branch's safe. */
  session_id: z.number().int().nullable(),
  device_id: z.number().int().nullable(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string().nullable(),
  /** Who took it. */
  account_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  created_at: z.string(),
});

// who works with the payments of the screen (decisions 11)
const permission = { resource: ['payments', 'branchs'], action: 'view' } as const;

/** What drivers took at the doors and have not handed in yet (decisions section 5); handed in by `posSession.move`. */
export const driverCash = {
  list: list({
    path: '/admin/orders/payments/drivers',
    summary: 'Drivers and the cash that they hold',
    audience: 'staff',
    permission,
    list: {
      filters: {
        /** 1: only who holds something; 0: only who holds nothing. */
        held: bit.optional(),
      },
      sorts: ['outstanding', 'name', 'last_handed_in_at'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    touches: [],
  }),
  handIns: list({
    path: '/admin/orders/payments/drivers/handed-in',
    summary: 'Cash that drivers handed in, the newest first',
    audience: 'staff',
    permission,
    list: { filters: { driver_id: id.optional() }, sorts: ['created_at'], defaultAs: 'desc' },
    row: handIn,
    fails: [],
    touches: [],
  }),
};
