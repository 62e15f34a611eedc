import { addDays, toLocalDate } from '@dukkan/commerce';
import { api } from '@dukkan/contract';
import { SHELF_LIFE, SUPPLIERS } from '../../../../prisma/seed/demo-purchasing.ts';
import type { Ctx } from '../core/ctx.ts';
import { fetchRows, tables } from '../core/db/tables.ts';
import { savePayment, saveReceipt, saveSupplier, updateReceipt } from '../modules/purchasing/index.ts';
import { readSettings } from '../modules/setting/index.ts';
import { readCategoryTitles } from './demo-catalogue.ts';
import { FRESH_DAYS } from './demo-plan.ts';

/** The number of accepted receipts in the last three months. */
const RECEIPTS = 30;
const DAYS = 90;
const LINES = 12;
/** Number of goods of a supplier that have a minimum, and the units in a pack of them. */
const MINIMUM_GOODS = 3;
const PACK = 12;

type Good = {
  readonly item_id: number;
  readonly category: string;
  readonly price: number;
  readonly isLoose: boolean;
};

/** Short-dated units expire after this many days. */
const SHORT_DAYS = 8;
/** The line of a receipt that is short-dated if its goods are fresh. */
const SHORT_LINE = 5;

/** Returns a number that looks random but is the same on every machine. */
const scatterNumber = (index: number, span: number): number => (index * 7_919 + 104_729) % span;
const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

/** Returns the products that can be bought, each with its first item that has a demo barcode and its category's key. */
async function loadPurchasableGoods(ctx: Ctx, categories: ReadonlyMap<string, number>): Promise<Good[]> {
  const keys = new Map([...categories].map(([key, id]) => [id, key]));
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product as p')
      .innerJoin('product_item as i', 'i.product_id', 'p.id')
      .innerJoin('product_category as c', 'c.product_id', 'p.id')
      .distinctOn('p.id')
      .select(({ cast }) => [
        'i.id as item_id',
        'c.category_id',
        cast<number>('p.price', 'float8').as('price'),
        cast<number>('p.stepper', 'float8').as('stepper'),
      ])
      .where('p.deleted_at', 'is', null)
      .where('i.deleted_at', 'is', null)
      .where('i.barcode', 'is not', null)
      .orderBy('p.id')
      .orderBy('i.ord')
      .orderBy('i.id'),
  );
  return rows.map(({ item_id, category_id, price, stepper }) => ({
    item_id,
    price,
    category: keys.get(category_id) ?? '',
    isLoose: stepper < 1,
  }));
}

/** Returns the ids of the categories by their keys, found by the English titles. */
async function loadCategoryIds(ctx: Ctx, titles: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const rows = await readCategoryTitles(ctx);
  return new Map(
    rows.flatMap(({ id, title }) => {
      const key = titles.get(title);
      return key ? [[key, id] as const] : [];
    }),
  );
}

/** Gives the first goods of a supplier a minimum that every branch keeps, and a pack to order them by. */
const keepMinimum = (ctx: Ctx, goods: readonly Good[], minimum_quantity: number) =>
  ctx.db.product_item.updateMany({
    where: { id: { in: goods.slice(0, MINIMUM_GOODS).map(({ item_id }) => item_id) } },
    data: { minimum_quantity, pack_quantity: PACK },
  });

type Shop = { readonly today: string; readonly branches: readonly { id: number; isWarehouse: boolean }[] };

/** Returns the units of a line: few of fresh goods, and more for a warehouse. */
function pickUnits(isWarehouse: boolean, isFresh: boolean, index: number): number {
  if (isFresh) return isWarehouse ? 8 + scatterNumber(index, 10) : 2 + scatterNumber(index, 4);
  return isWarehouse ? 60 + scatterNumber(index, 120) : 12 + scatterNumber(index, 40);
}

