import { addDays, getDayStart } from '@dukkan/commerce';
import { type api, COUNTED_MAX, fail, getNounFacts, type NounByRecord } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch, getPermissions, hasPermission, isAdmin } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { escapeLike, type Prisma } from '../../core/db/database.ts';
import { toPage, toSkipTake } from '../../core/list/page.ts';
import { canSeeBranchRecord } from '../branch/index.ts';
import { loadItemTitles } from '../catalog/index.ts';
import { seesMessage } from '../content/index.ts';
import { canSeePaymentMethod } from '../delivery/index.ts';
import { findManageableAccount } from '../identity/index.ts';
import { canSeeImport } from '../importing/index.ts';
import { canSeeOrder, canSeePayment, canSeeReturn } from '../ordering/index.ts';
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

async function filterOf(ctx: Ctx, input: Input): Promise<Prisma.audit_logWhereInput> {
  const { noun, record_id, account_id, from_date, to_date, keywords, id } = input;
  const { timezone } = (await readSettings(ctx)).settings;
  return {
    ...(noun === undefined ? {} : { noun }),
    ...(record_id === undefined ? {} : { record_id }),
    ...(account_id === undefined ? {} : { account_id }),
    ...(id === undefined ? {} : { id }),
    ...(ctx.scope === 'all' ? {} : { OR: [{ branch_id: null }, { branch_id: { in: [...ctx.scope] } }] }),
    ...(keywords ? { actor: { contains: escapeLike(keywords), mode: 'insensitive' } } : {}),
    at: {
      ...(from_date === undefined ? {} : { gte: getDayStart(from_date, timezone) }),
      ...(to_date === undefined ? {} : { lt: getDayStart(addDays(to_date, 1), timezone) }),
    },
  };
}

/** Removes list entries of branches that the caller may not see from one side of a change. */
const sideInSight = (ctx: Ctx, side: unknown): unknown =>
  Array.isArray(side)
    ? side.filter((part: { branch_id?: unknown } | null) => {
        const branch_id = part?.branch_id;
        return typeof branch_id !== 'number' || canSeeBranch(ctx, branch_id);
      })
    : side;

/** Removes prices and lines of branches that the caller may not see from the changes. */
const inSight = (ctx: Ctx, changes: Row['changes']): Row['changes'] =>
  ctx.scope === 'all'
    ? changes
    : Object.fromEntries(
        Object.entries(changes).map(([field, { from, to }]) => [
          field,
          { from: sideInSight(ctx, from), to: sideInSight(ctx, to) },
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
  const where = await filterOf(ctx, input);
  const [rows, counted] = await Promise.all([
    ctx.db.audit_log.findMany({ where, orderBy: { id: input.sort_as }, ...toSkipTake(input) }),
    ctx.db.audit_log.count({ where, take: COUNTED_MAX + 1 }),
  ]);
  const shown = rows.map(
    (row): Row => ({
      id: Number(row.id),
      at: row.at.toISOString(),
      account_id: row.account_id,
      actor: row.actor,
      ip: seesAddresses(ctx) ? row.ip : null,
      action: row.action,
      noun: row.noun,
      record_id: row.record_id,
      branch_id: row.branch_id,
      changes: inSight(ctx, row.changes as Row['changes']),
    }),
  );
  return toPage(await addItemTitles(ctx, shown), counted, input, counted > COUNTED_MAX);
}
