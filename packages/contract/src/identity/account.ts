import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import {
  email,
  flag,
  id,
  name,
  named,
  newPassword,
  phoneText,
  picture,
  text,
  zeroOrOne,
} from '../kit/scalars.ts';

/** The actions that the caller may take on a row, computed by the rules that enforce them. */
const actions = z.array(z.enum(['save', 'delete', 'sign_out']));

const row = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role_id: z.number().int().nullable(),
  role_title: z.string().nullable(),
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  status: z.number().int(),
  last_seen_at: z.string().nullable(),
  created_at: z.string(),
  version: z.number().int(),
  actions,
});

/**
 * A row of the list with sums of the customer's orders that are not canceled, in the caller's branches. The sums are
 * null, and `amounts` is empty, for staff and for callers who may not see orders.
 */
const listRow = row.extend({
  orders_count: z.number().int().nullable(),
  /** The sum of the orders in the shop's currency, less returned goods. */
  spent: z.number().nullable(),
  last_order_at: z.string().nullable(),
  /** The shop's currency, in which `spent` is. */
  currency: z.string().nullable(),
  /** The same sum for each currency of the orders, the shop's currency first; currencies are not converted. */
  amounts: z.array(z.object({ currency: z.string(), spent: z.number() })),
});

/** A full account: staff if `role_id` is set, otherwise a customer. */
export const accountShow = row.extend({
  email_verified: z.boolean(),
  phone_verified: z.boolean(),
  must_change_password: z.boolean(),
  has_password: z.boolean(),
  info: z.object({ branch_id: z.number().int().nullable() }),
  pos: z.array(z.number().int()),
  updated_at: z.string(),
  /** Returned once, for a save with `generate_password`; never stored or shown again. */
  generated_password: z.string().optional(),
  /** In a repeated response: the password was in the first one. */
  password_shown: z.boolean().optional(),
});

/** `staff`: descending, staff before customers, each newest first. */
const sorts = [
  'staff',
  'id',
  'name',
  'email',
  'phone',
  'role_title',
  'last_seen_at',
  'created_at',
  'status',
] as const;

const filters = {
  /** A role id or title, or customer, staff, managers, employees. */
  role: z.union([id, text(100)]).optional(),
  /** A permission of the account's role: admin, users.driver, users.seller. */
  perm: text(60).optional(),
  branch_id: id.optional(),
  /** Accounts that may be assigned to an order of this branch: its own staff, and those of no branch or of all. */
  works_at: id.optional(),
};

/** The permissions for managing accounts; the last two are limited to drivers and sellers. */
const resource = ['users', 'users.driver', 'users.seller'] as const;

export const account = {
  list: list({
    path: '/admin/accounts',
    summary: 'Accounts: staff and customers',
    audience: 'staff',
    // users who manage roles may also list the accounts that have a role
    permission: { resource: [...resource, 'roles'], action: 'view' },
    pick: ['orders', 'branchs', 'seller', 'sessions', 'payments', 'reports', 'Addresses'],
    list: { filters: { ...filters, named }, sorts, defaultAs: 'desc' },
    row: listRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  /** Staff of the branches in the caller's scope; the `branch-id` header narrows them to one branch. */
  listOfBranch: list({
    path: '/admin/manager/accounts',
    summary: 'Staff of the branch named by the branch-id header',
    audience: 'staff',
    permission: { resource, action: 'view' },
    list: { filters, sorts, defaultAs: 'desc' },
    row,
    exports: true,
    fails: ['branch.forbidden', 'branch.required'],
    invalidates: [],
  }),
  show: show({
    path: '/admin/accounts/show/{id}',
    summary: 'One account',
    audience: 'staff',
    permission: { resource, action: 'view' },
    input: { id },
    output: accountShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/accounts/save',
    summary: 'Create or change an account',
    audience: 'staff',
    permission: { resource, action: 'save' },
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      name: name.optional(),
      email: email.nullish(),
      phone: phoneText.nullish(),
      password: newPassword.nullish(),
      generate_password: flag.nullish(),
      role_id: id.nullish(),
      status: zeroOrOne.optional(),
      info: z.strictObject({ branch_id: id.nullish() }).optional(),
      pos: z.array(id).max(50).optional(),
      avatar_base64: picture.nullish(),
    },
    output: accountShow,
    fails: [
      'record.missing',
      'record.stale',
      'record.duplicate',
      'account.outranked',
      'account.last_admin',
      'account.own',
      'account.in_use',
      'account.holds_cash',
      'permission.denied',
      'permission.not_held',
      'reference.missing',
      'branch.required',
      'image.unreadable',
      'image.too_many_pixels',
      'upload.quota',
    ],
    invalidates: ['account', 'profile'],
    answersOnce: { generated_password: 'password_shown' },
  }),
  remove: remove({
    path: '/admin/accounts/delete/{id}',
    summary: 'Delete an account; its history keeps it by name',
    audience: 'staff',
    permission: { resource, action: 'delete' },
    input: { id, version: z.number().int().min(1).optional() },
    fails: [
      'record.missing',
      'record.stale',
      'account.outranked',
      'account.last_admin',
      'account.own',
      'account.in_use',
      'account.holds_cash',
    ],
    invalidates: ['account'],
  }),
  /** Restores a deleted account, within a day and if its e-mail and phone are not used by another one. */
  restore: save({
    path: '/admin/accounts/restore/{id}',
    summary: 'Bring a deleted account back (undo)',
    audience: 'staff',
    permission: { resource, action: 'delete' },
    input: { id },
    output: accountShow,
    fails: ['record.missing', 'record.duplicate', 'account.outranked', 'reference.missing'],
    invalidates: ['account'],
  }),
};
