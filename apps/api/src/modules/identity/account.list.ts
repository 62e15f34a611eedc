import { foldForSearch, isActionAllowed, parsePhonePart, toNameKey } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike, Prisma } from '../../core/db/database.ts';
import { toPrismaSql } from '../../core/db/to-prisma-sql.ts';
import { hasNameKeySql } from '../../core/equal-names.ts';
import { keywordConditions } from '../../core/list/keywords.ts';
import { type Page, toPage, toSkipTake } from '../../core/list/page.ts';
import type { Handler } from '../../http/serve.ts';
import { type AccountRow, COLUMNS, TABLES, toAccountListRow } from './account.read.ts';
import {
  accountKindSql,
  accountScopeSql,
  IS_STAFF,
  listManageableAccountKinds,
  staffOfBranchesSql,
} from './account-visibility.ts';
import { loadCustomerOrders } from './customer-orders.ts';
import { parsePhone } from './parse-phone.ts';

type Account = typeof api.account;
type Input = z.output<Account['list']['input']>;

const EVERYTHING = Prisma.sql`TRUE`;
const contains = (text: string): string => `%${escapeLike(text)}%`;

/** Returns the digits of a text that looks like part of a phone number, as in an E.164 number. */
const phonePart = (keywords: string): string | null => {
  return parsePhonePart(keywords)?.replace(/^(\+|00)/, '') ?? null;
};

/** Condition that matches name, e-mail or phone; a phone number is found however it is written. */
async function matching(ctx: Ctx, keywords: string | undefined): Promise<Prisma.Sql> {
  const words = keywordConditions(keywords, Prisma.sql`a.search`);
  if (words.length === 0) return EVERYTHING;
  const found = [Prisma.sql`(${Prisma.join(words, ' AND ')})`];
  const part = phonePart(keywords ?? '');
  if (part) {
    found.push(Prisma.sql`a.search LIKE ${contains(part)}`);
    const whole = await parsePhone(ctx, keywords ?? '');
    if (whole) found.push(Prisma.sql`a.phone = ${whole.number}`);
  }
  return Prisma.sql`(${Prisma.join(found, ' OR ')})`;
}

/**
 * Condition for accounts with exactly this name, phone number or e-mail; in pick-lists, which show neither, with this
 * name only.
 */
async function named(ctx: Ctx, name: string): Promise<Prisma.Sql> {
  const isCalled = toPrismaSql(hasNameKeySql('a.name', [toNameKey(name)]));
  if (ctx.reach === 'pick') return isCalled;
  const phone = phonePart(name) ? await parsePhone(ctx, name) : null;
  return Prisma.sql`(${isCalled} OR a.email = lower(${name})
    OR a.phone = ${phone?.number ?? null})`;
}

/** Condition for the customer with this full phone number; null for other texts. */
async function ofWholePhone(ctx: Ctx, keywords: string | undefined): Promise<Prisma.Sql | null> {
  const phone = phonePart(keywords ?? '') ? await parsePhone(ctx, keywords ?? '') : null;
  return phone && Prisma.sql`(NOT (${IS_STAFF}) AND a.phone = ${phone.number})`;
}

/** Condition for pick-lists: staff match by name, customers only by their full phone number. */
async function picked(ctx: Ctx, keywords: string | undefined): Promise<Prisma.Sql> {
  const words = keywordConditions(keywords, Prisma.sql`fold(a.name)`);
  if (words.length === 0) return IS_STAFF;
  const named = Prisma.sql`(${Prisma.join([IS_STAFF, ...words], ' AND ')})`;
  const customer = await ofWholePhone(ctx, keywords);
  return customer ? Prisma.sql`(${named} OR ${customer})` : named;
}

/** Condition for a role id or title, or one of the four groups. */
function ofRole(role: Input['role']): Prisma.Sql {
  if (role === undefined) return EVERYTHING;
  if (typeof role === 'number' || /^\d{1,9}$/.test(role)) return Prisma.sql`a.role_id = ${Number(role)}`;
  switch (role) {
    case 'customer':
      return Prisma.sql`NOT (${IS_STAFF})`;
    case 'staff':
    case 'employees':
      return IS_STAFF;
    case 'managers':
      return Prisma.sql`('branchs' = ANY(r.permissions)
        OR EXISTS (SELECT 1 FROM branch_manager m WHERE m.account_id = a.id))`;
    default: {
      const title = foldForSearch(role);
      return Prisma.sql`(r.key = ${role} OR ${title} IN
        (fold(coalesce(r.titles->>'ar', '')), fold(coalesce(r.titles->>'en', '')), fold(coalesce(r.titles->>'de', ''))))`;
    }
  }
}

/**
 * Condition for accounts whose role has a permission; `users.driver` stands for the drivers themselves.
 */
