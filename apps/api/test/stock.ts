import type { Ctx } from '../src/core/ctx.ts';
import { deductStock, reserveStock, type StockNeed, type StockRef } from '../src/modules/stock/index.ts';
import { receiveStock } from '../src/modules/stock/ledger/receive.ts';
import { unique } from './actors.ts';
import type { TestApp } from './app.ts';

/** Units as the engine counts them. */
export const units = (amount: number): bigint => BigInt(Math.round(amount * 1_000));
export const cost = (amount: number): bigint => BigInt(Math.round(amount * 10_000));

export type Shelf = { readonly product_id: number; readonly item_id: number; readonly branch_id: number };

/** A product with one item, and a branch that sells it. `checks` false: it sells what it lacks; `stepper`: by parts. */
export async function makeShelf(
  app: TestApp,
  { checks = true, branch_id, stepper = 1 }: { checks?: boolean; branch_id?: number; stepper?: number } = {},
): Promise<Shelf> {
  const { prisma } = app.services.database;
  const number = unique();
  const titles = { ar: `صنف ${number}`, en: `Product ${number}`, de: `Produkt ${number}` };
  const product = await prisma.product.create({
    data: { titles, price: 10, stepper, items: { create: { barcode: `S${number}` } } },
    select: { id: true, items: { select: { id: true } } },
  });
  const branch =
    branch_id ??
    (
      await prisma.branch.create({
        data: { names: titles, settings: { product_check_availability: checks, timezone: 'Asia/Qatar' } },
        select: { id: true },
      })
    ).id;
  return { product_id: product.id, item_id: product.items[0]?.id ?? 0, branch_id: branch };
}

/** Puts units on a shelf as a receipt would. @returns the batch's id */
export async function stockUp(
  ctx: Ctx,
  shelf: Shelf,
  quantity: number,
  price: number,
  more: { expire_date?: string; created_at?: Date } = {},
): Promise<number> {
  const [id] = await ctx.tx((ctx) =>
    receiveStock(ctx, { type: 'receipt', id: unique() }, [
      {
        ...shelf,
        quantity: units(quantity),
        cost: cost(price),
        cost_before_discount: cost(price),
        expire_date: more.expire_date ?? null,
        created_at: more.created_at ?? ctx.now,
      },
    ]),
  );
  return id ?? 0;
}

export const need = (shelf: Shelf, quantity: number): StockNeed => ({ ...shelf, quantity: units(quantity) });

/** A sale of its own. */
export const saleRef = (): StockRef => ({ type: 'sale', id: unique() });

/** Units leave a shelf by a sale. */
export const sellUnits = (app: TestApp, shelf: Shelf, quantity: number) =>
  app.ctx().tx((ctx) => deductStock(ctx, saleRef(), [{ ...need(shelf, quantity), line_id: 1 }]));

/** Units are held on a shelf for a sale. */
export const holdUnits = (app: TestApp, shelf: Shelf, quantity: number, ref = saleRef()) =>
  app.ctx().tx((ctx) => reserveStock(ctx, ref, [need(shelf, quantity)]));

export type Counts = {
  on_hand: number;
  expired: number;
  reserved: number;
  deficit: number;
  available: number;
  value: number;
};

/** What the level of a shelf says. */
export async function levelOf(app: TestApp, { item_id, branch_id }: Shelf): Promise<Counts> {
  const row = await app.services.database.prisma.stock_level.findUnique({
    where: { item_id_branch_id: { item_id, branch_id } },
  });
  const of = (value: unknown) => Number(value ?? 0);
  return {
    on_hand: of(row?.on_hand),
    expired: of(row?.expired),
    reserved: of(row?.reserved),
    deficit: of(row?.deficit),
    available: of(row?.available),
    value: of(row?.value),
  };
}