/** Returns the lines of one receipt: a range of the supplier's goods for one branch, sometimes for two. */
function planReceiptLines(shop: Shop, goods: readonly Good[], index: number, on_date: string) {
  const start = goods.length > LINES ? scatterNumber(index, goods.length - LINES) : 0;
  const own = shop.branches[index % shop.branches.length];
  const other = shop.branches[(index + 1) % shop.branches.length];
  const warehouse = shop.branches.find(({ isWarehouse }) => isWarehouse);
  return goods.slice(start, start + LINES).flatMap(({ item_id, price, category, isLoose }, at) => {
    const life = SHELF_LIFE[category] ?? null;
    const isFresh = (life ?? DAYS) < FRESH_DAYS;
    // a few are short-dated and go to the warehouse, because a shop would sell them first (FEFO)
    const isShort = isFresh && at === SHORT_LINE;
    const branch = isShort ? warehouse : index % 5 === 4 && at % 3 === 2 ? other : own;
    if (!branch) return [];
    const units = pickUnits(branch.isWarehouse, isFresh, index * 31 + at);
    const cost_value = roundToCents(price * (0.58 + scatterNumber(index * 17 + at, 16) / 100));
    return [
      {
        item_id,
        branch_id: branch.id,
        quantity: isLoose ? units + 0.5 : units,
        cost_value,
        ...(index % 3 === 1 ? { cost_value_before_discount: roundToCents(cost_value * 1.05) } : {}),
        expire_date:
          life === null ? null : addDays(on_date, isShort ? SHORT_DAYS : life + scatterNumber(index + at, 4)),
      },
    ];
  });
}

/** Pays and locks the oldest receipts; of the others, every third is paid in full and every third in part. */
async function settleUp(ctx: Ctx, id: number, net: number, index: number, on_date: string, today: string) {
  const isOld = index < 6;
  const value = isOld || index % 3 === 0 ? net : index % 3 === 1 ? roundToCents(net / 2) : 0;
  if (value === 0) return;
  const due = addDays(on_date, 10 + (index % 5) * 4);
  const paid = due < today ? due : today;
  const input = { receipt_id: id, value, payment_method: 1 + (index % 3), on_date: paid };
  await savePayment(ctx, api.transaction.save.input.parse(input));
  if (isOld) await updateReceipt(ctx, api.receipt.update.input.parse({ id, status: 2 }));
}

/** Creates suppliers and their recent receipts through the use-cases. `titles`: category keys by title. */
export async function seedDemoPurchases(
  ctx: Ctx,
  branches: readonly { id: number; isWarehouse: boolean }[],
  titles: ReadonlyMap<string, string>,
): Promise<void> {
  const { timezone } = (await readSettings(ctx)).settings;
  const today = toLocalDate(ctx.now, timezone);
  const goods = await loadPurchasableGoods(ctx, await loadCategoryIds(ctx, titles));
  const suppliers: { id: number; goods: Good[]; isFresh: boolean }[] = [];
  for (const { categories, keeps, ...supplier } of SUPPLIERS) {
    const { id } = await saveSupplier(ctx, api.supplier.save.input.parse(supplier));
    const own = goods.filter(({ category, isLoose }) => categories.includes(category) && !isLoose);
    if (keeps !== undefined) await keepMinimum(ctx, own, keeps);
    suppliers.push({
      id,
      goods: goods.filter(({ category }) => categories.includes(category)),
      isFresh: categories.some((key) => (SHELF_LIFE[key] ?? DAYS) < FRESH_DAYS),
    });
  }
  // the last three: two drafts and a cancelled one
  for (let index = 0; index < RECEIPTS + 3; index += 1) {
    const supplier = suppliers[index % suppliers.length];
    if (!supplier) continue;
    const age = Math.round((DAYS * (RECEIPTS + 2 - index)) / (RECEIPTS + 2));
    const on_date = addDays(today, -(supplier.isFresh ? age % 4 : age));
    const isBooked = index < RECEIPTS;
    const { id, net } = await saveReceipt(
      ctx,
      api.receipt.save.input.parse({
        supplier_id: supplier.id,
        on_date,
        invoice_number: isBooked ? `INV-${2_600 + index}` : null,
        invoice_date: isBooked ? on_date : null,
        items: planReceiptLines({ today, branches }, supplier.goods, index, on_date),
        status: isBooked ? 1 : null,
      }),
    );
    if (isBooked) await settleUp(ctx, id, net, index, on_date, today);
    if (index === RECEIPTS) await updateReceipt(ctx, api.receipt.update.input.parse({ id, status: -1 }));
  }
}
