import * as z from 'zod';
import { list } from '../kit/endpoint.ts';
import { id, zeroOrOne } from '../kit/scalars.ts';

/** A payment that a driver still carries. */
const carriedPayment = z.object({
  id: z.number().int(),
  payment_title: z.string(),
  /** What of it is still carried: no more than was paid. */
  amount: z.number(),
  received_at: z.string(),
});

/** What a driver still carries of one order, in the order's currency. */
const carriedOrder = z.object({
  order_id: z.number().int(),
  currency: z.string(),
  amount: z.number(),
  payments: z.array(carriedPayment),
});

const row = z.object({
  /** The driver's. */
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  /** Where the driver works; null for one of no branch. */
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** Taken at the doors, given back there, handed in: of all time, in the shop's currency. */
  collected: z.number(),
  refunded: z.number(),
  handed_in: z.number(),
  /** What the driver still holds of the shop's currency. */
  outstanding: z.number(),
  /** The shop's: what the sums above are of. */
  currency: z.string(),
  /** The same sums of each currency that the driver took or handed in, the shop's first: no two are added up. */
  amounts: z.array(
    z.object({
      currency: z.string(),
      collected: z.number(),
      refunded: z.number(),
      handed_in: z.number(),
      outstanding: z.number(),
    }),
  ),
  last_handed_in_at: z.string().nullable(),
  actions: z.array(z.enum(['hand_in'])),
  /** To the driver alone: what they carry by currency, and the orders that it is from, the latest first. */
  outstanding_by_currency: z.array(z.object({ currency: z.string(), outstanding: z.number() })).optional(),
  orders: z.array(carriedOrder).optional(),
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

/** Who works with the payments of the screen sees the cash of all drivers. */
export const DRIVER_CASH_READ = { resource: ['payments', 'branchs'], action: 'view' } as const;
const permission = DRIVER_CASH_READ;

/** What drivers took at the doors and have not handed in yet (decisions section 5); handed in by `posSession.move`. */
export const driverCash = {
  list: list({
    path: '/admin/orders/payments/drivers',
    summary: 'Drivers and the cash that they hold; a driver is answered one row, their own',
    audience: 'staff',
    permission: { resource: [...permission.resource, 'driver'], action: 'view' },
    list: {
      filters: {
        /** 1: only who holds something; 0: only who holds nothing. */
        held: zeroOrOne.optional(),
        /** 1: only who holds more of the shop's currency than the settings say. */
        over: zeroOrOne.optional(),
      },
      sorts: ['outstanding', 'name', 'last_handed_in_at'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  handIns: list({
    path: '/admin/orders/payments/drivers/handed-in',
    summary: 'Cash that drivers handed in, the newest first',
    audience: 'staff',
    permission,
    list: { filters: { driver_id: id.optional() }, sorts: ['created_at'], defaultAs: 'desc' },
    row: handIn,
    fails: [],
    invalidates: [],
  }),
};
