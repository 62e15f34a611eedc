import { api } from '@dukkan/contract';
import { STATUS } from '../orders.ts';
import { lineOf } from '../receipts.ts';
import type { Shelf } from '../stock.ts';
import type { Actor, Bought, Order, ShopModel, Verdict } from './shop-model.ts';

/** Chance of one operation: numbers that a seed chose. */
export type Dice = { upTo(max: number): number; of<T>(some: readonly T[]): T };

/** What somebody asks for, in words and over the wire, with what the model says of it. */
export type Deed = Verdict & {
  readonly told: string;
  readonly endpoint: { readonly path: string };
  readonly input: object;
};
export type Kind = (who: Actor, dice: Dice) => Deed | null;

const VALUES = { canceled: -1, waiting: 0, confirmed: 1, packing: 2, shipped: 3, onTheWay: 4, delivered: 5 };

type Place = {
  readonly model: ShopModel;
  readonly shelves: readonly Shelf[];
  readonly branches: readonly number[];
  readonly supplier_id: number;
};

const wire = (cart: readonly Bought[]) =>
  cart.map(({ shelf, quantity, id }) => ({ item_id: shelf.item_id, quantity, ...(id ? { id } : {}) }));
const goods = (cart: readonly Bought[], discount = 0) =>
  cart.map(({ shelf, quantity }) => `${quantity} of item ${shelf.item_id}`).join(', ') +
  (discount > 0 ? ` less ${discount / 100}` : '');

type Chances = ReturnType<typeof createChances>;

/** Chooses where something is done and with what. */
function createChances({ model, shelves, branches }: Place) {
  const { orders, sees } = model;
  const shelfIn = (branch_id: number, { of }: Dice) =>
    of(shelves.filter((shelf) => shelf.branch_id === branch_id));
  /** Mostly where one works, now and then elsewhere. */
  const someBranch = (who: Actor, { upTo, of }: Dice) =>
    of(upTo(8) === 0 || who.branches.length === 0 ? branches : who.branches);
  /** Mostly in one's sight, now and then any; mostly one of the last. */
  const someOrder = (who: Actor, { upTo, of }: Dice, from: readonly Order[] = orders): Order | undefined => {
    const some = upTo(8) === 0 ? from : from.filter((order) => sees(who, order));
    return of(upTo(3) === 0 ? some : some.slice(-8));
  };
  const someCart = (branch_id: number, dice: Dice): Bought[] =>
    Array.from({ length: 1 + dice.upTo(3) }, () => ({
      shelf: shelfIn(branch_id, dice),
      quantity: 1 + dice.upTo(4),
    }));
  /** What somebody makes of an order: fewer and more units of its lines, a line less, now and then other goods. */
  const changedCart = ({ lines, branch_id }: Order, dice: Dice): Bought[] => {
    const rows = lines.flatMap(({ id, shelf, quantity }): Bought[] => {
      const units = quantity + dice.upTo(5) - 2;
      // who only names the goods means the same line
      return units > 0 ? [{ shelf, quantity: units, ...(dice.upTo(2) === 0 ? { id } : {}) }] : [];
    });
    return rows.length === 0 || dice.upTo(3) === 0 ? [...rows, ...someCart(branch_id, dice)] : rows;
  };
  const someDiscount = (total: number, { upTo }: Dice) => (upTo(4) === 0 ? upTo(total) : 0);
  return { shelfIn, someBranch, someOrder, someCart, changedCart, someDiscount };
}

/** What is done with goods. */
function goodsDeedsOf({ model, shelves, supplier_id }: Place, { shelfIn, someBranch }: Chances) {
  return {
    receipt: (who, dice) => {
      const shelf = shelfIn(someBranch(who, dice), dice);
      const some = { shelf, quantity: 1 + dice.upTo(30) };
      const items = [lineOf(shelf, some.quantity, (10_000 + dice.upTo(90_000)) / 10_000)];
      return {
        told: `receives ${goods([some])} in branch ${shelf.branch_id}`,
        endpoint: api.receipt.save,
        input: { supplier_id, items, status: 1 },
        ...model.receive(who, some),
      };
    },
    reprice: (who, dice) => {
      const shelf = dice.of(shelves);
      const price = 500 + dice.upTo(1_000);
      return {
        told: `sells item ${shelf.item_id} for ${price / 100} from now on`,
        endpoint: api.product.save,
        input: { id: shelf.product_id, pricing: { price: price / 100 } },
        ...model.reprice(who, shelf, price),
      };
    },
    transfer: (who, dice) => {
      const shelf = shelfIn(someBranch(who, dice), dice);
      const goals = shelves.filter(({ item_id }) => item_id === shelf.item_id);
      const goal = dice.of(goals.filter((one) => one !== shelf));
      const some = { shelf, quantity: 1 + dice.upTo(4) };
      return {
        told: `carries ${goods([some])} from branch ${shelf.branch_id} to ${goal.branch_id}`,
        endpoint: api.transfer.save,
        input: {
          from_branch_id: shelf.branch_id,
          to_branch_id: goal.branch_id,
          items: wire([some]),
        },
        ...model.transfer(who, some, goal),
      };
    },
  } satisfies Record<string, Kind>;
}

