import { api } from '@dukkan/contract';
import { makePerson, type Person, unique } from './actors.ts';
import type { Reply, TestApp } from './app.ts';
import { STATUS } from './orders.ts';
import { makeShelf, type Shelf, stockUp } from './stock.ts';

type Made = Reply<typeof api.order.make>;

/** A mobile number of Qatar that no other customer of this run has. */
export const mobile = (): string => `+97466${String(unique()).padStart(6, '0').slice(-6)}`;

/** A shelf with so many units at this cost; each sells at 10.00. */
export async function stocked(
  app: TestApp,
  quantity: number,
  { cost = 3, ...more }: { cost?: number; branch_id?: number; checks?: boolean } = {},
): Promise<Shelf> {
  const shelf = await makeShelf(app, more);
  if (quantity > 0) await stockUp(app.ctx(), shelf, quantity, cost);
  return shelf;
}

/** An order of two units that a driver of its branch is to bring, paid at the door. */
export async function carried(app: TestApp, { token }: Pick<Person, 'token'>) {
  const shelf = await stocked(app, 3);
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: shelf.branch_id });
  const { prisma } = app.services.database;
  const cod = await prisma.payment_method.findFirstOrThrow({ where: { code: 'cod' } });
  const made = await app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity: 2 }],
      driver_id: driver.id,
      payment_id: cod.id,
    },
    { token },
  );
  const { id: order_id, due } = made.results;
  return { shelf, driver, order_id, due };
}

/** What a test does with orders over HTTP, as one person; `url` of another process of the same shop may be given. */
export function selling(app: TestApp, { token }: Pick<Person, 'token'>) {
  const as = (key?: string) => ({ token, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
  const save = (input: object, key?: string) => app.call(api.order.save, input, as(key));
  const make = (shelf: Shelf, quantity: number, more: object = {}, key?: string): Promise<Made> =>
    app.call(
      api.order.make,
      {
        branch_id: shelf.branch_id,
        type: 'take_away',
        cart: [{ item_id: shelf.item_id, quantity }],
        ...more,
      },
      as(key),
    );
  const show = (id: number) => app.call(api.order.show, { id }, as());
  return {
    make,
    save,
    show,
    price: (input: object) => app.call(api.order.price, input, as()),
    /** To the seeded status of this name. */
    move: (id: number, to: keyof typeof STATUS, more: object = {}, key?: string) =>
      save({ id, status_id: STATUS[to], ...more }, key),
    giveBack: (order_id: number, items: readonly object[], more: object = {}, key?: string) =>
      app.call(api.orderReturn.make, { order_id, items, ...more }, as(key)),
    undo: (id: number, key?: string) => app.call(api.orderReturn.remove, { id }, as(key)),
    /** An order that was made so and is where it is asked to be. @throws with the answer where it is refused */
    async standing(shelf: Shelf, quantity: number, to: keyof typeof STATUS, more: object = {}) {
      const made = await make(shelf, quantity, more);
      if (made.status !== 200) throw new Error(made.text);
      if (to === 'waiting') return made.results;
      const moved = await save({ id: made.results.id, status_id: STATUS[to] });
      if (moved.status !== 200) throw new Error(moved.text);
      return moved.results;
    },
  };
}

/** A coupon of 10 % with a code of its own. */
export async function makeCoupon(
  app: TestApp,
  limits: { usage_limit?: number; per_customer_limit?: number } = {},
): Promise<{ id: number; code: string }> {
  const code = `C${unique()}`;
  const { id } = await app.services.database.prisma.offer.create({
    data: {
      type: 'coupon',
      titles: { en: `Coupon ${code}` },
      code,
      discount: 10,
      discount_type: 'percent',
      ...limits,
    },
    select: { id: true },
  });
  return { id, code };
}
