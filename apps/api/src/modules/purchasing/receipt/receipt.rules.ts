import { type api, type ForceReason, fail, MAX_MONEY } from '@dukkan/contract';
import type * as z from 'zod';
import { canSeeBranch, matchesHeaderBranch } from '../../../core/access.ts';
import type { Ctx } from '../../../core/ctx.ts';
import { failField } from '../../../core/fail-field.ts';
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
} from './receipt.store.ts';

export type SaveInput = z.output<typeof api.receipt.save.input>;
export type UpdateInput = z.output<typeof api.receipt.update.input>;
type Given = NonNullable<SaveInput['items']>;
type Patches = NonNullable<UpdateInput['items']>;

/** A line as it is to stand. `at` is its place in the request; `claims` the product that the request says it is of. */
export type LineDraft = ReceiptLineToStore & {
  readonly at: string;
  readonly claims: number | undefined;
  /** What the supplier's list calls it, where a person has assigned it to the item. */
  readonly supplier_item?: SupplierItemName;
};

/** A stored line that the request does not name stands where it stood. */
export const toUnchangedDraft = (line: ReceiptLine, index: number): LineDraft => ({
  ...line,
  at: `items.${index}`,
  claims: undefined,
});

/** The stored line that is named. @throws reference.missing for one of another receipt, request.invalid for one twice */
function named(stored: readonly ReceiptLine[], items: readonly { id?: number | undefined }[], index: number) {
  const id = items[index]?.id;
  if (id === undefined) return undefined;
  if (items.findIndex((other) => other.id === id) < index) failField(`items.${index}.id`, 'distinct');
  return (
    stored.find((line) => line.id === id) ?? fail('reference.missing', { field: 'id' }, `items.${index}.id`)
  );
}

/** The lines that replace the set (decisions 3.6). Their product is the item's: it is looked up. */
export const toReplacingDrafts = (stored: readonly ReceiptLine[], items: Given): LineDraft[] =>
  items.map((item, index) => {
    const before = named(stored, items, index);
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

/** The cost before discount: without one so far it follows the cost. */
function beforeDiscount(line: ReceiptLine, patch: Patches[number]): bigint {
  if (patch.cost_value_before_discount !== undefined)
    return toTenThousandths(patch.cost_value_before_discount);
  const hadNone = line.cost === line.cost_before_discount;
  return hadNone && patch.cost_value !== undefined
    ? toTenThousandths(patch.cost_value)
    : line.cost_before_discount;
}

/** Every line after the named ones are changed; what a change does not say stays. */
export function toPatchedDrafts(stored: readonly ReceiptLine[], items: Patches): LineDraft[] {
  for (const index of items.keys()) named(stored, items, index);
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

export type ReceiptItemFacts = {
  readonly id: number;
  readonly product_id: number;
  readonly barcode: string | null;
};

const itemsOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db.$queryRaw<ReceiptItemFacts[]>`
    SELECT i.id, i.product_id, i.barcode FROM product_item i JOIN product p ON p.id = i.product_id
     WHERE i.id = ANY(${[...ids]}::int[]) AND i.deleted_at IS NULL AND p.deleted_at IS NULL`;

const missing = (field: string, at: string): never => fail('reference.missing', { field }, `${at}.${field}`);

/**
 * Every line names a living item, its own product and a living branch of the caller.
 * @returns the lines with their products, and what is known of the items
 * @throws branch.forbidden, reference.missing on the line's field
 */
export async function requireReceiptItems(ctx: Ctx, drafts: readonly LineDraft[]) {
  for (const { branch_id, at } of drafts)
    if (!canSeeBranch(ctx, branch_id)) fail('branch.forbidden', undefined, `${at}.branch_id`);
  const [first] = drafts;
  // a delivery for several branches is written down in any of them
  const branch_ids = drafts.map(({ branch_id }) => branch_id);
  if (first && !matchesHeaderBranch(ctx, branch_ids))
    fail('branch.forbidden', undefined, `${first.at}.branch_id`);
  const items = new Map(
    (await itemsOf(ctx, [...new Set(drafts.map(({ item_id }) => item_id))])).map((item) => [item.id, item]),
  );
  await checkWholeQuantities(
    ctx,
    drafts.map(({ item_id, quantity, at }) => ({ item_id, quantity, at: `${at}.quantity` })),
  );
  const wanted = [...new Set(drafts.map(({ branch_id }) => branch_id))];
  const branches = await ctx.db.branch.findMany({
    where: { id: { in: wanted }, deleted_at: null },
    select: { id: true },
  });
  const open = new Set(branches.map(({ id }) => id));
  const placed = drafts.map((draft): LineDraft => {
    const item = items.get(draft.item_id) ?? missing('item_id', draft.at);
    if (draft.claims !== undefined && draft.claims !== item.product_id) missing('item_id', draft.at);
    if (!open.has(draft.branch_id)) missing('branch_id', draft.at);
    return { ...draft, product_id: item.product_id };
  });
  return { placed, items };
}

const SUM_MAX = BigInt(Math.round(MAX_MONEY * 100));

/**
 * What lines may say: a discount lowers the cost, goods expire after the receipt's day, and all is worth no more than
 * the shop counts. @throws request.invalid on the line's field
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

/** @throws reference.missing for a supplier that is deleted or never was; a living one stays until this is done */
export async function checkSupplierExists(ctx: Ctx, id: number): Promise<void> {
  const found = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM supplier WHERE id = ${id} AND deleted_at IS NULL FOR SHARE`;
  if (found.length === 0) fail('reference.missing', { field: 'supplier_id' }, 'supplier_id');
}

/** The receipt's own fields after this request; without a day it is of today. */
export async function mergeReceiptHeader(
  ctx: Ctx,
  before: ReceiptHeader | null,
  input: SaveInput | UpdateInput,
  branch_id: number | undefined,
): Promise<ReceiptHeader> {
  const kept = <T>(given: T | undefined, stored: T | undefined, empty: T): T => given ?? stored ?? empty;
  return {
    supplier_id: input.supplier_id ?? before?.supplier_id ?? failField('supplier_id', 'required'),
    on_date: input.on_date ?? before?.on_date ?? (await loadBranchToday(ctx, branch_id)),
    invoice_date: input.invoice_date === null ? null : kept(input.invoice_date, before?.invoice_date, null),
    invoice_number:
      input.invoice_number === null ? null : kept(input.invoice_number, before?.invoice_number, null),
    notes: input.notes === null ? null : kept(input.notes, before?.notes, null),
  };
}

/** Where the same invoice of the same supplier stands on another living receipt already. */
export async function isDuplicateInvoice(ctx: Ctx, id: number | null, head: ReceiptHeader): Promise<boolean> {
  if (head.invoice_number === null) return false;
  const name = `receipt ${head.supplier_id} ${head.invoice_number.toLowerCase()}`;
  // two that are accepted at once see each other: one after the other
  await ctx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  const found = await ctx.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM receipt
     WHERE supplier_id = ${head.supplier_id} AND lower(invoice_number) = lower(${head.invoice_number})
       AND id <> ${id ?? 0}::int AND deleted_at IS NULL AND status IS DISTINCT FROM -1 LIMIT 1`;
  return found.length > 0;
}

/** The days of the lines' branches. @throws request.invalid for a receipt of a day that has not come there yet */
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

/** Asks first, with everything there is to ask (decisions 3.6). @throws receipt.needs_force */
export function requireForceFor(reasons: readonly ForceReason[], force: boolean | undefined): void {
  if (reasons.length > 0 && !force) fail('receipt.needs_force', { reasons });
}