/** What is done with orders. */
function orderDeedsOf(
  { model }: Place,
  { someBranch, someOrder, someCart, changedCart, someDiscount }: Chances,
) {
  return {
    make: (who, dice) => {
      const branch_id = someBranch(who, dice);
      const cart = someCart(branch_id, dice);
      const discount = someDiscount(model.costOf(cart), dice);
      return {
        told: `orders ${goods(cart, discount)} in branch ${branch_id}`,
        endpoint: api.order.make,
        input: { branch_id, type: 'take_away', cart: wire(cart), discount: discount / 100 },
        ...model.make(who, branch_id, cart, discount),
      };
    },
    edit: (who, dice) => {
      const order = someOrder(who, dice);
      if (!order) return null;
      const cart = changedCart(order, dice);
      const total = model.costOf(cart, order);
      // mostly what was taken off stays
      const discount =
        dice.upTo(3) > 0 && order.discount < total ? order.discount : someDiscount(total, dice);
      return {
        told: `changes order ${order.id} to ${goods(cart, discount)}`,
        endpoint: api.order.save,
        input: { id: order.id, cart: wire(cart), discount: discount / 100 },
        ...model.edit(who, order, cart, discount),
      };
    },
    advance: (who, dice) => {
      const order = someOrder(who, dice);
      if (!order) return null;
      const to = dice.of(Object.keys(VALUES) as (keyof typeof VALUES)[]);
      const force = dice.upTo(6) === 0;
      return {
        told: `moves order ${order.id} from ${order.value} to ${to}${force ? ' by force' : ''}`,
        endpoint: api.order.save,
        input: { id: order.id, status_id: STATUS[to], ...(force ? { force } : {}) },
        ...model.advance(who, order, VALUES[to], force),
      };
    },
    pay: (who, dice) => {
      const order = someOrder(who, dice);
      if (!order) return null;
      const part = dice.upTo(2) === 0 ? 1 + dice.upTo(3_000) : null;
      const some = part === null ? { paid: 1 } : { payments: [{ payment_id: 1, amount: part / 100 }] };
      return {
        told: `pays ${part === null ? 'all' : part / 100} of order ${order.id}`,
        endpoint: api.order.save,
        input: { id: order.id, ...some },
        ...model.pay(who, order, part),
      };
    },
    look: (who, dice) => {
      const order = someOrder(who, dice);
      if (!order) return null;
      return {
        told: `looks at order ${order.id}`,
        endpoint: api.order.show,
        input: { id: order.id },
        ...model.look(who, order),
      };
    },
    list: (who) => ({
      told: 'looks through the orders',
      endpoint: api.order.list,
      input: { sort_by: 'id', sort_as: 'desc', limit: 10 },
      ...model.list(who, 10),
    }),
  } satisfies Record<string, Kind>;
}

/** What is done with returns. */
function returnDeedsOf({ model }: Place, { someOrder }: Chances) {
  const { orders } = model;
  return {
    giveBack: (who, dice) => {
      const order = someOrder(who, dice);
      if (!order) return null;
      const line = dice.of(order.lines);
      const quantity = 1 + dice.upTo(3);
      const restock = dice.upTo(6) === 0 ? 0 : 1;
      return {
        told: `takes back ${goods([{ ...line, quantity }])}${restock ? '' : ', damaged,'} of order ${order.id}`,
        endpoint: api.orderReturn.make,
        input: { order_id: order.id, items: [{ line_id: line.id, quantity, restock }] },
        ...model.giveBack(who, order, line, quantity, restock),
      };
    },
    undo: (who, dice) => {
      const returned = orders.filter(({ returns }) => returns.length > 0);
      const order = someOrder(who, dice, returned);
      if (!order) return null;
      const back = dice.of(order.returns);
      return {
        told: `undoes return ${back.id} of order ${order.id}`,
        endpoint: api.orderReturn.remove,
        input: { id: back.id },
        ...model.undo(who, order, back),
      };
    },
  } satisfies Record<string, Kind>;
}

/** Everything that is done in the shop, each as chance would have it; null where there is nothing to do it with. */
export function deedsOf(place: Place) {
  const chances = createChances(place);
  return {
    ...goodsDeedsOf(place, chances),
    ...orderDeedsOf(place, chances),
    ...returnDeedsOf(place, chances),
  };
}

export type Kinds = keyof ReturnType<typeof deedsOf>;
