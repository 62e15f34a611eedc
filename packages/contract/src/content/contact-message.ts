import * as z from 'zod';
import { defineCommand, list, remove, save } from '../kit/endpoint.ts';
import { email, flag, id, ids, longText, name, phoneText, text } from '../kit/scalars.ts';

const row = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  subject: z.string().nullable(),
  message: z.string(),
  branch_id: z.number().int().nullable(),
  branch_name: z.string().nullable(),
  /** The language of the form when the message was sent. */
  locale: z.string(),
  created_at: z.string(),
  /** Null until a member of staff has read it. */
  read_at: z.string().nullable(),
  actions: z.array(z.enum(['delete'])),
});

/** Messages from visitors of the website. */
export const contactMessage = {
  send: defineCommand({
    path: '/contactus/save',
    summary: 'Write to the shop (the form of the website)',
    audience: 'public',
    permission: null,
    input: {
      name,
      email: email.nullish(),
      phone: phoneText.nullish(),
      subject: text(200).nullish(),
      message: longText,
      branch_id: id.nullish(),
    },
    output: z.object({ id: z.number().int() }),
    fails: ['reference.missing', 'rate.limited'],
    invalidates: ['contact-message'],
  }),
  list: list({
    path: '/admin/contactus/list',
    summary: 'Messages of visitors',
    audience: 'staff',
    permission: { resource: 'contactus', action: 'view' },
    list: {
      filters: { unread: flag.optional(), branch_id: id.optional() },
      sorts: ['created_at', 'id', 'name', 'email', 'phone', 'subject'],
      defaultAs: 'desc',
    },
    row,
    exports: true,
    fails: [],
    invalidates: [],
  }),
  read: defineCommand({
    path: '/admin/contactus/read',
    summary: 'Mark messages as read or unread',
    audience: 'staff',
    permission: { resource: 'contactus', action: 'view' },
    input: { ids: ids(100), read: flag },
    output: z.object({ changed: z.number().int() }),
    fails: ['record.missing'],
    invalidates: ['contact-message'],
  }),
  remove: remove({
    path: '/admin/contactus/delete/{id}',
    summary: 'Delete a message',
    audience: 'staff',
    permission: { resource: 'contactus', action: 'delete' },
    input: { id },
    fails: ['record.missing'],
    invalidates: ['contact-message'],
  }),
  /** Within a day. */
  restore: save({
    path: '/admin/contactus/restore/{id}',
    summary: 'Bring a deleted message back (undo)',
    audience: 'staff',
    permission: { resource: 'contactus', action: 'delete' },
    input: { id },
    output: row,
    fails: ['record.missing'],
    invalidates: ['contact-message'],
  }),
};
