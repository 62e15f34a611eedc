import { unique } from './actors.ts';
import type { TestApp } from './app.ts';
import { makeShelf, type Shelf } from './stock.ts';

/** The seeded row of each value. */
export const STATUS = {
  canceled: 11,
  waiting: 1,
  confirmed: 2,
  packing: 12,
  shipped: 10,
  onTheWay: 14,
  delivered: 6,
};
type Wish = {
  readonly branch_id?: number;
  /** One unit each, ten a piece. */
  readonly shelves?: readonly Shelf[];
  readonly quantity?: number;
  readonly status_id?: number;
  readonly client_id?: number;
  readonly client_name?: string;
  readonly client_phone?: string;
  readonly driver_id?: number;
  readonly seller_id?: number;
  readonly source?: string;
  readonly type?: string;
  readonly pos?: boolean;
  readonly recurring?: number;
  readonly delivery_charge?: number;
  /** Of what is due; received in cash. */
  readonly paid?: number;
  readonly created_at?: Date;
  readonly promised_at?: Date;
};

export type MadeOrder = {
  readonly id: number;
  readonly branch_id: number;
  readonly due: number;
  readonly line_ids: readonly number[];
  readonly shelves: readonly Shelf[];
};

/** An order as it stands in the database, its sums true; it takes nothing off the shelves. */
export async function makeOrder(app: TestApp, wish: Wish = {}): Promise<MadeOrder> {
  const { prisma } = app.services.database;
  const shelves = wish.shelves ?? [await makeShelf(app, wish.branch_id ? { branch_id: wish.branch_id } : {})];
  const branch_id = wish.branch_id ?? shelves[0]?.branch_id ?? 0;
  const { quantity = 1, status_id = STATUS.waiting, type = 'delivery', delivery_charge = 0, paid = 0 } = wish;
  const goods = shelves.length * quantity * 10;
  const due = goods + delivery_charge;
  const created_at = wish.created_at ?? app.services.now();
  const { status_value } = await prisma.order_status.findUniqueOrThrow({ where: { id: status_id } });
  const payment = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cod' } });
  const number = unique();
  const order = await prisma.order.create({
    data: {
      branch_id,
      client_id: wish.client_id ?? null,
      client_name: wish.client_name ?? `Customer ${number}`,
      client_phone: wish.client_phone ?? null,
      place: { area_no: '26', street: '835', home_no: '12' },
      type,
      source: wish.source ?? 'dashboard',
      pos: wish.pos ?? false,
      status_id,
      status_value,
      paid: paid >= due ? 1 : 0,
      payment_id: payment.id,
      driver_id: wish.driver_id ?? null,
      seller_id: wish.seller_id ?? null,
      currency: 'QAR',
      tax_mode: 'inclusive',
      lines_count: shelves.length,
      quantity: shelves.length * quantity,
      total: goods,
      goods,
      delivery_charge,
      due,
      paid_amount: paid,
      promised_at: wish.promised_at ?? null,
      delivered_at: status_value === 5 ? created_at : null,
      cancelled_at: status_value === -1 ? created_at : null,
      recurring: wish.recurring ?? 0,
      created_at,
      updated_at: created_at,
      lines: {
        create: shelves.map(({ product_id, item_id }, at) => ({
          ord: at + 1,
          product_id,
          item_id,
          titles: { ar: `صنف ${number}`, en: `Goods ${number}`, de: `Ware ${number}` },
          quantity,
          unit_list: 10,
          unit_price: 10,
          gross: 10 * quantity,
          net: 10 * quantity,
          tax_bp: 0,
        })),
      },
      moves: { create: { to_value: status_value, status_id, created_at } },
      ...(paid > 0
        ? {
            payments: {
              create: {
                payment_id: payment.id,
                amount: paid,
                status: 'received',
                holder: 'branch',
                created_at,
              },
            },
          }
        : {}),
    },
    select: { id: true, lines: { select: { id: true }, orderBy: { ord: 'asc' } } },
  });
  return { id: order.id, branch_id, due, line_ids: order.lines.map(({ id }) => id), shelves };
}
