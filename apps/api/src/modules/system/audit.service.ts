import { addDays, getDayStart } from '@dukkan/commerce';
import { type api, COUNTED_MAX, fail, getNounFacts, type NounByRecord } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, getPermissions, hasPermission, isAdmin } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { anyIdSql, countRows, fetchRows, tables } from '../../core/db/tables.ts';
import { matchesKeywords } from '../../core/list/keywords.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { canSeeBranchRecord } from '../branch/index.ts';
import { loadItemTitles } from '../catalog/index.ts';
import { seesMessage } from '../content/index.ts';
import { canSeePaymentMethod } from '../delivery/index.ts';
import { findManageableAccount } from '../identity/index.ts';
import { canSeeImport } from '../importing/index.ts';
import { canSeeOrder, canSeePayment, canSeeReturn } from '../ordering/index.ts';
import { canSeeRule } from '../pricing/index.ts';
import { canSeeReceipt, canSeeSupplierPayment } from '../purchasing/index.ts';
import { readSettings } from '../setting/index.ts';
import { canSeeCount, canSeeTransfer } from '../stock/index.ts';
import { canSeeDriverCash, canSeePosSession, canSeeSafe } from '../tills/index.ts';

type Input = z.output<typeof api.audit.list.input>;
type Row = z.output<typeof api.audit.list.output>;

/** Says for each noun whose module decides whether a record is in the caller's scope; a missing one does not compile. */
const SIGHT: Readonly<Record<NounByRecord, (ctx: Ctx, id: number) => Promise<boolean>>> = {
  account: async (ctx, id) => (await findManageableAccount(ctx, id, 'view')) !== null,
  branch: async (ctx, id) => canSeeBranch(ctx, id),
  'contact-message': seesMessage,
  receipt: canSeeReceipt,
  transaction: canSeeSupplierPayment,
  transfer: canSeeTransfer,
  'stock-count': canSeeCount,
  'payment-method': canSeePaymentMethod,
  'pos-session': canSeePosSession,
  'product-import': canSeeImport,
  safe: canSeeSafe,
  'branch-album': (ctx, id) => canSeeBranchRecord(ctx, 'branch_album_image', id),
  'pos-device': (ctx, id) => canSeeBranchRecord(ctx, 'pos_device', id),
  printer: (ctx, id) => canSeeBranchRecord(ctx, 'printer', id),
  'till-letter': (ctx, id) => canSeeBranchRecord(ctx, 'pos_inbox', id),
  'till-exception': (ctx, id) => canSeeBranchRecord(ctx, 'pos_exception', id),
  'held-cart': (ctx, id) => canSeeBranchRecord(ctx, 'pos_hold', id),
  offer: (ctx, id) => canSeeRule(ctx, 'offer', id),
  discount: (ctx, id) => canSeeRule(ctx, 'discount', id),
  order: canSeeOrder,
  'order-return': canSeeReturn,
  'order-payment': canSeePayment,
  'driver-cash': canSeeDriverCash,
};

/**
 * True when the caller may read these audit rows: administrators all, others the timeline of one record that they may
 * view and that is in their scope.
 * @throws permission.denied for a noun that they may not view
 */
async function mayRead(ctx: Ctx, { noun, record_id }: Input): Promise<boolean> {
  if (isAdmin(ctx)) return true;
  if (noun === undefined || record_id === undefined) return false;
  const { permission, timeline } = getNounFacts(noun);
  if (!permission || !hasPermission(getPermissions(ctx), permission)) fail('permission.denied');
  const id = /^[1-9]\d{0,8}$/.test(record_id) ? Number(record_id) : 0;
  return timeline === 'by-record' ? SIGHT[noun as NounByRecord](ctx, id) : timeline === 'all';
}

const readLog = tables
  .selectFrom('audit_log')
  .select(['id', 'at', 'account_id', 'actor', 'ip', 'action', 'noun', 'record_id', 'branch_id', 'changes']);

