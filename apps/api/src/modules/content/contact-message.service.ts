import { type AuditAction, type api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, requireFound } from '../../core/access.ts';
import { recordAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRow, fetchRows, runStatement, tables } from '../../core/db/tables.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { incrementCounterInTx } from '../../core/process/rate-counter.ts';
import { UNDO_MS } from '../../core/soft-delete.ts';
import { readSettings, requireBusinessPhone } from '../setting/index.ts';
import {
  type AuditedMessage,
  auditView,
  type MessageRow,
  readMessages,
  rowView,
} from './contact-message.view.ts';

type Endpoints = typeof api.contactMessage;
type Send = z.output<Endpoints['send']['input']>;
type List = z.output<Endpoints['list']['input']>;
type Read = z.output<Endpoints['read']['input']>;

/** Counts a message of this address and of the day, in the transaction that stores it. @throws rate.limited */
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

/** Stores a visitor's message. @throws reference.missing for a closed branch, rate.limited */
export async function sendContactMessage(ctx: Ctx, input: Send) {
  const { name, message, branch_id = null, email = null, subject = null } = input;
  const { country } = (await readSettings(ctx)).settings;
  const phone = input.phone ? requireBusinessPhone(input.phone, country, 'phone') : null;
  if (branch_id !== null) {
    const open = tables.selectFrom('branch').select('id').where('id', '=', branch_id);
    if (!(await fetchRow(ctx, open.where('deleted_at', 'is', null).where('status', '=', 1))))
      fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  }
  const { locale, now: created_at } = ctx;
  return ctx.tx(async (ctx) => {
    await countMessage(ctx);
    const values = { name, email, phone, subject, message, branch_id, locale, created_at };
    const created = requireFound(
      await fetchRow(ctx, tables.insertInto('contact_message').values(values).returning('id')),
    );
    await auditMessage(ctx, 'create', null, { ...values, ...created, read_at: null });
    return created;
  });
}

type Query = typeof readMessages;

/** Limits messages to the caller's branches; messages without a branch require access to every branch. */
function inScope(ctx: Ctx, query: Query): Query {
  const scope = getEffectiveScope(ctx);
  return scope === 'all' ? query : query.where('contact_message.branch_id', '=', anyIdSql(scope));
}

function filterMessages(ctx: Ctx, { keywords, id, unread, branch_id }: List): Query {
  let query = inScope(ctx, readMessages).where('contact_message.deleted_at', 'is', null);
  query = query.where(matchesKeywords(keywords, sql.ref('contact_message.search')));
  if (id !== undefined) query = query.where('contact_message.id', '=', id);
  if (branch_id !== undefined) query = query.where('contact_message.branch_id', '=', branch_id);
  if (unread !== undefined) query = query.where('contact_message.read_at', unread ? 'is' : 'is not', null);
  return query;
}

/** Lists the messages in the caller's scope, newest first. */
export async function list(ctx: Ctx, input: List) {
  const query = filterMessages(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [rows, total] = await Promise.all([
    fetchRows(
      ctx,
      query
        .orderBy(`contact_message.${input.sort_by}`, input.sort_as)
        .orderBy('contact_message.id', input.sort_as)
        .limit(take)
        .offset(skip),
    ),
    countRows(ctx, query),
  ]);
  return toPage(
    rows.map((row) => rowView(ctx, row)),
    total,
    input,
  );
}

/** Finds these messages in the caller's scope and locks them until the transaction ends. @throws record.missing */
async function lockMessages(
  ctx: Ctx,
  ids: readonly number[],
  narrow: (query: Query) => Query,
): Promise<MessageRow[]> {
  const query = inScope(ctx, narrow(readMessages.where('contact_message.id', '=', anyIdSql(ids))));
  const rows = await fetchRows(ctx, query.orderBy('contact_message.id').forUpdate('contact_message'));
  return rows.length < ids.length ? fail('record.missing') : rows;
}

const isPresent = (query: Query): Query => query.where('contact_message.deleted_at', 'is', null);

/** Writes the audit row of a message; `before` is null for a new one, `after` for a deleted one. */
async function auditMessage(
  ctx: Ctx,
  action: AuditAction,
  before: AuditedMessage | null,
  after: AuditedMessage | null,
): Promise<void> {
  const { id, branch_id } = (after ?? before) as AuditedMessage;
  const views = { before: before && auditView(before), after: after && auditView(after) };
  await recordAudit(ctx, { noun: 'contact-message', id, action, ...views, branch_id });
}

const updateMessage = (id: number) => tables.updateTable('contact_message').where('id', '=', id);

/** Marks messages as read or unread; those already marked do not change. */
export async function markMessagesRead(ctx: Ctx, { ids, read }: Read) {
  return ctx.tx(async (ctx) => {
    const rows = await lockMessages(ctx, ids, isPresent);
    const changing = rows.filter(({ read_at }) => (read_at !== null) !== read);
    const read_at = read ? ctx.now : null;
    for (const row of changing) {
      await runStatement(ctx, updateMessage(row.id).set({ read_at }));
      await auditMessage(ctx, 'update', row, { ...row, read_at });
    }
    return { changed: changing.length };
  });
}

/** Deletes a message, which can be restored within a day. */
export async function remove(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    const row = requireFound((await lockMessages(ctx, [id], isPresent))[0]);
    await runStatement(ctx, updateMessage(id).set({ deleted_at: ctx.now }));
    await auditMessage(ctx, 'delete', row, null);
    return { deleted: 1 as const };
  });
}

/** Restores a message deleted in the last 24 hours. */
export async function restore(ctx: Ctx, { id }: { id: number }) {
  return ctx.tx(async (ctx) => {
    const since = new Date(ctx.now.getTime() - UNDO_MS);
    const isRestorable = (query: Query) => query.where('contact_message.deleted_at', '>', since);
    const row = requireFound((await lockMessages(ctx, [id], isRestorable))[0]);
    await runStatement(ctx, updateMessage(id).set({ deleted_at: null }));
    await auditMessage(ctx, 'restore', null, row);
    return rowView(ctx, row);
  });
}

/** True when the caller may see a message, even if it is deleted. */
export async function canSeeContactMessage(ctx: Ctx, id: number): Promise<boolean> {
  return (await fetchRow(ctx, inScope(ctx, readMessages).where('contact_message.id', '=', id))) !== undefined;
}
