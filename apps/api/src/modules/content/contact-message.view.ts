import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type { InferResult } from 'kysely';
import type * as z from 'zod';
import { getPermissions, hasPermission } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { tables } from '../../core/db/tables.ts';

type Row = z.output<typeof api.contactMessage.list.output>;

/** Columns of a message for screens and the audit log, with the names of its branch. */
export const readMessages = tables
  .selectFrom('contact_message')
  .leftJoin('branch', 'branch.id', 'contact_message.branch_id')
  .select([
    'contact_message.id',
    'contact_message.name',
    'contact_message.email',
    'contact_message.phone',
    'contact_message.subject',
    'contact_message.message',
    'contact_message.branch_id',
    'contact_message.locale',
    'contact_message.created_at',
    'contact_message.read_at',
    'branch.names as branch_names',
  ]);

export type MessageRow = InferResult<typeof readMessages>[number];

export const rowView = (ctx: Ctx, { branch_names, created_at, read_at, ...row }: MessageRow): Row => ({
  ...row,
  branch_name: branch_names ? resolveText(branch_names, ctx.locale) : null,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
  actions: hasPermission(getPermissions(ctx), { resource: 'contactus', action: 'delete' }) ? ['delete'] : [],
});

/** The fields of a message that the audit log needs. */
export type AuditedMessage = Pick<
  MessageRow,
  'id' | 'name' | 'email' | 'phone' | 'subject' | 'branch_id' | 'read_at'
>;

/** The fields that the audit log compares, without the text, because nobody can delete from the log. */
export const auditView = ({ name, email, phone, subject, branch_id, read_at }: AuditedMessage) => ({
  name,
  email,
  phone,
  subject,
  branch_id,
  read_at,
});
