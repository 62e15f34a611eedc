import * as z from 'zod';
import { list } from '../kit/endpoint.ts';
import { id, zeroOrOne } from '../kit/scalars.ts';

/** A payment whose cash a driver still carries. */
const carriedPayment = z.object({
  id: z.number().int(),
  payment_title: z.string(),
  /** The part still carried, at most the amount paid. */
  amount: z.number(),
  received_at: z.string(),
});

/** The cash of one order that a driver still carries, in the order's currency. */
const carriedOrder = z.object({
  order_id: z.number().int(),
  currency: z.string(),
  amount: z.number(),
  payments: z.array(carriedPayment),
});

const row = z.object({
  /** The driver's account id. */
  id: z.number().int(),
  name: z.string(),
  phone: z.string().nullable(),
  /** The driver's branch; null for none. */
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** Collected, refunded and handed in over all time, in the shop's currency. */
  collected: z.number(),
  refunded: z.number(),
  handed_in: z.number(),
  /** Cash in the shop's currency that the driver still holds. */
  outstanding: z.number(),
  /** The shop's currency, in which the sums above are. */
  currency: z.string(),
  /** The same sums for each currency, the shop's first; currencies are never added up. */
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
  /** For the driver only: the cash they carry by currency, and the orders it comes from, latest first. */
  outstanding_by_currency: z.array(z.object({ currency: z.string(), outstanding: z.number() })).optional(),
  orders: z.array(carriedOrder).optional(),
});

const handIn = z.object({
  id: z.number().int(),
  driver_id: z.number().int(),
  driver_name: z.string(),
  branch_id: z.number().int(),
  branch_name: z.string(),
  /** The session of the drawer that received it; both are null for the branch's safe. */
  session_id: z.number().int().nullable(),
  device_id: z.number().int().nullable(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string().nullable(),
  /** The account that received it. */
  account_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  created_at: z.string(),
});

/** Accounts with permission for payments see the cash of all drivers. */
export const DRIVER_CASH_READ = { resource: ['payments', 'branchs'], action: 'view' } as const;
const permission = DRIVER_CASH_READ;

/** Cash that drivers collected and have not handed in; `posSession.move` hands it in. */
export const driverCash = {
  list: list({
    path: '/admin/orders/payments/drivers',
    summary: 'Drivers and the cash that they hold; a driver is answered one row, their own',
    audience: 'staff',
    permission: { resource: [...permission.resource, 'driver'], action: 'view' },
    list: {
      filters: {
        /** 1: only drivers who hold cash; 0: only drivers who hold none. */
        held: zeroOrOne.optional(),
        /** 1: only drivers who hold more of the shop's currency than the limit in the settings. */
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
