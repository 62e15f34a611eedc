import { type api, type ForceReason, fail, MAX_MONEY } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type * as z from 'zod';
import { canSeeBranch, matchesHeaderBranch } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRow, fetchRows, tables } from '../../../core/db/tables.ts';
import { failField } from '../../../core/fail-field.ts';
import { lockName } from '../../../core/lock/lock-name.ts';
import { checkWholeQuantities } from '../../stock/index.ts';
import type { SupplierItemName } from '../supplier/supplier-item.service.ts';
import {
  type BranchDay,
  fromTenThousandths,
  loadBranchDays,
  loadBranchToday,
  type ReceiptHeader,
  type ReceiptLine,
  type ReceiptLineToStore,
  sumReceiptLines,
  toTenThousandths,
  toThousandths,
} from './stored-receipt.ts';

export type SaveInput = z.output<typeof api.receipt.save.input>;
export type UpdateInput = z.output<typeof api.receipt.update.input>;
type ReceiptLineInput = NonNullable<SaveInput['items']>;
type Patches = NonNullable<UpdateInput['items']>;

/**
 * A line after this request. `at` is its field path in the request; `claims` is the product id that the request gives
 * for it.
 */
export type LineDraft = ReceiptLineToStore & {
  readonly at: string;
  readonly claims: number | undefined;
  /** The supplier's code and name for the item, when a person assigned them. */
  readonly supplier_item?: SupplierItemName;
};

/** Converts a stored line that the request does not change. */
export const toUnchangedDraft = (line: ReceiptLine, index: number): LineDraft => ({
  ...line,
  at: `items.${index}`,
  claims: undefined,
});

/**
 * Finds the stored line that an item of the request names. @throws reference.missing for a line of another receipt,
 * request.invalid for a line named twice
 */
function findNamedLine(
  stored: readonly ReceiptLine[],
  items: readonly { id?: number | undefined }[],
  index: number,
) {
  const id = items[index]?.id;
  if (id === undefined) return undefined;
  if (items.findIndex((other) => other.id === id) < index) failField(`items.${index}.id`, 'distinct');
  return (
    stored.find((line) => line.id === id) ?? fail('reference.missing', { field: 'id' }, `items.${index}.id`)
  );
}

/** Builds the lines that replace all stored ones; the product is looked up from the item. */
export const toReplacingDrafts = (stored: readonly ReceiptLine[], items: ReceiptLineInput): LineDraft[] =>
  items.map((item, index) => {
    const before = findNamedLine(stored, items, index);
    const cost = toTenThousandths(item.cost_value);
    return {
      id: before?.id ?? null,
      at: `items.${index}`,
      claims: item.product_id,
      product_id: 0,
      item_id: item.item_id,
      branch_id: item.branch_id,
      quantity: toThousandths(item.quantity),
      cost,
      cost_before_discount:
        item.cost_value_before_discount === undefined
          ? cost
          : toTenThousandths(item.cost_value_before_discount),
      expire_date: item.expire_date === undefined ? (before?.expire_date ?? null) : item.expire_date,
      supplier_item: {
        item_id: item.item_id,
        code: item.supplier_code ?? '',
        title: item.supplier_title ?? '',
      },
    };
  });

/** Returns the cost before discount; a line without its own value uses the cost. */
function beforeDiscount(line: ReceiptLine, patch: Patches[number]): bigint {
  if (patch.cost_value_before_discount !== undefined)
    return toTenThousandths(patch.cost_value_before_discount);
  const hadNone = line.cost === line.cost_before_discount;
  return hadNone && patch.cost_value !== undefined
    ? toTenThousandths(patch.cost_value)
    : line.cost_before_discount;
}

/** Returns all lines after the named ones are changed; fields that the request leaves out keep their values. */
export function toPatchedDrafts(stored: readonly ReceiptLine[], items: Patches): LineDraft[] {
  for (const index of items.keys()) findNamedLine(stored, items, index);
  return stored.map((line, place) => {
    const index = items.findIndex(({ id }) => id === line.id);
    const patch = items[index];
    if (!patch) return toUnchangedDraft(line, place);
    return {
      id: line.id,
      at: `items.${index}`,
      claims: patch.product_id,
      product_id: line.product_id,
      item_id: patch.item_id ?? line.item_id,
      branch_id: patch.branch_id ?? line.branch_id,
      quantity: patch.quantity === undefined ? line.quantity : toThousandths(patch.quantity),
      cost: patch.cost_value === undefined ? line.cost : toTenThousandths(patch.cost_value),
      cost_before_discount: beforeDiscount(line, patch),
      expire_date: patch.expire_date === undefined ? line.expire_date : patch.expire_date,
    };
  });
}

const readItems = tables
  .selectFrom('product_item as i')
  .innerJoin('product as p', 'p.id', 'i.product_id')
  .select(['i.id', 'i.product_id', 'i.barcode'])
  .where('i.deleted_at', 'is', null)
  .where('p.deleted_at', 'is', null);

export type ReceiptItemFacts = Readonly<InferResult<typeof readItems>[number]>;

const loadItems = (ctx: Ctx, ids: readonly number[]): Promise<ReceiptItemFacts[]> =>
  fetchRows(ctx, readItems.where('i.id', '=', anyIdSql(ids)));

const failMissingReference = (field: string, at: string): never =>
  fail('reference.missing', { field }, `${at}.${field}`);

/**
 * Checks that every line names an existing item, the item's product, and an existing branch of the caller.
 * @returns the lines with their products, and the data of the items
 * @throws branch.forbidden, reference.missing on the line's field
 */
