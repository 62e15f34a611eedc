import { DELIVERED, formatMinor } from '@dukkan/commerce';
import { api, CART_MAX, RECEIPT_LINES_MAX } from '@dukkan/contract';
import type { Ctx, Services } from '../../core/ctx.ts';
import { callEndpoint, createCtxAt, type RefusalReason, toRefusalReasonOrThrow } from './call.ts';
import { createSalesIndex, type ReturnedUnits, type SalesIndex } from './returns.ts';
import {
  groupInvoices,
  groupWeeks,
  type Invoice,
  isReturnInvoice,
  type RetailRow,
  splitCarts,
} from './rows.ts';

export type RefusedRow = { readonly row: RetailRow; readonly reason: RefusalReason };

/** The result of a replay. */
export type ReplayResult = {
  readonly taken: readonly RetailRow[];
  readonly refused: readonly RefusedRow[];
  readonly counts: {
    readonly products: number;
    readonly prices: number;
    readonly receipts: number;
    readonly orders: number;
    readonly returns: number;
  };
};

type Good = { readonly id: number; readonly item_id: number; price: bigint };

type Shop = {
  readonly services: Services;
  readonly branch_id: number;
  readonly supplier_id: number;
  readonly delivered: number;
  readonly goods: Map<string, Good>;
  /** Why a product could not be created, by its code. */
  readonly unmade: Map<string, RefusalReason>;
  readonly sales: SalesIndex;
  readonly taken: RetailRow[];
  readonly refused: RefusedRow[];
  readonly counts: { -readonly [name in keyof ReplayResult['counts']]: number };
};

