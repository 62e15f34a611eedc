import * as z from 'zod';
import { defineCommand, list } from '../kit/endpoint.ts';
import { flag, id } from '../kit/scalars.ts';

const row = z.object({
  id: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  current: z.boolean(),
});

/**
 * Active sessions of an account. The `account_id` of another account requires the `users` permission for it.
 */
export const session = {
  list: list({
    path: '/user/sessions',
    summary: 'Sessions of the own account, or of an account one manages',
    audience: 'account',
    permission: null,
    list: {
      filters: { id: z.uuid().optional(), account_id: id.optional() },
      sorts: ['last_seen_at', 'created_at'],
      defaultAs: 'desc',
    },
    row,
    fails: [],
    invalidates: [],
  }),
  revoke: defineCommand({
    path: '/user/sessions/revoke',
    summary: 'End one session, or all but the current one',
    audience: 'account',
    permission: null,
    input: { id: z.uuid().nullish(), account_id: id.nullish(), others: flag.nullish() },
    output: z.object({ revoked: z.number().int() }),
    fails: ['record.missing', 'account.outranked'],
    invalidates: ['session'],
  }),
};
