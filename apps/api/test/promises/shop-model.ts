import assert from 'node:assert/strict';
import type { Shelf } from '../stock.ts';

/** What an answer is, whatever its words. */
export type Class = 'OK' | 'BAD' | 'UNAUTH' | 'DENY' | 'GONE' | 'CONFLICT' | 'LIMIT' | 'BUSY' | 'BROKEN';

export type Actor = {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly kind: 'administrator' | 'manager' | 'seller';
  /** Where they work; administrators work everywhere. */
  readonly branches: readonly number[];
};

/** What is read of an answer: of a list its rows, of anything else its numbers. */
type Answered = readonly { readonly id: number }[] & {
  readonly [field in 'id' | 'due' | 'value' | 'refund' | 'status_value' | 'paid_amount' | 'paid']: number;
} & {
  readonly lines: readonly {
    readonly [field in 'id' | 'item_id' | 'quantity' | 'unit_price' | 'net']: number;
  }[];
  readonly cost: number | null;
  readonly profit: number | null;
};

/** The classes of answers that are right, and what follows where it is done. */
export type Verdict = { readonly expected: readonly Class[]; readonly done?: (results: Answered) => void };

type Level = { on_hand: number; reserved: number };
export type Line = {
  readonly id: number;
  readonly shelf: Shelf;
  readonly quantity: number;
  /** What one unit of it was sold for. */
  readonly unit: number;
  readonly net: number;
  back: number;
  refunded: number;
};
export type Back = {
  readonly id: number;
  readonly line: Line;
  readonly quantity: number;
  readonly value: number;
  readonly refund: number;
  readonly day: number;
  isRemoved: boolean;
};
/** An order by adding and taking away; money in hundredths. */
export type Order = {
  readonly id: number;
  readonly branch_id: number;
  readonly seller: number | null;
  value: number;
  lines: readonly Line[];
  discount: number;
  due: number;
  paid: number;
  returned: number;
  /** What is to go back and has not, because the order was changed or canceled; it counts as paid again with the next change. */
  pending: number;
  hadRefund: boolean;
  readonly returns: Back[];
};
/** A row of a cart; in a change `id` names the line that it keeps. */
export type Bought = { readonly shelf: Shelf; readonly quantity: number; readonly id?: number };
/** Units that are sold at one price. */
type Sold = Bought & { readonly unit: number };

const PRICE = 1_000;
const DELIVERED = 5;
const CANCELED = -1;
const minor = (amount: number) => Math.round(amount * 100);
const openOf = ({ due, returned, paid }: Order) => due - returned - paid;
/** It waits, and holds its units. */
const waits = (value: number) => value === 0 || value === 1;
const totalOf = (sold: readonly Sold[]) => sold.reduce((all, { quantity, unit }) => all + quantity * unit, 0);
const unitsOn = (shelf: Shelf, cart: readonly Bought[]) =>
  cart.reduce((all, one) => (one.shelf === shelf ? all + one.quantity : all), 0);

type ShopOptions = { readonly shelves: readonly Shelf[]; readonly sellerMax: number };
type State = ReturnType<typeof createState>;

