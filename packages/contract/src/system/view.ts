import * as z from 'zod';
import { list, remove, save } from '../kit/endpoint.ts';
import { NOUNS } from '../kit/nouns.ts';
import { id, name, text, zeroOrOne } from '../kit/scalars.ts';

const row = z.object({
  id: z.number().int(),
  noun: z.string(),
  name: z.string(),
  /** The query string of the list's URL. */
  query: z.string(),
  shared: z.number().int(),
  own: z.boolean(),
  version: z.number().int(),
});

/**
 * A named set of filters, sort order and columns of a list: one's own, or shared with everyone who may see the list.
 */
export const view = {
  list: list({
    path: '/admin/views',
    summary: 'Saved views',
    audience: 'account',
    permission: null,
    list: { filters: { noun: z.enum(NOUNS).optional() }, sorts: ['name', 'id'], defaultLimit: 100 },
    row,
    fails: [],
    invalidates: [],
  }),
  save: save({
    path: '/admin/views/save',
    summary: 'Create or change a saved view',
    audience: 'account',
    permission: null,
    input: {
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      noun: z.enum(NOUNS).optional(),
      name: name.optional(),
      query: text(2000).nullish(),
      shared: zeroOrOne.optional(),
    },
    output: row,
    fails: ['record.missing', 'record.stale', 'record.duplicate', 'permission.denied'],
    invalidates: ['view'],
  }),
  remove: remove({
    path: '/admin/views/delete/{id}',
    summary: 'Delete a saved view',
    audience: 'account',
    permission: null,
    input: { id },
    fails: ['record.missing'],
    invalidates: ['view'],
  }),
};
