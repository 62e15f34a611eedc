import * as z from 'zod';
import { defineCommand, defineStream, list, show } from '../kit/endpoint.ts';
import { NOUNS } from '../kit/nouns.ts';
import { keywords } from '../kit/scalars.ts';

export const system = {
  /** Live events as a stream; clients reload what an event names. */
  events: defineStream({
    path: '/events',
    summary: 'Live events: server-sent lines over a posted stream',
    notes: [
      'Staff hear of every noun in `topics` that they may view, in their branches. A customer hears of their own orders (`order`), as they are theirs at that moment, and that the settings anyone may read have changed (`setting`), and of nothing else.',
      'An event names a record and says nothing of it: read it again. The stream begins with `retry`, and says something every five seconds. With the last heard `id` as `last_id` it begins with what was missed; `event: reset` says that it was away too long for that, and all that is shown must be read again.',
    ].join('\n\n'),
    audience: 'account',
    permission: null,
    input: { topics: z.array(z.enum(NOUNS)).max(NOUNS.length), last_id: z.int().min(0).nullish() },
    output: z.object({
      noun: z.string(),
      id: z.number().int(),
      version: z.number().int().nullable(),
      branch_id: z.number().int().nullable(),
      at: z.string(),
    }),
    fails: [],
    invalidates: [],
  }),
  /** A single-use ticket for a download, valid for one minute. */
  ticket: defineCommand({
    path: '/admin/download/ticket',
    summary: 'A one-minute ticket for an export form',
    audience: 'account',
    permission: null,
    input: {},
    output: z.object({ token: z.string(), expires_in: z.number().int() }),
    fails: [],
    invalidates: [],
    storesAnswer: false,
  }),
  /** Records for the command palette, without those that the caller may not view. */
  search: show({
    path: '/admin/search',
    summary: 'Find records by name, phone, e-mail or number',
    audience: 'account',
    permission: null,
    input: { keywords: keywords.optional() },
    output: z.array(
      z.object({
        noun: z.enum(NOUNS),
        id: z.number().int(),
        title: z.string(),
        subtitle: z.string(),
        status: z.number().int(),
      }),
    ),
    fails: [],
    invalidates: [],
  }),
};

/** Demo mode on loopback only: the demo accounts, and the e-mails and text messages that were not really sent. */
export const demo = {
  accounts: show({
    path: '/demo/accounts',
    summary: 'Demo accounts, in demo mode only',
    audience: 'public',
    permission: null,
    only: 'demo',
    input: {},
    output: z.object({
      password: z.string(),
      accounts: z.array(z.object({ email: z.string(), role: z.string() })),
    }),
    fails: [],
    invalidates: [],
  }),
  mailbox: list({
    path: '/demo/mailbox',
    summary: 'E-mails and text messages of the last minutes, in demo mode only',
    audience: 'public',
    permission: null,
    only: 'demo',
    list: { filters: {}, sorts: ['id'], defaultAs: 'desc', hasKeywords: false },
    row: z.object({
      id: z.number().int(),
      channel: z.string(),
      recipient: z.string(),
      subject: z.string(),
      body: z.string().nullable(),
      created_at: z.string(),
    }),
    fails: [],
    invalidates: [],
  }),
};
