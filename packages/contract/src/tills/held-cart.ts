import * as z from 'zod';
import { defineCommand, list } from '../kit/endpoint.ts';
import { id, textWithoutCardNumber } from '../kit/scalars.ts';

/** The longest cart, as JSON. */
export const HELD_CART_MAX = 65_536;

const uses = { resource: ['seller', 'sessions'], action: 'save' } as const;

const row = z.object({
  id: z.number().int(),
  uuid: z.string(),
  branch_id: z.number().int(),
  device_id: z.number().int(),
  device_name: z.string(),
  title: z.string(),
  /** The cart as the till wrote it. */
  cart: z.string(),
  account_id: z.number().int().nullable(),
  account_name: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
});

const uuid = z.uuid().transform((value) => value.toLowerCase());

/** Carts that are put aside at a till and taken up at any till of the branch (docs/rules/till-sales.md#held-carts). */
export const heldCart = {
  list: list({
    path: '/admin/pos/holds',
    summary: 'Carts put aside in a branch, the oldest first',
    audience: 'staff',
    permission: { resource: ['seller', 'sessions'], action: 'view' },
    list: { filters: { branch_id: id.optional() }, sorts: ['id'], hasKeywords: false },
    row,
    fails: [],
    invalidates: [],
  }),
  save: defineCommand({
    path: '/admin/pos/holds/save',
    summary: 'Put a cart aside; the same one again changes it',
    audience: 'staff',
    permission: uses,
    input: {
      uuid,
      device_id: id,
      title: textWithoutCardNumber(200),
      /** JSON as text, at most 64 kB. */
      cart: z.string().min(2).max(HELD_CART_MAX),
    },
    output: row,
    fails: ['reference.missing', 'branch.forbidden', 'hold.taken'],
    invalidates: ['held-cart'],
  }),
  take: defineCommand({
    path: '/admin/pos/holds/take',
    summary: 'Take a cart up at a till of its branch; one till gets it',
    audience: 'staff',
    permission: uses,
    input: { uuid, device_id: id },
    output: row,
    fails: ['record.missing', 'reference.missing', 'branch.forbidden', 'hold.taken'],
    invalidates: ['held-cart'],
  }),
  drop: defineCommand({
    path: '/admin/pos/holds/delete',
    summary: 'Throw a cart away that was put aside',
    audience: 'staff',
    permission: uses,
    input: { uuid },
    output: z.object({ deleted: z.literal(1) }),
    fails: ['record.missing', 'hold.taken'],
    invalidates: ['held-cart'],
  }),
};