/** What lies on the shelves, what was ordered, what goods cost and which day it is. */
function createState({ shelves, sellerMax }: ShopOptions) {
  const levels = new Map<Shelf, Level>(shelves.map((shelf) => [shelf, { on_hand: 0, reserved: 0 }]));
  const orders: Order[] = [];
  const prices = new Map<number, number>();

  const at = (shelf: Shelf) => levels.get(shelf) as Level;
  const free = (shelf: Shelf) => at(shelf).on_hand - at(shelf).reserved;
  const fits = (cart: readonly Bought[]) =>
    [...Map.groupBy(cart, ({ shelf }) => shelf)].every(
      ([shelf, lines]) => free(shelf) >= lines.reduce((all, { quantity }) => all + quantity, 0),
    );
  /** What a cart is sold for today. */
  const soldNow = (cart: readonly Bought[]): Sold[] =>
    cart.map((row) => ({ ...row, unit: prices.get(row.shelf.item_id) ?? PRICE }));
  /** A changed cart: a row keeps units of the line it names, then of other lines of its goods; the rest is sold now. */
  function soldInChange({ lines }: Order, cart: readonly Bought[]): Sold[] {
    const left = new Map(lines.map(({ id, quantity }) => [id, quantity]));
    return cart.flatMap((row) => {
      let open = row.quantity;
      const own = lines.filter(({ shelf }) => shelf === row.shelf);
      const inTurn = [...own.filter(({ id }) => id === row.id), ...own.filter(({ id }) => id !== row.id)];
      const stays = inTurn.flatMap(({ id, shelf, unit }): Sold[] => {
        const quantity = Math.min(left.get(id) ?? 0, open);
        left.set(id, (left.get(id) ?? 0) - quantity);
        open -= quantity;
        return quantity > 0 ? [{ shelf, quantity, unit }] : [];
      });
      return open > 0 ? [...stays, ...soldNow([{ shelf: row.shelf, quantity: open }])] : stays;
    });
  }
  const hold = (cart: readonly Bought[], sign: 1 | -1) => {
    for (const { shelf, quantity } of cart) at(shelf).reserved += sign * quantity;
  };
  const move = (lines: readonly Line[], sign: 1 | -1) => {
    for (const { shelf, quantity, back } of lines) at(shelf).on_hand += sign * (quantity - back);
  };
  /** A seller takes nothing off beyond what the shop allows, in percent. */
  const tooMuch = (who: Actor, sold: readonly Sold[], discount: number) =>
    who.kind === 'seller' && discount * 100 > totalOf(sold) * sellerMax;
  return {
    levels,
    orders,
    prices,
    at,
    free,
    fits,
    soldNow,
    soldInChange,
    hold,
    move,
    tooMuch,
    clock: { day: 0 },
  };
}

const works = (who: Actor, branch_id: number) =>
  who.kind === 'administrator' || who.branches.includes(branch_id);

const sees = (who: Actor, order: Order) =>
  who.kind === 'seller' ? order.seller === who.id : works(who, order.branch_id);

const isRefunded = ({ hadRefund, returns, value, pending }: Order) =>
  hadRefund || returns.some(({ isRemoved }) => !isRemoved) || (value !== CANCELED && pending > 0);

/** What was only to go back counts as paid again; what is paid beyond what is due is to go back. */
function settle(order: Order): void {
  const surplus = Math.max(0, order.paid + order.pending - (order.due - order.returned));
  order.paid += order.pending - surplus;
  order.pending = surplus;
}

/** What does not stand in one's sight is not there. */
const seen = (who: Actor, order: Order, expected: Class, done?: Verdict['done']): Verdict => ({
  expected: [sees(who, order) ? expected : 'GONE'],
  ...(done ? { done } : {}),
});

function priced(results: Answered, sold: readonly Sold[], discount: number) {
  const due = totalOf(sold) - discount;
  const lines = sold.map(({ shelf, quantity, unit }, n): Line => {
    const { id = 0, net = 0 } = results.lines[n] ?? {};
    return { id, shelf, quantity, unit, net: minor(net), back: 0, refunded: 0 };
  });
  const nets = lines.reduce((all, { net }) => all + net, 0);
  assert.deepEqual({ nets, due: minor(results.due) }, { nets: due, due });
  assert.deepEqual(
    results.lines.map(({ item_id, quantity, unit_price }) => [item_id, quantity, minor(unit_price)]),
    lines.map(({ shelf, quantity, unit }) => [shelf.item_id, quantity, unit]),
  );
  return { lines, due, discount };
}