/** Sets up a shop in pounds, with one branch and one supplier. @throws Error when the shop already has orders */
async function openShop(services: Services, at: Date): Promise<Shop> {
  const ctx = createCtxAt(services, at);
  if (await ctx.db.order.findFirst({ select: { id: true } }))
    throw new Error('This shop has orders already; a replay wants a database of its own.');
  await callEndpoint(ctx, api.setting.save, { Currency: 'GBP', country: 'GB', timezone: 'Europe/London' });
  const branch = await callEndpoint(ctx, api.branch.create, { names: { en: 'Retail set' } });
  const supplier = await callEndpoint(ctx, api.supplier.save, { name: 'Retail set', force: true });
  const status = await ctx.db.order_status.findFirstOrThrow({
    where: { status_value: DELIVERED, deleted_at: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return {
    services,
    branch_id: branch.id,
    supplier_id: supplier.id,
    delivered: status.id,
    goods: new Map(),
    unmade: new Map(),
    sales: createSalesIndex(),
    taken: [],
    refused: [],
    counts: { products: 0, prices: 0, receipts: 0, orders: 0, returns: 0 },
  };
}

const toUnits = (quantity: bigint): number => Number(quantity);

/** Validates a row against the contract before anything is written. */
function checkRow(row: RetailRow): RefusalReason | null {
  const quantity = toUnits(row.invoice.startsWith('C') ? -row.quantity : row.quantity);
  try {
    api.order.make.input.parse({ cart: [{ item_id: 1, quantity }] });
    api.product.save.input.parse({ pricing: { price: Number(row.price) }, items: [{ barcode: row.code }] });
    return null;
  } catch (error) {
    return toRefusalReasonOrThrow(error);
  }
}

/** Creates the product of a row at its first sale; some descriptions are missing in the data set. */
async function putProduct(ctx: Ctx, shop: Shop, row: RetailRow): Promise<void> {
  if (shop.goods.has(row.code) || shop.unmade.has(row.code)) return;
  try {
    const createdProduct = await callEndpoint(ctx, api.product.save, {
      titles: { en: row.description || row.code },
      pricing: { price: Number(row.price), free: Number(row.price) === 0 ? 1 : 0 },
      items: [{ barcode: row.code }],
    });
    shop.goods.set(row.code, {
      id: createdProduct.id,
      item_id: createdProduct.items[0]?.item_id ?? 0,
      price: row.thousandths,
    });
    shop.counts.products += 1;
  } catch (error) {
    shop.unmade.set(row.code, toRefusalReasonOrThrow(error));
  }
}

/** Creates the products that a week sells and buys their units at 60 % of the price, before the first sale. */
async function stockWeek(shop: Shop, week: readonly Invoice[]): Promise<void> {
  const [first] = week;
  if (!first) return;
  const ctx = createCtxAt(shop.services, first.at);
  const needs = new Map<string, { quantity: bigint; cost: bigint }>();
  for (const row of week.filter((one) => !isReturnInvoice(one)).flatMap(({ rows }) => rows)) {
    await putProduct(ctx, shop, row);
    if (!shop.goods.has(row.code)) continue;
    const { quantity = 0n, cost = row.thousandths * 6n } = needs.get(row.code) ?? {};
    needs.set(row.code, { quantity: quantity + row.quantity, cost });
  }
  const lines = [...needs].map(([code, { quantity, cost }]) => ({
    item_id: shop.goods.get(code)?.item_id,
    branch_id: shop.branch_id,
    quantity: toUnits(quantity),
    cost_value: Number(formatMinor(cost, 4)),
  }));
  for (let at = 0; at < lines.length; at += RECEIPT_LINES_MAX) {
    const items = lines.slice(at, at + RECEIPT_LINES_MAX);
    const on_date = first.at.toISOString().slice(0, 10);
    await callEndpoint(ctx, api.receipt.save, { supplier_id: shop.supplier_id, on_date, items, status: 1 });
    shop.counts.receipts += 1;
  }
}

/** The number of prices that are saved in parallel. */
const AT_ONCE = 4;

/** Sets the prices of the products in a cart to those of its rows. @throws errors of products/save */
async function setPrices(ctx: Ctx, shop: Shop, rows: readonly RetailRow[]): Promise<void> {
  const changed = new Map<Good, RetailRow>();
  for (const row of rows) {
    const good = shop.goods.get(row.code);
    if (good && good.price !== row.thousandths) changed.set(good, row);
  }
  // different products do not block each other; the limit leaves database connections free
  const all = [...changed];
  for (let at = 0; at < all.length; at += AT_ONCE)
    await Promise.all(
      all.slice(at, at + AT_ONCE).map(async ([good, row]) => {
        await callEndpoint(ctx, api.product.save, {
          id: good.id,
          pricing: { price: Number(row.price), free: Number(row.price) === 0 ? 1 : 0 },
        });
        good.price = row.thousandths;
        shop.counts.prices += 1;
      }),
    );
}

/** Returns the customer of an order, with a mobile number derived from the customer id. */
const toReplayCustomer = (customer: string) =>
  customer === ''
    ? {}
    : { client: { name: `Customer ${customer}`, phone: `+44740${customer.padStart(7, '0')}` } };

/** Places one order: sets the prices, then places, delivers and takes cash for it. */
async function placeRetailOrder(shop: Shop, invoice: Invoice, rows: readonly RetailRow[]): Promise<void> {
  const ctx = createCtxAt(shop.services, invoice.at);
  try {
    await setPrices(ctx, shop, rows);
    const order = await ctx.tx(async (ctx) => {
      const { id } = await callEndpoint(ctx, api.order.make, {
        branch_id: shop.branch_id,
        type: 'take_away',
        ...toReplayCustomer(invoice.customer),
        cart: rows.map((row) => ({
          item_id: shop.goods.get(row.code)?.item_id,
          quantity: toUnits(row.quantity),
        })),
        notes: invoice.no,
        // the data set contains free goods on purpose
        force: true,
      });
      return callEndpoint(ctx, api.order.save, { id, status_id: shop.delivered });
    });
    if (order.paid !== 1) throw new Error(`order ${order.id} of invoice ${invoice.no} is not paid`);
    rows.forEach((row, at) => {
      shop.sales.add(row, order.id, order.lines[at]?.id ?? 0);
    });
    shop.taken.push(...rows);
    shop.counts.orders += 1;
  } catch (error) {
    const reason = toRefusalReasonOrThrow(error);
    shop.refused.push(...rows.map((row) => ({ row, reason })));
  }
}

const NO_SALE: RefusalReason = {
  code: 'replay.no_sale',
  text: 'Nothing was sold to this customer at this price before',
};

type Coming = { readonly row: RetailRow; readonly back: readonly ReturnedUnits[] };

/** Creates a return for each order that the goods were sold in; all of them or none. */
async function giveBack(shop: Shop, invoice: Invoice, coming: readonly Coming[]): Promise<void> {
  if (coming.length === 0) return;
  const orders = Map.groupBy(
    coming.flatMap(({ back }) => back),
    ({ order_id }) => order_id,
  );
  try {
    await createCtxAt(shop.services, invoice.at).tx(async (ctx) => {
      for (const [order_id, back] of orders)
        await callEndpoint(ctx, api.orderReturn.make, {
          order_id,
          items: back.map(({ line_id, quantity }) => ({ line_id, quantity: toUnits(quantity) })),
          notes: invoice.no,
        });
    });
    shop.taken.push(...coming.map(({ row }) => row));
    shop.counts.returns += orders.size;
  } catch (error) {
    const reason = toRefusalReasonOrThrow(error);
    for (const { row, back } of coming) shop.sales.giveUp(row, back);
    shop.refused.push(...coming.map(({ row }) => ({ row, reason })));
  }
}

/**
 * Processes a 'C' invoice: returns rows that were sold together, and separately each row of more units than were sold.
 */
async function takeBack(shop: Shop, invoice: Invoice): Promise<void> {
  const coming: Coming[] = [];
  for (const row of invoice.rows) {
    const { back, isOver } = shop.sales.find(row);
    if (back.length === 0) {
      shop.refused.push({ row, reason: NO_SALE });
      continue;
    }
    shop.sales.take(row, back);
    if (isOver) await giveBack(shop, invoice, [{ row, back }]);
    else coming.push({ row, back });
  }
  await giveBack(shop, invoice, coming);
}

/** Sells the rows whose products could be created. */
async function sellInvoice(shop: Shop, invoice: Invoice): Promise<void> {
  const orderRows: RetailRow[] = [];
  for (const row of invoice.rows) {
    const reason = shop.unmade.get(row.code);
    if (reason) shop.refused.push({ row, reason });
    else orderRows.push(row);
  }
  for (const rows of splitCarts(orderRows, CART_MAX)) await placeRetailOrder(shop, invoice, rows);
}

/**
 * Replays the rows of the retail data set through the ordinary use-cases at their original times: products with the
 * price of each invoice, receipts before sales, orders delivered and paid, and returns. The same rows create the same
 * shop. `onProgress` is called for each invoice.
 * @throws Error when the shop already has orders, and any error that is not a refusal
 */
export async function replayRetail(
  services: Services,
  rows: readonly RetailRow[],
  onProgress: (rows: number) => void = () => undefined,
): Promise<ReplayResult> {
  const shop = await openShop(services, rows[0]?.at ?? services.now());
  const keptRows: RetailRow[] = [];
  for (const row of rows) {
    const reason = checkRow(row);
    if (reason) shop.refused.push({ row, reason });
    else keptRows.push(row);
  }
  for (const week of groupWeeks(groupInvoices(keptRows))) {
    await stockWeek(shop, week);
    for (const invoice of week) {
      if (isReturnInvoice(invoice)) await takeBack(shop, invoice);
      else await sellInvoice(shop, invoice);
      onProgress(shop.taken.length + shop.refused.length);
    }
  }
  shop.refused.sort((a, b) => a.row.line - b.row.line);
  return { taken: shop.taken, refused: shop.refused, counts: shop.counts };
}
