import { resolveText } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import type * as z from 'zod';
import { hasPermission, permissionsOf } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Prisma } from '../../core/db/database.ts';

type Row = z.output<typeof api.contactMessage.list.output>;

export const select = {
  id: true,
  name: true,
  email: true,
  phone: true,
  subject: true,
  message: true,
  branch_id: true,
  branch: { select: { names: true } },
  locale: true,
  created_at: true,
  read_at: true,
} as const satisfies Prisma.contact_messageSelect;

export type MessageRow = Prisma.contact_messageGetPayload<{ select: typeof select }>;

export const rowView = (ctx: Ctx, { branch, created_at, read_at, ...row }: MessageRow): Row => ({
  ...row,
  branch_name: branch ? resolveText(branch.names as object, ctx.locale) : null,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
  actions: hasPermission(permissionsOf(ctx), { resource: 'contactus', action: 'delete' }) ? ['delete'] : [],
});

/** What the audit log compares. The text itself is not copied into a log that nobody can delete from. */
export const auditView = ({ name, email, phone, subject, branch_id, read_at }: MessageRow) => ({
  name,
  email,
  phone,
  subject,
  branch_id,
  read_at,
});
