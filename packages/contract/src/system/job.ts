import * as z from 'zod';
import { defineCommand, list } from '../kit/endpoint.ts';
import { NOUNS } from '../kit/nouns.ts';
import { id } from '../kit/scalars.ts';

/** Background work: queued jobs, and scheduled jobs. */
export const JOB_QUEUES = [
  'message.send',
  'message.blank',
  'product-import.work',
  'product-import.undo',
  'order.expire',
  'order.repeat',
  'order.mail',
  'order.sum',
  'payment.check',
  'fiscal.sign',
  'till.book',
  'stock.expire',
  'stock.pace',
  'stock.sort',
  'discount.check',
  'clean.tables',
  'clean.files',
] as const;

export type JobQueue = (typeof JOB_QUEUES)[number];

const row = z.object({
  id: z.number().int(),
  queue: z.enum(JOB_QUEUES),
  /** The record of the job; both are null for jobs without a single record. */
  noun: z.enum(NOUNS).nullable(),
  record_id: z.number().int().nullable(),
  tries: z.number().int(),
  failed_at: z.string(),
  /** The last error. */
  message: z.string(),
  actions: z.array(z.enum(['retry', 'drop'])),
});

/** Jobs that failed twice in the same way, or ended their process twice; they are not started again automatically. */
export const job = {
  list: list({
    path: '/admin/jobs/failed',
    summary: 'Jobs that were set aside',
    audience: 'staff',
    permission: { resource: 'settings', action: 'view' },
    list: { filters: {}, sorts: ['failed_at', 'id'], defaultAs: 'desc', hasKeywords: false },
    row,
    fails: [],
    invalidates: [],
  }),
  retry: defineCommand({
    path: '/admin/jobs/retry/{id}',
    summary: 'Try a job that was set aside again',
    audience: 'staff',
    permission: { resource: 'settings', action: 'save' },
    input: { id },
    output: z.object({ id: z.number().int() }),
    fails: ['record.missing'],
    invalidates: ['job'],
  }),
  drop: defineCommand({
    path: '/admin/jobs/drop/{id}',
    summary: 'Give up a job that was set aside',
    audience: 'staff',
    permission: { resource: 'settings', action: 'save' },
    input: { id },
    output: z.object({ id: z.number().int() }),
    fails: ['record.missing'],
    invalidates: ['job', 'order'],
  }),
};