function moveClass({ fits }: State, who: Actor, order: Order, value: number, force: boolean): Class {
  const from = order.value;
  const isOwnMove = waits(from) && (value === CANCELED || (from === 0 && value === 1));
  // handed over by its seller once it is wholly paid
  if (who.kind === 'seller' && !force && waits(from) && value === DELIVERED)
    return openOf(order) > 0 ? 'BAD' : 'OK';
  if (who.kind === 'seller' && (force || (value !== from && !isOwnMove))) return 'DENY';
  if (force && who.kind !== 'administrator') return 'DENY';
  if (value === from) return 'OK';
  if (value === CANCELED) return from === DELIVERED ? 'CONFLICT' : 'OK';
  if (from === CANCELED && value !== 0) return 'CONFLICT';
  if (value > from && from >= 0) return 'OK';
  // backwards
  if (who.kind !== 'administrator') return 'DENY';
  if (isRefunded(order)) return 'CONFLICT';
  if (from >= 0) return force ? 'OK' : 'BAD';
  return fits(order.lines) ? 'OK' : 'CONFLICT';
}

function moved({ hold, move }: State, order: Order, value: number): void {
  const from = order.value;
  if (value === from) return;
  if (from >= 2 && value < 2) move(order.lines, 1);
  if (waits(from)) hold(order.lines, -1);
  if (waits(value)) hold(order.lines, 1);
  if (from < 2 && value >= 2) move(order.lines, -1);
  if (value === DELIVERED) order.paid += Math.max(0, openOf(order));
  if (value === CANCELED) {
    order.pending += order.paid;
    order.paid = 0;
  }
  if (from === CANCELED) settle(order);
  order.value = value;
}

/** What may be done with goods. */
const stockVerdicts = ({ prices, at, free, soldNow, soldInChange }: State) => ({
  receive: (who: Actor, { shelf, quantity }: Bought): Verdict => ({
    expected: [who.kind !== 'seller' && works(who, shelf.branch_id) ? 'OK' : 'DENY'],
    done: () => {
      at(shelf).on_hand += quantity;
    },
  }),
  transfer: (who: Actor, { shelf, quantity }: Bought, goal: Shelf): Verdict => {
    const may = who.kind !== 'seller' && [shelf, goal].every(({ branch_id }) => works(who, branch_id));
    return {
      expected: [!may ? 'DENY' : free(shelf) >= quantity ? 'OK' : 'CONFLICT'],
      done: () => {
        at(shelf).on_hand -= quantity;
        at(goal).on_hand += quantity;
      },
    };
  },
  /** What a cart costs now, as a new order or in one that stands. */
  costOf: (cart: readonly Bought[], order: Order | null = null) =>
    totalOf(order ? soldInChange(order, cart) : soldNow(cart)),
  reprice: (who: Actor, { item_id }: Shelf, price: number): Verdict => ({
    expected: [who.kind === 'administrator' ? 'OK' : 'DENY'],
    done: () => {
      prices.set(item_id, price);
    },
  }),
});