async function filterLog(ctx: Ctx, input: Input): Promise<typeof readLog> {
  const { noun, record_id, account_id, from_date, to_date, keywords, id } = input;
  const { timezone } = (await readSettings(ctx)).settings;
  const { scope } = ctx;
  let query = readLog.where(matchesKeywords(keywords, sql.ref('search')));
  if (noun !== undefined) query = query.where('noun', '=', noun);
  if (record_id !== undefined) query = query.where('record_id', '=', record_id);
  if (account_id !== undefined) query = query.where('account_id', '=', account_id);
  if (id !== undefined) query = query.where('id', '=', id);
  if (scope !== 'all')
    query = query.where(({ or, eb }) =>
      or([eb('branch_id', 'is', null), eb('branch_id', '=', anyIdSql(scope))]),
    );
  if (from_date !== undefined) query = query.where('at', '>=', getDayStart(from_date, timezone));
  if (to_date !== undefined) query = query.where('at', '<', getDayStart(addDays(to_date, 1), timezone));
  return query;
}

/** The field of the branches in which a record holds, by their ids. */
const BRANCHES_FIELD = 'branches_ids';

/** Returns the branch that a list entry of a change names: by its id alone, or in a field. */
const getBranchOfEntry = (field: string, entry: { branch_id?: unknown } | number | null): unknown =>
  typeof entry === 'number' ? (field === BRANCHES_FIELD ? entry : undefined) : entry?.branch_id;

/** Removes list entries of branches that the caller may not see from one side of a change. */
const sideInSight = (ctx: Ctx, field: string, side: unknown): unknown =>
  Array.isArray(side)
    ? side.filter((entry: { branch_id?: unknown } | number | null) => {
        const branch_id = getBranchOfEntry(field, entry);
        return typeof branch_id !== 'number' || canSeeBranch(ctx, branch_id);
      })
    : side;

/** Removes prices, lines and ids of branches that the caller may not see from the changes. */
const inSight = (ctx: Ctx, changes: Row['changes']): Row['changes'] =>
  ctx.scope === 'all'
    ? changes
    : Object.fromEntries(
        Object.entries(changes).map(([field, { from, to }]) => [
          field,
          { from: sideInSight(ctx, field, from), to: sideInSight(ctx, field, to) },
        ]),
      );

/** The items that changes name by their ids, such as the prices of a price list. */
const listChangedItems = (changes: Row['changes']): number[] =>
  Object.values(changes)
    .flatMap(({ from, to }) => [from, to])
    .flatMap((side) => (Array.isArray(side) ? side : []))
    .flatMap((part: { item_id?: unknown } | null) =>
      typeof part?.item_id === 'number' ? [part.item_id] : [],
    );

/** Adds the titles of items to the changes that name them, because nobody knows an item by its id or code. */
async function addItemTitles(ctx: Ctx, rows: readonly Row[]): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap(({ changes }) => listChangedItems(changes)))];
  if (ids.length === 0) return [...rows];
  const titles = await loadItemTitles(ctx, ids);
  const name = (side: unknown): unknown =>
    Array.isArray(side)
      ? side.map((part: { item_id?: unknown } | null) => {
          const title = typeof part?.item_id === 'number' ? titles.get(part.item_id) : undefined;
          return title === undefined ? part : { ...part, title };
        })
      : side;
  return rows.map((row) => ({
    ...row,
    changes: Object.fromEntries(
      Object.entries(row.changes).map(([field, { from, to }]) => [field, { from: name(from), to: name(to) }]),
    ),
  }));
}

/** True for callers who manage accounts; others do not learn from which address somebody works. */
const seesAddresses = (ctx: Ctx): boolean =>
  hasPermission(getPermissions(ctx), { resource: 'users', action: 'save' });

/** Lists audit rows, newest first. */
export async function list(ctx: Ctx, input: Input) {
  if (!(await mayRead(ctx, input))) return toPage([], 0, input);
  const query = await filterLog(ctx, input);
  const { skip, take } = toSkipTake(input);
  const [rows, counted] = await Promise.all([
    fetchRows(ctx, query.orderBy('id', input.sort_as).limit(take).offset(skip)),
    countRows(ctx, tables.selectFrom(query.limit(COUNTED_MAX + 1).as('log'))),
  ]);
  const views = rows.map(
    (row): Row => ({
      ...row,
      at: row.at.toISOString(),
      ip: seesAddresses(ctx) ? row.ip : null,
      changes: inSight(ctx, row.changes as Row['changes']),
    }),
  );
  return toPage(await addItemTitles(ctx, views), counted, input, counted > COUNTED_MAX);
}
