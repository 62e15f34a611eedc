import { fold } from '@dukkan/commerce';
import { type AuditAction, type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { branchScopeFilter, orNotFound } from '../../core/access.ts';
import { audit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike, type Prisma } from '../../core/db/database.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { incrementCounterInTx } from '../../core/rate-counter.ts';
import { UNDO_MS } from '../../core/soft-delete.ts';
import { businessPhone, readSettings } from '../setting/index.ts';
import { auditView, type MessageRow, rowView, select } from './contact-message.view.ts';

type Endpoints = typeof api.contactMessage;
type Send = z.output<Endpoints['send']['input']>;
type List = z.output<Endpoints['list']['input']>;
type Read = z.output<Endpoints['read']['input']>;

/** Counts one message of this address and of the day, in the transaction that keeps it. @throws rate.limited */
async function countMessage(ctx: Ctx): Promise<void> {
  const { CONTACTS_PER_ADDRESS_HOUR, CONTACTS_PER_DAY } = ctx.services.env;
  const limits = [
    { key: `contact:address:${ctx.ip}`, max: CONTACTS_PER_ADDRESS_HOUR, seconds: 3_600 },
    { key: 'contact:everyone', max: CONTACTS_PER_DAY, seconds: 86_400 },
  ];
  for (const { key, max, seconds } of limits) {
    const { count, seconds_left } = await incrementCounterInTx(ctx, key, seconds);
    if (count <= max) continue;
    ctx.services.log.warn({ ip: ctx.ip }, 'no more visitors’ messages from this address, or for today');
    fail('rate.limited', { seconds: seconds_left });
  }
}

/** Keeps what a visitor wrote. @throws reference.missing for a branch that is not open, rate.limited */
export async function send(ctx: Ctx, input: Send) {
  const { name, message, branch_id = null, email = null, subject = null } = input;
  const { country } = (await readSettings(ctx)).settings;
  const phone = input.phone ? businessPhone(input.phone, country, 'phone') : null;
  if (branch_id !== null) {
    const open = { id: branch_id, deleted_at: null, status: 1 };
    if (!(await ctx.db.branch.findFirst({ where: open, select: { id: true } })))
      fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  }
  const { locale, now: created_at } = ctx;
  return ctx.tx(async (ctx) => {
    await countMessage(ctx);
    const data = { name, email, phone, subject, message, branch_id, locale, created_at };
    const row = await ctx.db.contact_message.create({ data, select });
    await tell(ctx, row, 'create', null, row);
    return { id: row.id };
  });
}

/** What the caller may see: their branches' messages; those to no branch need sight of every branch. */
const seen = (ctx: Ctx, where: Prisma.contact_messageWhereInput): Prisma.contact_messageWhereInput => ({
  AND: [where, branchScopeFilter(ctx)],
});

function filterOf(ctx: Ctx, { keywords, id, unread, branch_id }: List): Prisma.contact_messageWhereInput {
  const filters: Prisma.contact_messageWhereInput[] = fold(keywords ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ search: { contains: escapeLike(word) } }));
  if (id !== undefined) filters.push({ id });
  if (branch_id !== undefined) filters.push({ branch_id });
  if (unread !== undefined) filters.push({ read_at: unread ? null : { not: null } });
  return seen(ctx, { AND: [{ deleted_at: null }, ...filters] });
}

/** Messages in the caller's scope, the newest first. */
export async function list(ctx: Ctx, input: List) {
  const where = filterOf(ctx, input);
  const orderBy = [{ [input.sort_by]: input.sort_as }, { id: input.sort_as }];
  const [rows, total] = await Promise.all([
    ctx.db.contact_message.findMany({ where, select, orderBy, ...toSkipTake(input) }),
    ctx.db.contact_message.count({ where }),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

/** These messages of the caller's scope, locked until the transaction ends. @throws record.missing */
async function lock(ctx: Ctx, ids: readonly number[], where: Prisma.contact_messageWhereInput) {
  await ctx.db.$executeRaw`
    SELECT 1 FROM contact_message WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`;
  const rows = await ctx.db.contact_message.findMany({
    where: seen(ctx, { AND: [{ id: { in: [...ids] } }, where] }),
    select,
    orderBy: { id: 'asc' },
  });
  return rows.length < ids.length ? fail('record.missing') : rows;
}

/** Tells what became of a message; null: it was not there, or is not any more. */
async function tell(
  ctx: Ctx,
  { id, branch_id }: Pick<MessageRow, 'id' | 'branch_id'>,
  action: AuditAction,
  before: MessageRow | null,
  after: MessageRow | null,
) {
  const views = { before: before && auditView(before), after: after && auditView(after) };
  await audit(ctx, { noun: 'contact-message', id, action, ...views, branch_id });
}

/** Marks messages as read or unread; those that are already stay as they were. */
export async function read(ctx: Ctx, { ids, read }: Read) {
  return ctx.tx(async (ctx) => {
    const rows = await lock(ctx, ids, { deleted_at: null });
    const meant = rows.filter(({ read_at }) => (read_at !== null) !== read);
    const data = { read_at: read ? ctx.now : null };
    for (const row of meant) {
      const after = await ctx.db.contact_message.update({ where: { id: row.id }, data, select });
      await tell(ctx, row, 'update', row, after);
    }
    return { changed: meant.length };
  });
}

/** Deletes a message; it can be brought back within a day. */
export async function remove(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    const row = orNotFound((await lock(ctx, [id], { deleted_at: null }))[0]);
    await ctx.db.contact_message.update({ where: { id }, data: { deleted_at: ctx.now }, select });
    await tell(ctx, row, 'delete', row, null);
    return { deleted: 1 as const };
  });
}

/** Undoes a delete of the last 24 hours. */
export async function restore(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    const since = new Date(ctx.now.getTime() - UNDO_MS);
    const back = orNotFound((await lock(ctx, [id], { deleted_at: { gt: since } }))[0]);
    await ctx.db.contact_message.update({ where: { id }, data: { deleted_at: null }, select });
    await tell(ctx, back, 'restore', null, back);
    return rowView(ctx, back);
  });
}

/** Whether a message, deleted or not, lies in the caller's scope. */
export async function sees(ctx: Ctx, id: number): Promise<boolean> {
  return (await ctx.db.contact_message.count({ where: seen(ctx, { id }) })) > 0;
}
