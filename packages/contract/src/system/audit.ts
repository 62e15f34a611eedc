import * as z from 'zod';
import { list } from '../kit/endpoint.ts';
import { id, localDate, text } from '../kit/scalars.ts';

/**
 * Actions in the audit log. The web app has a text for each in every language; in a row `action` is
 * plain text, because the log contains values of older versions.
 */
export const AUDIT_ACTIONS = [
  'accept',
  'approve',
  'assign',
  'assign_deliveries',
  'assign_payments',
  'assign_zones',
  'book',
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
  'issue_code',
  'lock',
  'move',
  'open',
  'pair',
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
  'send',
  'set_aside',
  'settle',
  'sign_in',
  'take',
  'undo',
  'unpair',
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
  /** Null for callers who do not manage accounts. */
  ip: z.string().nullable(),
  action: z.string(),
  noun: z.string(),
  record_id: z.string(),
  /** The branch that the change belongs to; null: the shop as a whole. */
  branch_id: z.number().int().nullable(),
  /** Each field's old and new value; never contains secrets. */
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});

export const audit = {
  /**
   * Lists the timeline of a record, or the whole log; requires the noun's view permission, or admin for the whole log.
   */
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