export async function requireReceiptItems(ctx: Ctx, drafts: readonly LineDraft[]) {
  for (const { branch_id, at } of drafts)
    if (!canSeeBranch(ctx, branch_id)) fail('branch.forbidden', undefined, `${at}.branch_id`);
  const [first] = drafts;
  // a delivery for several branches may be entered under any of them
  const branch_ids = drafts.map(({ branch_id }) => branch_id);
  if (first && !matchesHeaderBranch(ctx, branch_ids))
    fail('branch.forbidden', undefined, `${first.at}.branch_id`);
  const items = new Map(
    (await loadItems(ctx, [...new Set(drafts.map(({ item_id }) => item_id))])).map((item) => [item.id, item]),
  );
  await checkWholeQuantities(
    ctx,
    drafts.map(({ item_id, quantity, at }) => ({ item_id, quantity, at: `${at}.quantity` })),
  );
  const branchIds = [...new Set(drafts.map(({ branch_id }) => branch_id))];
  const branches = await ctx.db.branch.findMany({
    where: { id: { in: branchIds }, deleted_at: null },
    select: { id: true },
  });
  const open = new Set(branches.map(({ id }) => id));
  const placed = drafts.map((draft): LineDraft => {
    const item = items.get(draft.item_id) ?? failMissingReference('item_id', draft.at);
    if (draft.claims !== undefined && draft.claims !== item.product_id)
      failMissingReference('item_id', draft.at);
    if (!open.has(draft.branch_id)) failMissingReference('branch_id', draft.at);
    return { ...draft, product_id: item.product_id };
  });
  return { placed, items };
}

const SUM_MAX = BigInt(Math.round(MAX_MONEY * 100));

/**
 * Checks the values of the lines: a discount lowers the cost, expiry is after the receipt's day, and the total stays
 * below the largest amount. @throws request.invalid on the line's field
 */
export function checkReceiptValues(
  drafts: readonly LineDraft[],
  all: readonly ReceiptLineToStore[],
  on_date: string,
): void {
  for (const { at, cost, cost_before_discount, expire_date } of drafts) {
    if (cost_before_discount < cost)
      failField(`${at}.cost_value_before_discount`, 'min_value', { min: fromTenThousandths(cost) });
    if (expire_date !== null && expire_date <= on_date)
      failField(`${at}.expire_date`, 'above', { min: on_date });
  }
  const { quantity, total } = sumReceiptLines(all);
  if (total > SUM_MAX * 100_000n || quantity > SUM_MAX * 10n)
    failField('items', 'max_value', { max: MAX_MONEY });
}

/**
 * @throws reference.missing for a supplier that does not exist or is deleted; an existing one is locked until the
 * transaction ends
 */
export async function checkSupplierExists(ctx: Ctx, id: number): Promise<void> {
  const supplier = tables.selectFrom('supplier').select('id').where('id', '=', id);
  if (!(await fetchRow(ctx, supplier.where('deleted_at', 'is', null).forShare())))
    fail('reference.missing', { field: 'supplier_id' }, 'supplier_id');
}

/** Returns the receipt's own fields after this request; without a day it is dated today. */
export async function mergeReceiptHeader(
  ctx: Ctx,
  before: ReceiptHeader | null,
  input: SaveInput | UpdateInput,
  branch_id: number | undefined,
): Promise<ReceiptHeader> {
  const requestedOrStored = <T>(requested: T | undefined, stored: T | undefined, empty: T): T =>
    requested ?? stored ?? empty;
  return {
    supplier_id: input.supplier_id ?? before?.supplier_id ?? failField('supplier_id', 'required'),
    on_date: input.on_date ?? before?.on_date ?? (await loadBranchToday(ctx, branch_id)),
    invoice_date:
      input.invoice_date === null ? null : requestedOrStored(input.invoice_date, before?.invoice_date, null),
    invoice_number:
      input.invoice_number === null
        ? null
        : requestedOrStored(input.invoice_number, before?.invoice_number, null),
    notes: input.notes === null ? null : requestedOrStored(input.notes, before?.notes, null),
  };
}

/** True when another receipt of the same supplier has the same invoice number. */
export async function isDuplicateInvoice(ctx: Ctx, id: number | null, head: ReceiptHeader): Promise<boolean> {
  if (head.invoice_number === null) return false;
  const name = `receipt ${head.supplier_id} ${head.invoice_number.toLowerCase()}`;
  // the lock makes two receipts that are accepted at the same time see each other
  await lockName(ctx, name);
  const other = await fetchRow(
    ctx,
    tables
      .selectFrom('receipt')
      .select('id')
      .where('supplier_id', '=', head.supplier_id)
      .where(({ ref }) => sql<boolean>`lower(${ref('invoice_number')}) = lower(${head.invoice_number})`)
      .where('id', '<>', id ?? 0)
      .where('deleted_at', 'is', null)
      .where(({ eb, lit }) => eb('status', 'is distinct from', lit(-1)))
      .limit(1),
  );
  return other !== undefined;
}

/** Returns today in each branch of the lines. @throws request.invalid for a receipt dated in the future */
export async function checkReceiptDate(
  ctx: Ctx,
  lines: readonly ReceiptLineToStore[],
  on_date: string,
): Promise<BranchDay[]> {
  const days = await loadBranchDays(ctx, [...new Set(lines.map(({ branch_id }) => branch_id))], on_date);
  const ahead = days.find(({ today }) => on_date > today);
  if (ahead) failField('on_date', 'max_value', { max: ahead.today });
  return days;
}

/**
 * Throws with all reasons for confirmation unless the request already confirms them. @throws
 * receipt.needs_force
 */
export function requireForceFor(reasons: readonly ForceReason[], force: boolean | undefined): void {
  if (reasons.length > 0 && !force) fail('receipt.needs_force', { reasons });
}
