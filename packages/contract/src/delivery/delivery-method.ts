import * as z from 'zod';
import { defineCommand, list, remove, save, show } from '../kit/endpoint.ts';
import {
  count,
  id,
  ids,
  localized,
  localizedOutput,
  longText,
  money,
  name,
  picture,
  text,
  zeroOrOne,
} from '../kit/scalars.ts';
import { METHODS_MAX } from './payment-method.ts';

/** Maximum delivery time: 60 days. */
const MINUTES_MAX = 86_400;

const publicRow = z.object({
  id: z.number().int(),
  code: z.string(),
  title: z.string(),
  titles: localizedOutput.optional(),
  /** As soon as possible. */
  asap: z.number().int(),
  /** Null: the zone's delivery time. */
  delivery_minutes: z.number().int().nullable(),
  /** The method's price; for in-house delivery a surcharge on the zone's charge. */
  delivery_cost: z.number(),
  image_url: z.string().nullable(),
});

const row = publicRow.extend({
  desc: z.string().nullable(),
  /** 1: the shop's own drivers; 0: an external service. */
  inhouse: z.number().int(),
  /** Number of the caller's branches that offer it. */
  branches_count: z.number().int(),
  ord: z.number().int(),
  status: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const deliveryMethodShow = row.extend({
  titles: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

/** The fields of a method within a branch. */
export const branchDelivery = row.pick({
  id: true,
  code: true,
  title: true,
  titles: true,
  inhouse: true,
  image_url: true,
  status: true,
});

/** `assigned`: true when the branch offers it. */
const branchRow = branchDelivery.extend({ assigned: z.boolean() });

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'delivery', action }) as const;
const version = z.number().int().min(1).optional();

const fields = {
  version,
  code: text(50).optional(),
  titles: localized(name).optional(),
  desc: longText.nullish(),
  inhouse: zeroOrOne.optional(),
  asap: zeroOrOne.optional(),
  delivery_minutes: z.int().min(0).max(MINUTES_MAX).nullish(),
  delivery_cost: money(4).optional(),
  ord: count.optional(),
  status: zeroOrOne.optional(),
  image_base64: picture.nullish(),
};

const pictures = ['image.unreadable', 'image.too_many_pixels', 'upload.quota', 'upload.unavailable'] as const;
const invalidates = ['delivery-method', 'payment-method', 'branch'] as const;

/** Delivery methods. */
export const deliveryMethod = {
  list: list({
    path: '/admin/delivery',
    summary: 'Delivery methods',
    audience: 'public',
    permission: permissionFor('view'),
    pick: ['orders', 'seller', 'driver', 'reports', 'settings.payments', 'payments'],
    list: {
      filters: {
        inhouse: zeroOrOne.optional(),
        /** Methods that this branch offers. */
        branch_id: id.optional(),
      },
      sorts: ['ord', 'id', 'code', 'title', 'delivery_cost', 'delivery_minutes', 'status'],
    },
    row,
    publicRow,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/delivery/show/{id}',
    summary: 'One delivery method',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: deliveryMethodShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  create: save({
    path: '/admin/delivery/create',
    summary: 'Create a delivery method; every branch offers it until it is switched off there',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { ...fields, code: text(50), titles: localized(name) },
    output: deliveryMethodShow,
    fails: ['record.duplicate', 'method.too_many', ...pictures],
    invalidates,
  }),
  update: save({
    path: '/admin/delivery/update/{id}',
    summary: 'Change a delivery method',
    audience: 'staff',
    permission: permissionFor('save'),
    input: { id, ...fields },
    output: deliveryMethodShow,
    fails: ['record.missing', 'record.stale', 'record.duplicate', ...pictures],
    invalidates,
  }),
  remove: remove({
    path: '/admin/delivery/delete/{id}',
    summary: 'Delete a delivery method that no open order takes',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: ['record.missing', 'record.stale', 'delivery_method.in_use', 'delivery_method.only_one'],
    invalidates,
  }),
  restore: save({
    path: '/admin/delivery/restore/{id}',
    summary: 'Bring a deleted delivery method back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: deliveryMethodShow,
    fails: ['record.missing', 'record.duplicate', 'method.too_many'],
    invalidates,
  }),
  ofBranch: list({
    path: '/admin/branch/deliveries',
    summary:
      'Active delivery methods, and whether the branch of the branch-id header offers them; without one, whether any branch does',
    audience: 'staff',
    permission: { resource: ['delivery', 'branchs'], action: 'view' },
    list: { filters: {}, sorts: ['ord', 'id', 'title'], defaultLimit: METHODS_MAX },
    row: branchRow,
    exports: true,
    fails: ['branch.required', 'branch.forbidden', 'record.missing'],
    invalidates: [],
  }),
  assign: defineCommand({
    path: '/admin/manager/delivery/assign',
    summary: 'Replace the active delivery methods that the branch of the branch-id header offers',
    audience: 'staff',
    permission: { resource: ['delivery', 'branchs'], action: 'save' },
    input: { ids: ids(METHODS_MAX), branch_id: id.optional() },
    output: z.object({ ids: z.array(z.number().int()) }),
    fails: ['branch.required', 'branch.forbidden', 'record.missing', 'reference.missing'],
    invalidates,
  }),
};
