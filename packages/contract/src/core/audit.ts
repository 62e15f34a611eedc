import * as z from 'zod';
import { list } from '../kit/endpoint.ts';
import { id, localDate, text } from '../kit/scalars.ts';

/**
 * What may be said to have been done to a record, in the log (decisions 0.7). The web app has a text for each, in every
 * language; `action` of a row stays a text, for the log keeps what older versions wrote.
 */
export const AUDIT_ACTIONS = [
  'accept',
  'assign',
  'assign_deliveries',
  'assign_payments',
  'assign_zones',
  'cancel',
  'cash_bank',
  'cash_drop',
  'cash_hand_in',
  'cash_in',
  'cash_opening',
  'cash_out',
  'check',
  'close',
  'code',
  'count',
  'create',
  'customer.looked_up',
  'delete',
  'drop',
  'end',
  'expire',
  'export',
  'lock',
  'move',
  'open',
  'pay',
  'post',
  'recost',
  'recur_failed',
  'restore',
  'retry',
  'return',
  'run',
  'save',
  'seed',
  'set_aside',
  'settle',
  'sign_in',
  'undo',
  'update',
  'verify',
  'write_off',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const row = z.object({
  id: z.number().int(),
  at: z.string(),
  account_id: z.number().int().nullable(),
  actor: z.string(),
  ip: z.string().nullable(),
  action: z.string(),
  noun: z.string(),
  record_id: z.string(),
  /** Field → what it was and what it became; secrets never stand here (decisions 0.7). */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});

export const audit = {
  /** The timeline of a record, or all that was done; needs the noun's own view permission, or admin for all. */
  list: list({
    path: '/admin/audit',
    summary: 'Who changed what, and when',
    audience: 'account',
    permission: null,
    list: {
      filters: {
        noun: text(40).optional(),
        record_id: text(40).optional(),
        account_id: id.optional(),
        from_date: localDate.optional(),
        to_date: localDate.optional(),
      },
      sorts: ['id'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: ['permission.denied'],
    invalidates: [],
  }),
};