function holding(perm: string | undefined): Prisma.Sql {
  if (perm === undefined) return EVERYTHING;
  const held = perm === 'users.driver' ? 'driver' : perm === 'users.seller' ? 'seller' : perm;
  return Prisma.sql`${held} = ANY(r.permissions)`;
}

const titleIn = (locale: string): Prisma.Sql => Prisma.sql`
  coalesce(nullif(r.titles->>${locale}, ''), nullif(r.titles->>'ar', ''), nullif(r.titles->>'en', ''), r.titles->>'de')`;

function ordered(ctx: Ctx, input: Input): Prisma.Sql {
  const way = input.sort_as === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  // sorting by a column that a pick-list does not show would reveal its values
  const isNewest = input.sort_by === 'id' || input.sort_by === 'staff';
  const by = ctx.reach === 'pick' ? (isNewest ? 'id' : 'name') : input.sort_by;
  if (by === 'id') return Prisma.sql`a.id ${way}`;
  if (by === 'name') return Prisma.sql`a.name ${way}, a.id ${way}`;
  // safe as raw SQL: the column names come from a closed list, not from the caller's text
  const column =
    by === 'staff' ? IS_STAFF : by === 'role_title' ? titleIn(ctx.locale) : Prisma.raw(`a.${by}`);
  return Prisma.sql`${column} ${way} NULLS LAST, a.id ${way}`;
}

type Row = z.output<Account['list']['output']>;

async function read(ctx: Ctx, input: Input, sight: Prisma.Sql): Promise<Page<Row>> {
  const filters = [
    Prisma.sql`a.deleted_at IS NULL`,
    sight,
    ctx.reach === 'pick' ? await picked(ctx, input.keywords) : await matching(ctx, input.keywords),
    ofRole(input.role),
    holding(input.perm),
  ];
  if ('named' in input && input.named !== undefined) filters.push(await named(ctx, input.named));
  if (input.id !== undefined) filters.push(Prisma.sql`a.id = ${input.id}`);
  if (input.status !== undefined) filters.push(Prisma.sql`a.status = ${input.status}`);
  if (input.branch_id !== undefined)
    filters.push(Prisma.sql`(${IS_STAFF} AND ${staffOfBranchesSql([input.branch_id])})`);
  // the same condition as for assigning a driver or seller (ordering/order/record/check-assignees.ts)
  if (input.works_at !== undefined)
    filters.push(Prisma.sql`(${IS_STAFF} AND (a.branch_id IS NULL OR r.global = 1 OR 'admin' = ANY(r.permissions)
      OR ${staffOfBranchesSql([input.works_at])}))`);
  const where = Prisma.join(filters, ' AND ');
  const { skip, take } = toSkipTake(input);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM account a LEFT JOIN role r ON r.id = a.role_id WHERE ${where}`;
  const rows = await ctx.db.$queryRaw<AccountRow[]>`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where} ORDER BY ${ordered(ctx, input)} LIMIT ${take} OFFSET ${skip}`;
  const ordersOf = await loadCustomerOrders(ctx, rows);
  return toPage(
    rows.map((row) => ({ ...toAccountListRow(ctx, row), ...ordersOf(row) })),
    counted?.total ?? 0,
    input,
  );
}

/**
 * Condition for callers with limited permissions: those who manage drivers or sellers see these, those who manage roles
 * see all staff, and all may pick a customer by full phone number.
 */
async function managedOrPicked(ctx: Ctx, keywords: string | undefined): Promise<Prisma.Sql> {
  const held = getPermissions(ctx);
  const own = accountKindSql(ctx, 'view');
  const kind = isActionAllowed(held, 'roles', 'view') ? Prisma.sql`(${own} OR ${IS_STAFF})` : own;
  const picks = api.account.list.pick?.some((resource) => isActionAllowed(held, resource, 'view'));
  const customer =
    listManageableAccountKinds(ctx, 'view') !== null && picks ? await ofWholePhone(ctx, keywords) : null;
  return customer ? Prisma.sql`(${kind} OR ${customer})` : kind;
}

/** Lists the staff and customers that the caller may see, with at most five statements for any number of rows. */
export const list: Handler<Account['list']> = async (ctx, input) => {
  const kind = ctx.reach === 'pick' ? EVERYTHING : await managedOrPicked(ctx, input.keywords);
  return read(ctx, input, Prisma.sql`${kind} AND ${accountScopeSql(ctx)}`);
};

/** Lists the staff of the header's branch; of all branches when an administrator sends no header. */
export const listBranchStaff: Handler<Account['listOfBranch']> = (ctx, input) => {
  const scope = getEffectiveScope(ctx);
  const there = scope === 'all' ? EVERYTHING : staffOfBranchesSql(scope);
  return read(ctx, input, Prisma.sql`${accountKindSql(ctx, 'view')} AND ${IS_STAFF} AND ${there}`);
};