/** What may be done with orders. */
function orderVerdicts(state: State) {
  const { orders, free, fits, soldNow, soldInChange, hold, tooMuch } = state;
  return {
    make: (who: Actor, branch_id: number, cart: readonly Bought[], discount: number): Verdict => {
      const sold = soldNow(cart);
      const isDenied = !works(who, branch_id) || tooMuch(who, sold, discount);
      return {
        expected: [isDenied ? 'DENY' : fits(cart) ? 'OK' : 'CONFLICT'],
        done: (results) => {
          hold(cart, 1);
          const seller = who.kind === 'seller' ? who.id : null;
          const rest = { value: 0, paid: 0, returned: 0, pending: 0, hadRefund: false, returns: [] };
          orders.push({ id: results.id, branch_id, seller, ...priced(results, sold, discount), ...rest });
        },
      };
    },
    edit: (who: Actor, order: Order, cart: readonly Bought[], discount: number): Verdict => {
      const sold = soldInChange(order, cart);
      const added = (shelf: Shelf) => unitsOn(shelf, cart) - unitsOn(shelf, order.lines);
      // only what the order does not hold already is asked of the stock
      const ends = cart.every(({ shelf }) => added(shelf) <= Math.max(0, free(shelf))) ? 'OK' : 'CONFLICT';
      const isDenied = discount !== order.discount && tooMuch(who, sold, discount);
      const expected = !waits(order.value) ? 'CONFLICT' : isDenied ? 'DENY' : ends;
      return seen(who, order, expected, (results) => {
        hold(order.lines, -1);
        hold(cart, 1);
        Object.assign(order, priced(results, sold, discount));
        settle(order);
        assert.deepEqual([minor(results.paid_amount), results.paid], [order.paid, openOf(order) > 0 ? 0 : 1]);
      });
    },
    advance: (who: Actor, order: Order, value: number, force: boolean): Verdict =>
      seen(who, order, moveClass(state, who, order, value, force), () => moved(state, order, value)),
    /** A part, or all that is open. */
    pay: (who: Actor, order: Order, part: number | null): Verdict => {
      const open = openOf(order);
      const expected = order.value === CANCELED ? 'CONFLICT' : part === null || part <= open ? 'OK' : 'BAD';
      return seen(who, order, expected, () => {
        order.paid += part ?? Math.max(0, open);
      });
    },
    look: (who: Actor, order: Order): Verdict =>
      seen(who, order, 'OK', ({ status_value, due, paid_amount, cost, profit }) => {
        const entries = [status_value, minor(due), minor(paid_amount)];
        assert.deepEqual(entries, [order.value, order.due, order.paid]);
        if (cost == null || profit == null) return;
        assert.notEqual(who.kind, 'seller', 'a seller sees no cost');
        assert.equal(minor(profit) + minor(cost), order.due - order.returned);
      }),
    list: (who: Actor, limit: number): Verdict => ({
      expected: ['OK'],
      done: (results) => {
        const mine = orders.filter((order) => sees(who, order)).slice(-limit);
        assert.deepEqual(
          results.map(({ id }) => id),
          mine.map(({ id }) => id).reverse(),
        );
      },
    }),
  };
}

/** What may come back. */
const returnVerdicts = ({ at, free, clock }: State) => ({
  giveBack: (who: Actor, order: Order, line: Line, quantity: number, restock: 0 | 1): Verdict => {
    const mayCome = order.value === DELIVERED || (who.kind === 'administrator' && order.value >= 2);
    const may = mayCome && quantity <= line.quantity - line.back;
    // a seller asks the manager, whose word nobody gives here
    const expected = !may ? 'CONFLICT' : who.kind === 'seller' ? 'DENY' : 'OK';
    return seen(who, order, expected, (results) => {
      line.back += quantity;
      const value = Math.round((line.net * line.back) / line.quantity) - line.refunded;
      line.refunded += value;
      order.returned += value;
      const refund = Math.max(0, -openOf(order));
      order.paid -= refund;
      if (refund > 0 || restock === 0) order.hadRefund = true;
      assert.deepEqual([minor(results.value), minor(results.refund)], [value, refund]);
      if (restock === 0) return;
      at(line.shelf).on_hand += quantity;
      order.returns.push({ id: results.id, line, quantity, value, refund, day: clock.day, isRemoved: false });
    });
  },
  undo: (who: Actor, order: Order, back: Back): Verdict => {
    const isOver = back.isRemoved || order.value === CANCELED || back.day !== clock.day;
    const may = !isOver && free(back.line.shelf) >= back.quantity;
    const { expected, ...rest } = seen(who, order, may ? 'OK' : 'CONFLICT', () => {
      back.isRemoved = true;
      back.line.back -= back.quantity;
      back.line.refunded -= back.value;
      order.returned -= back.value;
      order.paid += back.refund;
      at(back.line.shelf).on_hand -= back.quantity;
    });
    // which batch the units lie in, the model does not know
    return { expected: expected[0] === 'OK' ? ['OK', 'CONFLICT'] : expected, ...rest };
  },
});

/** The shop by adding and taking away and nothing else: what each may do, and what is there afterwards. */
export function shopModel(options: ShopOptions) {
  const state = createState(options);
  return {
    levels: state.levels,
    orders: state.orders,
    sees,
    /** The clock says another day. */
    turnTo: (next: number) => {
      state.clock.day = next;
    },
    ...stockVerdicts(state),
    ...orderVerdicts(state),
    ...returnVerdicts(state),
  };
}

export type ShopModel = ReturnType<typeof shopModel>;
