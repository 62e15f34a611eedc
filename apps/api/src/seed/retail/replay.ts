import { DELIVERED, formatMinor } from '@dukkan/commerce';
import { api, CART_MAX, RECEIPT_LINES_MAX } from '@dukkan/contract';
import type { Ctx } from '../../core/ctx.ts';
import type { Services } from '../../core/services.ts';
import { callEndpoint, createCtxAt, type RefusalReason, toRefusalReasonOrThrow } from './call.ts';
import { createSalesIndex, type ReturnedUnits, type SalesIndex } from './returns.ts';
import { groupInvoices, groupWeeks, type Invoice, isReturn, type RetailRow, splitCarts } from './rows.ts';

export type RefusedRow = { readonly row: RetailRow; readonly reason: RefusalReason };

/** What a replay did. */
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
  /** Why a product could not be made, by its code. */
  readonly unmade: Map<string, RefusalReason>;
  readonly sales: SalesIndex;
  readonly taken: RetailRow[];
  readonly refused: RefusedRow[];
  readonly counts: { -readonly [name in keyof ReplayResult['counts']]: number };
};

/** A shop of its own in pounds, with one branch and one supplier. @throws Error where orders were made already */
async function openShop(services: Services, at: Date): Promise<Shop> {
  const ctx = createCtxAt(services, at);
  if (await ctx.db.order.findFirst({ select: { id: true } }))
    throw new Error('This shop has orders already; a replay wants a database of its own.');
  await callEndpoint(ctx, api.setting.save, { Currency: 'GBP', country: 'GB', timezone: 'Europe/London' });
  const branch = await callEndpoint(ctx, api.branch.create, { names: { en: 'Retail set' } });
  const supplier = await callEndpoint(ctx, api.supplier.save, { name: 'Retail set' });
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

const units = (quantity: bigint): number => Number(quantity);

/** What the contract itself says of a row, before anything is written. */
function checkRow(row: RetailRow): RefusalReason | null {
  const quantity = units(row.invoice.startsWith('C') ? -row.quantity : row.quantity);
  try {
    api.order.make.input.parse({ cart: [{ item_id: 1, quantity }] });
    api.product.save.input.parse({ pricing: { price: Number(row.price) }, items: [{ barcode: row.code }] });
    return null;
  } catch (error) {
    return toRefusalReasonOrThrow(error);
  }
}

/** The product of a row, made when it is first sold. The set's descriptions are missing here and there. */
async function putProduct(ctx: Ctx, shop: Shop, row: RetailRow): Promise<void> {
  if (shop.goods.has(row.code) || shop.unmade.has(row.code)) return;
  try {
    const made = await callEndpoint(ctx, api.product.save, {
      titles: { en: row.description || row.code },
      pricing: { price: Number(row.price), free: Number(row.price) === 0 ? 1 : 0 },
      items: [{ barcode: row.code }],
    });
    shop.goods.set(row.code, {
      id: made.id,
      item_id: made.items[0]?.item_id ?? 0,
      price: row.thousandths,
    });
    shop.counts.products += 1;
  } catch (error) {
    shop.unmade.set(row.code, toRefusalReasonOrThrow(error));
  }
}

/** Makes what a week sells and buys as much of it, at six tenths of its price, before the first is sold. */
async function stockWeek(shop: Shop, week: readonly Invoice[]): Promise<void> {
  const [first] = week;
  if (!first) return;
  const ctx = createCtxAt(shop.services, first.at);
  const needs = new Map<string, { quantity: bigint; cost: bigint }>();
  for (const row of week.filter((one) => !isReturn(one)).flatMap(({ rows }) => rows)) {
    await putProduct(ctx, shop, row);
    if (!shop.goods.has(row.code)) continue;
    const { quantity = 0n, cost = row.thousandths * 6n } = needs.get(row.code) ?? {};
    needs.set(row.code, { quantity: quantity + row.quantity, cost });
  }
  const lines = [...needs].map(([code, { quantity, cost }]) => ({
    item_id: shop.goods.get(code)?.item_id,
    branch_id: shop.branch_id,
    quantity: units(quantity),
    cost_value: Number(formatMinor(cost, 4)),
  }));
  for (let at = 0; at < lines.length; at += RECEIPT_LINES_MAX) {
    const items = lines.slice(at, at + RECEIPT_LINES_MAX);
    const on_date = first.at.toISOString().slice(0, 10);
    await callEndpoint(ctx, api.receipt.save, { supplier_id: shop.supplier_id, on_date, items, status: 1 });
    shop.counts.receipts += 1;
  }
}

/** Prices that are set side by side. */
const AT_ONCE = 4;

/** Lets the products of a cart cost what its rows say. @throws what products/save refuses */
async function setPrices(ctx: Ctx, shop: Shop, rows: readonly RetailRow[]): Promise<void> {
  const changed = new Map<Good, RetailRow>();
  for (const row of rows) {
    const good = shop.goods.get(row.code);
    if (good && good.price !== row.thousandths) changed.set(good, row);
  }
  // products apart: none waits for another, and no more at once than there are connections to spare
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

/** Customers are known by their ids: each has a number of the mobile range made of it. */
const clientOf = (customer: string) =>
  customer === ''
    ? {}
    : { client: { name: `Customer ${customer}`, phone: `+44740${customer.padStart(7, '0')}` } };

/** One order: prices set, made, delivered and paid in cash. */
async function sell(shop: Shop, invoice: Invoice, rows: readonly RetailRow[]): Promise<void> {
  const ctx = createCtxAt(shop.services, invoice.at);
  try {
    await setPrices(ctx, shop, rows);
    const order = await ctx.tx(async (ctx) => {
      const { id } = await callEndpoint(ctx, api.order.make, {
        branch_id: shop.branch_id,
        type: 'take_away',
        ...clientOf(invoice.customer),
        cart: rows.map((row) => ({
          item_id: shop.goods.get(row.code)?.item_id,
          quantity: units(row.quantity),
        })),
        notes: invoice.no,
        // the set sells goods at 0, and did so on purpose
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

/** Goods come back: a return for each order that they were sold with, all of them or none. */
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
          items: back.map(({ line_id, quantity }) => ({ line_id, quantity: units(quantity) })),
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

/** The rows of a 'C' invoice: those that were sold together, and each that is more than was sold by itself. */
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

/** Sells the rows whose products could be made. */
async function sellInvoice(shop: Shop, invoice: Invoice): Promise<void> {
  const made: RetailRow[] = [];
  for (const row of invoice.rows) {
    const reason = shop.unmade.get(row.code);
    if (reason) shop.refused.push({ row, reason });
    else made.push(row);
  }
  for (const rows of splitCarts(made, CART_MAX)) await sell(shop, invoice, rows);
}

/**
 * Sells the rows of the retail set again, through the same use-cases as everybody else, at the moments when they were sold:
 * products with the price of each invoice, receipts before the sales, orders delivered and paid, and what came back. The
 * same rows make the same shop. `told` hears of every invoice.
 * @throws Error where the shop has orders already, and what no rule explains
 */
export async function replayRetail(
  services: Services,
  rows: readonly RetailRow[],
  told: (rows: number) => void = () => undefined,
): Promise<ReplayResult> {
  const shop = await openShop(services, rows[0]?.at ?? services.now());
  const kept: RetailRow[] = [];
  for (const row of rows) {
    const reason = checkRow(row);
    if (reason) shop.refused.push({ row, reason });
    else kept.push(row);
  }
  for (const week of groupWeeks(groupInvoices(kept))) {
    await stockWeek(shop, week);
    for (const invoice of week) {
      if (isReturn(invoice)) await takeBack(shop, invoice);
      else await sellInvoice(shop, invoice);
      told(shop.taken.length + shop.refused.length);
    }
  }
  shop.refused.sort((a, b) => a.row.line - b.row.line);
  return { taken: shop.taken, refused: shop.refused, counts: shop.counts };
}
