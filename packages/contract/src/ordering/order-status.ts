import * as z from 'zod';
import { list, remove, save, show } from '../kit/endpoint.ts';
import { id, localized, localizedOutput, name, zeroOrOne } from '../kit/scalars.ts';

/** The colors of statuses. */
export const STATUS_VARIANTS = [
  'primary',
  'info',
  'success',
  'warning',
  'danger',
  'dark',
  'secondary',
] as const;

/** -1 canceled, 0 waiting, 1 confirmed, 2 in shipping process, 3 shipped, 4 on the way, 5 delivered. */
export const statusValue = z.int().min(-1).max(5);

const row = z.object({
  id: z.number().int(),
  title: z.string(),
  titles: localizedOutput.optional(),
  status_value: z.number().int(),
  variant: z.enum(STATUS_VARIANTS),
  /** 1: the status of new orders. */
  default_start: z.number().int(),
  /** 1: a driver could not deliver. */
  not_delivered: z.number().int(),
  ord: z.number().int(),
  status: z.number().int(),
  /** Number of orders with this status. */
  orders_count: z.number().int(),
  version: z.number().int(),
  actions: z.array(z.enum(['save', 'delete'])),
});

export const orderStatusShow = row.extend({
  titles: localizedOutput,
  created_at: z.string(),
  updated_at: z.string(),
});

const permissionFor = (action: 'view' | 'save' | 'delete') => ({ resource: 'ordersstatus', action }) as const;
const version = z.number().int().min(1).optional();

export const orderStatus = {
  list: list({
    path: '/admin/products/orders/status',
    summary: 'What the states of orders are called',
    audience: 'staff',
    permission: permissionFor('view'),
    pick: ['orders', 'driver', 'seller', 'reports'],
    list: {
      filters: { status_value: statusValue.optional() },
      sorts: ['ord', 'id', 'status_value', 'title'],
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  show: show({
    path: '/admin/products/orders/status/show/{id}',
    summary: 'One order status',
    audience: 'staff',
    permission: permissionFor('view'),
    input: { id },
    output: orderStatusShow,
    fails: ['record.missing'],
    invalidates: [],
  }),
  save: save({
    path: '/admin/products/orders/status/save',
    summary: 'Create or change an order status; its value stays once orders stand on it',
    audience: 'staff',
    permission: permissionFor('save'),
    input: {
      id: id.optional(),
      version,
      titles: localized(name).optional(),
      status_value: statusValue.optional(),
      variant: z.enum(STATUS_VARIANTS).optional(),
      default_start: zeroOrOne.optional(),
      not_delivered: zeroOrOne.optional(),
      ord: z.int().min(0).max(100_000).optional(),
      status: zeroOrOne.optional(),
    },
    output: orderStatusShow,
    fails: [
      'record.missing',
      'record.stale',
      'order_status.in_use',
      'order_status.default',
      'order_status.last',
    ],
    invalidates: ['order-status'],
  }),
  remove: remove({
    path: '/admin/products/orders/status/delete/{id}',
    summary: 'Delete an order status that no order stands on',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id, version },
    fails: [
      'record.missing',
      'record.stale',
      'order_status.in_use',
      'order_status.default',
      'order_status.last',
    ],
    invalidates: ['order-status'],
  }),
  restore: save({
    path: '/admin/products/orders/status/restore/{id}',
    summary: 'Bring a deleted order status back (undo)',
    audience: 'staff',
    permission: permissionFor('delete'),
    input: { id },
    output: orderStatusShow,
    fails: ['record.missing'],
    invalidates: ['order-status'],
  }),
};
