import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import { pickRow } from '../kit/list.ts';
import {
  count,
  id,
  ids,
  localized,
  localizedOutput,
  longText,
  money,
  name,
  percent,
  picture,
  text,
  zeroOrOne,
} from '../kit/scalars.ts';

/** The types of payment. */
export const PAYMENT_TYPES = ['cash', 'card', 'online', 'transfer', 'wallet'] as const;
/** Maximum number of methods of a kind, so that a branch's methods always fit one response. */
export const METHODS_MAX = 100;

const publicRow = z.object({
  id: z.number().int(),
  code: z.string(),
  title: z.string(),
  titles: localizedOutput.optional(),
  type: z.enum(PAYMENT_TYPES),
  image_url: z.string().nullable(),
  /** The amounts for which it may be used; null and 0 are no limit. */
  min_transaction: z.number().nullable(),
  max_transaction: z.number().nullable(),
});

const row = publicRow.extend({
  desc: z.string().nullable(),
  /**
   * The account to which the provider pays: in full only for accounts that may change payment methods, never in
   * exports.
   */
  partner_account: z.string().nullable().optional(),
  /** Its last characters, for all other staff. */
  partner_account_hint: z.string().nullable(),
  /** The provider's commission in percent. */
  margin: z.number(),
  /** 1: the customer pays the commission. */
  charge_customer: z.number().int(),
  /** 0: must cover the whole order. */
  combinable: z.number().int(),
  /** 1: the shop's till or driver receives the money; 0: the partner. */
  inhouse_holder: z.number().int(),
  /** 1: belongs to the whole business; 0: to the branch that created it. */
  master: z.number().int(),
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** The delivery methods it is allowed with; empty: all. */
  delivery_ids: z.array(z.number().int()),
  /** Number of the caller's branches that use it. */
  branches_count: z.number().int(),
  ord: z.number().int(),
  status: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const paymentMethodShow = row.extend({
  titles: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

/** The fields of a method within a branch. */
export const branchPayment = row.pick({
  id: true,
  code: true,
  title: true,
  titles: true,
  type: true,
  image_url: true,
  master: true,
  status: true,
});

/** `assigned`: true when the branch uses it. */
const branchRow = branchPayment.extend({ assigned: z.boolean() });

const permissionFor = (action: 'view' | 'save' | 'delete') =>
  ({ resource: ['settings.payments', 'payments'], action }) as const;
const version = z.number().int().min(1).optional();

const fields = {
  version,
  code: text(50).optional(),
  titles: localized(name).optional(),
  desc: longText.nullish(),
  type: z.enum(PAYMENT_TYPES).optional(),
  min_transaction: money(4).nullish(),
  max_transaction: money(4).nullish(),
  /** Sending back the masked account changes nothing. */
  partner_account: text(200).nullish(),
  margin: percent.optional(),
  charge_customer: zeroOrOne.optional(),
  combinable: zeroOrOne.optional(),
  inhouse_holder: zeroOrOne.optional(),
  delivery_ids: ids(METHODS_MAX).optional(),
  ord: count.optional(),
  status: zeroOrOne.optional(),
  image_base64: picture.nullish(),
};

const pictures = ['image.unreadable', 'image.too_many_pixels', 'upload.quota', 'upload.unavailable'] as const;
const invalidates = ['payment-method', 'branch'] as const;

/** Payment methods. */
export const paymentMethod = {
  list: list({
    path: '/admin/payments',
    summary: 'Payment methods',
    audience: 'public',
    permission: permissionFor('view'),
    pick: ['transactions', 'orders', 'seller', 'driver', 'reports', 'delivery'],
    // the type is needed because cash payments ask for the amount received
    pickRow: pickRow.extend({ type: z.enum(PAYMENT_TYPES) }),
    list: {
      filters: {
        type: z.enum(PAYMENT_TYPES).optional(),
        /** Methods used by this branch. */
        branch_id: id.optional(),
      },
      sorts: ['ord', 'id', 'code', 'title', 'type', 'status'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/payments/show/{id}',
    summary: 'One payment method',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: paymentMethodShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  create: save({
    path: '/admin/payments/create',
    summary: 'Create a payment method, of the whole business or of the branch of the branch-id header',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      ...fields,
      code: text(50),
      titles: localized(name),
      type: z.enum(PAYMENT_TYPES),
      master: zeroOrOne.optional(),
    },
    output: paymentMethodShow,
    fails: [
      'record.duplicate',
      'reference.missing',
      'permission.denied',
      'branch.required',
      'branch.forbidden',
      'method.too_many',
      ...pictures,
    ],
    invalidates,
  }),
  update: save({
    path: '/admin/payments/update/{id}',
    summary: 'Change a payment method',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, ...fields },
    output: paymentMethodShow,
    fails: [
      'record.missing',
      'record.stale',
      'record.duplicate',
      'reference.missing',
      'permission.denied',
      'payment_method.last_cash',
      'payment_method.type_fixed',
      ...pictures,
    ],
    invalidates,
  }),
  remove: remove({
    path: '/admin/payments/delete/{id}',
    summary: 'Delete a payment method that no unpaid order waits for',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: [
      'record.missing',
      'record.stale',
      'permission.denied',
      'payment_method.in_use',
      'payment_method.last_cash',
    ],
    invalidates,
  }),
  restore: save({
    path: '/admin/payments/restore/{id}',
    summary: 'Bring a deleted payment method back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: paymentMethodShow,
    fails: ['record.missing', 'record.duplicate', 'permission.denied', 'method.too_many'],
    invalidates,
  }),
  ofBranch: list({
    path: '/admin/branch/payments',
    summary:
      'Active payment methods, and whether the branch of the branch-id header takes them; without one, whether any branch does',
    audience: 'staff',
    permission: { resource: ['settings.payments', 'payments', 'branchs'], action: 'view' },
    list: { filters: {}, sorts: ['ord', 'id', 'title'], defaultLimit: METHODS_MAX },
    row: branchRow,
    exports: true,
    fails: ['branch.required', 'branch.forbidden', 'record.missing'],
    invalidates: [],
  }),
  assign: defineCommand({
    path: '/admin/manager/payments/assign',
    summary: 'Replace the active payment methods that the branch of the branch-id header takes',
    audience: 'staff',
    permission: { resource: ['settings.payments', 'payments', 'branchs'], action: 'save' },
    input: { ids: ids(METHODS_MAX), branch_id: id.optional() },
    output: z.object({ ids: z.array(z.number().int()) }),
    fails: ['branch.required', 'branch.forbidden', 'record.missing', 'reference.missing'],
    invalidates,
  }),
};
