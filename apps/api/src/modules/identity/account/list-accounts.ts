import { foldForSearch, isActionAllowed, LOCALES, parsePhonePart, toNameKey } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import {
  type Expression,
  expressionBuilder,
  type Nullable,
  type OrderByItemBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type * as z from 'zod';
import { getEffectiveScope, getPermissions } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { escapeLike } from '../../../core/db/database.ts';

import { matchesKeywords } from '../../../core/list/keywords.ts';
import { fetchPage, type Page, toPage } from '../../../core/list/page.ts';
import { hasNameKeySql } from '../../../core/text/equal-names.ts';
import type { Tables } from '../../../generated/tables.ts';
import type { Handler } from '../../../http/serve.ts';
import { loadCustomerOrders } from '../customer/load-customer-orders.ts';
import { parsePhone } from '../parse-phone.ts';
import { type AccountQuery, readAccounts, toAccountListRow } from './account.view.ts';
import {
  EVERYTHING,
  IS_STAFF,
  isAccountInScope,
  isAccountKindManageable,
  listManageableAccountKinds,
  selectRoleTitle,
  worksAtBranches,
} from './account-visibility.ts';

type Account = typeof api.account;
type Input = z.output<Account['list']['input']>;

type Condition = Expression<SqlBool>;

const account = expressionBuilder<
  Tables & { a: Tables['account']; r: Nullable<Tables['role']> },
  'a' | 'r'
>();

const toLikePattern = (text: string): string => `%${escapeLike(text)}%`;

/** Returns the digits of a text that looks like part of a phone number, as in an E.164 number. */
const phonePart = (keywords: string): string | null => {
  return parsePhonePart(keywords)?.replace(/^(\+|00)/, '') ?? null;
};

/** Condition that matches name, e-mail or phone; a phone number is found however it is written. */
async function matchesAccount(ctx: Ctx, keywords: string | undefined): Promise<Condition> {
  const words = matchesKeywords(keywords, sql.ref('a.search'));
  const part = phonePart(keywords ?? '');
  if (!part) return words;
  const whole = await parsePhone(ctx, keywords ?? '');
  const conditions = [words, account('a.search', 'like', toLikePattern(part))];
  return account.or(whole ? [...conditions, account('a.phone', '=', whole.number)] : conditions);
}

/**
 * Condition for accounts with exactly this name, phone number or e-mail; in pick-lists, which show neither, with this
 * name only.
 */
async function isNamed(ctx: Ctx, name: string): Promise<Condition> {
  const isCalled = hasNameKeySql('a.name', [toNameKey(name)]);
  if (ctx.reach === 'pick') return isCalled;
  const phone = phonePart(name) ? await parsePhone(ctx, name) : null;
  return account.or([
    isCalled,
    account('a.email', '=', sql<string>`lower(${name})`),
    account('a.phone', '=', phone?.number ?? null),
  ]);
}

/** Condition for the customer with this full phone number; null for other texts. */
async function isCustomerOfPhone(ctx: Ctx, keywords: string | undefined): Promise<Condition | null> {
  const phone = phonePart(keywords ?? '') ? await parsePhone(ctx, keywords ?? '') : null;
  return phone && account.and([account.not(IS_STAFF), account('a.phone', '=', phone.number)]);
}

/** Condition for pick-lists: staff match by name, customers only by their full phone number. */
async function matchesPick(ctx: Ctx, keywords: string | undefined): Promise<Condition> {
  const isStaffNamed = account.and([IS_STAFF, matchesKeywords(keywords, sql`fold(a.name)`)]);
  const isCustomer = await isCustomerOfPhone(ctx, keywords);
  return isCustomer ? account.or([isStaffNamed, isCustomer]) : isStaffNamed;
}

/** Condition for a role id or title, or one of the four groups. */
function hasRole(role: Input['role']): Condition {
  if (role === undefined) return EVERYTHING;
  if (typeof role === 'number' || /^\d{1,9}$/.test(role)) return account('a.role_id', '=', Number(role));
  switch (role) {
    case 'customer':
      return account.not(IS_STAFF);
    case 'staff':
    case 'employees':
      return IS_STAFF;
    case 'managers': {
      const managed = account
        .selectFrom('branch_manager as m')
        .select('m.account_id')
        .whereRef('m.account_id', '=', 'a.id');
      return account.or([isGranted('branchs'), account.exists(managed)]);
    }
    default: {
      const titles = sql.ref('r.titles');
      const folded = LOCALES.map((locale) => sql`fold(coalesce(${titles}->>${sql.lit(locale)}, ''))`);
      return account.or([
        account('r.key', '=', role),
        sql<boolean>`${foldForSearch(role)} IN (${sql.join(folded)})`,
      ]);
    }
  }
}

/** Condition for accounts whose role has exactly this permission. */
const isGranted = (permission: string): Condition =>
  sql<boolean>`${permission} = any(${account.ref('r.permissions')})`;

/**
 * Condition for accounts whose role has a permission; `users.driver` stands for the drivers themselves.
 */
function holdsPermission(perm: string | undefined): Condition {
  if (perm === undefined) return EVERYTHING;
  return isGranted(perm === 'users.driver' ? 'driver' : perm === 'users.seller' ? 'seller' : perm);
}

function sortAccounts(ctx: Ctx, query: AccountQuery, { sort_by, sort_as }: Input): AccountQuery {
  // sorting by a column that a pick-list does not show would reveal its values
  const isNewest = sort_by === 'id' || sort_by === 'staff';
  const by = ctx.reach === 'pick' ? (isNewest ? 'id' : 'name') : sort_by;
  if (by === 'id') return query.orderBy('a.id', sort_as);
  if (by === 'name') return query.orderBy('a.name', sort_as).orderBy('a.id', sort_as);
  const column =
    by === 'staff' ? IS_STAFF : by === 'role_title' ? selectRoleTitle(ctx.locale) : account.ref(`a.${by}`);
  const nullsLast = (order: OrderByItemBuilder) =>
    (sort_as === 'desc' ? order.desc() : order.asc()).nullsLast();
  return query.orderBy(column, nullsLast).orderBy('a.id', sort_as);
}

type Row = z.output<Account['list']['output']>;

async function filterAccounts(ctx: Ctx, input: Input, sight: Condition): Promise<AccountQuery> {
  let query = readAccounts
    .where('a.deleted_at', 'is', null)
    .where(sight)
    .where(
      ctx.reach === 'pick'
        ? await matchesPick(ctx, input.keywords)
        : await matchesAccount(ctx, input.keywords),
    )
    .where(hasRole(input.role))
    .where(holdsPermission(input.perm));
  if ('named' in input && input.named !== undefined) query = query.where(await isNamed(ctx, input.named));
  if (input.id !== undefined) query = query.where('a.id', '=', input.id);
  if (input.status !== undefined) query = query.where('a.status', '=', input.status);
  if (input.branch_id !== undefined) query = query.where(IS_STAFF).where(worksAtBranches([input.branch_id]));
  // the same condition as for assigning a driver or seller (ordering/order/record/check-assignees.ts)
  if (input.works_at !== undefined)
    query = query
      .where(IS_STAFF)
      .where(
        account.or([
          account('a.branch_id', 'is', null),
          account('r.global', '=', 1),
          isGranted('admin'),
          worksAtBranches([input.works_at]),
        ]),
      );
  return query;
}

async function listAccounts(ctx: Ctx, input: Input, sight: Condition): Promise<Page<Row>> {
  const query = await filterAccounts(ctx, input, sight);
  const [rows, total] = await fetchPage(ctx, sortAccounts(ctx, query, input), query, input);
  const ordersOf = await loadCustomerOrders(ctx, rows);
  return toPage(
    rows.map((row) => ({ ...toAccountListRow(ctx, row), ...ordersOf(row) })),
    total,
    input,
  );
}

/**
 * Condition for callers with limited permissions: those who manage drivers or sellers see these, those who manage roles
 * see all staff, and all may pick a customer by full phone number.
 */
async function isManagedOrPicked(ctx: Ctx, keywords: string | undefined): Promise<Condition> {
  const held = getPermissions(ctx);
  const own = isAccountKindManageable(ctx, 'view');
  const kind = isActionAllowed(held, 'roles', 'view') ? account.or([own, IS_STAFF]) : own;
  const picks = api.account.list.pick?.some((resource) => isActionAllowed(held, resource, 'view'));
  const customer =
    listManageableAccountKinds(ctx, 'view') !== null && picks ? await isCustomerOfPhone(ctx, keywords) : null;
  return customer ? account.or([kind, customer]) : kind;
}

/** Lists the staff and customers that the caller may see, with at most five statements for any number of rows. */
export const list: Handler<Account['list']> = async (ctx, input) => {
  const kind = ctx.reach === 'pick' ? EVERYTHING : await isManagedOrPicked(ctx, input.keywords);
  return listAccounts(ctx, input, account.and([kind, isAccountInScope(ctx)]));
};

/** Lists the staff of the header's branch; of all branches when an administrator sends no header. */
export const listBranchStaff: Handler<Account['listOfBranch']> = (ctx, input) => {
  const scope = getEffectiveScope(ctx);
  const there = scope === 'all' ? EVERYTHING : worksAtBranches(scope);
  const sight = account.and([isAccountKindManageable(ctx, 'view'), IS_STAFF, there]);
  return listAccounts(ctx, input, sight);
};
