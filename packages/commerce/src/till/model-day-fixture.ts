import { priceCart } from '../pricing/price.ts';
import { cart, context, money, payment, product } from '../pricing/shop-fixture.ts';
import type { SaleBody } from './letters.ts';
import type { ModelOrder } from './model-books-fixture.ts';
import { createChance, createTimeline } from './model-clock-fixture.ts';
import { createModelServer, type ModelServer, type Mutant } from './model-server-fixture.ts';
import { createModelTill, type ModelTill } from './model-till-fixture.ts';
import { toPrintedSale } from './printed-sale.ts';
import { toTillNumber } from './till-number.ts';

const DAY_MS = 3_600_000;
const AFTERWARDS_MS = 1_200_000;
const MOST_EVENTS = 100_000;

const shop = context();
const priced = priceCart(cart([product(1, money(42.5))], { payments: [payment()] }), shop);

/** What is sold; the reducer and the fates read nothing of it. */
const BODY: SaleBody = {
  v: 1,
  sold_at: '2026-12-01T08:00:00.000Z',
  clock_offset_ms: null,
  pack_version: '1',
  session_id: null,
  cashier_id: 5,
  type: 'take_away',
  cart: [],
  client: null,
  coupon: null,
  discount: 0,
  discount_type: 'fixed',
  notes: null,
  approval_word: null,
  payments: [],
  printed: toPrintedSale(priced, { currency: shop.currency, tax_mode: shop.settings.tax_mode }),
};

/** What a day's papers, orders and numbers have to say of each other. */
function findFaults({ books }: ModelServer, tills: readonly ModelTill[]): string[] {
  const faults = [...books.faults, ...tills.flatMap((one) => one.faults)];
  const orders = new Map<string, ModelOrder>();
  for (const order of books.orders) {
    if (orders.has(order.uuid)) faults.push(`${order.uuid} was booked twice`);
    orders.set(order.uuid, order);
  }
  const papers = new Map(tills.flatMap((one) => [...one.papers]));
  for (const [uuid, { units }] of papers) {
    const order = orders.get(uuid);
    if (!order || order.isCountered) faults.push(`the paper of ${uuid} has no order`);
    else if (order.units !== units) faults.push(`the paper of ${uuid} says something else than its order`);
  }
  for (const { uuid, isCountered } of orders.values())
    if (!papers.has(uuid) && !isCountered)
      faults.push(`the order ${uuid} has neither a paper nor a counter-sale`);
  let handedOver = 0;
  for (const { units } of papers.values()) handedOver += units;
  if (books.sold() !== handedOver) faults.push(`${books.sold()} left the stock, ${handedOver} are on papers`);
  tills.forEach((one, at) => {
    if (!one.isDone()) faults.push(`till ${at + 1} never ends: ${one.describe()}`);
    for (let seq = 1; seq < one.store.nextNo(); seq += 1) {
      const filled = books.numbers.get(toTillNumber({ branch_id: 1, device_id: at + 1, epoch: 1, seq }));
      if (filled?.length !== 1)
        faults.push(`number ${seq} of till ${at + 1} stands ${filled?.length ?? 0} times`);
    }
  });
  return faults;
}

/**
 * Plays a random day of one to three tills on one server, and lets everything arrive in the end.
 * @returns what is wrong then, and how often what happened
 */
export function playDay(
  seed: number,
  mutant: Mutant | null = null,
): { readonly faults: readonly string[]; readonly counts: ReadonlyMap<string, number> } {
  const chance = createChance(seed);
  const time = createTimeline();
  const server = createModelServer(chance, time, mutant);
  let isEnding = false;
  const bad = {
    loss: chance.isHit(0.3) ? 0 : chance.between(0, 0.6),
    slowest_ms: chance.isHit(0.5) ? 400 : chance.between(400, 8_000),
    doubling: chance.between(0, 0.3),
  };
  const good = { loss: 0, slowest_ms: 50, doubling: 0 };
  const weather = () => (isEnding ? good : bad);
  const deadliness = chance.isHit(0.3) ? 0 : chance.between(0, 0.15);
  const world = { chance, time, server, weather, isDay: () => !isEnding };
  const tills = Array.from({ length: 1 + chance.below(3) }, (_, at) =>
    createModelTill(world, { device_id: at + 1, deadliness, body: BODY }),
  );
  if (chance.isHit(0.7)) time.after(chance.between(0, 600_000), server.goUpAndDown);
  for (const one of tills) {
    one.start();
    for (let sale = 10 + chance.below(40); sale > 0; sale -= 1)
      time.after(chance.between(1_000, DAY_MS), () => {
        one.mend();
        one.sell(1 + chance.below(4));
      });
    for (let times = chance.below(4); times > 0; times -= 1)
      time.after(chance.between(0, DAY_MS), chance.isHit(0.5) ? one.kill : one.moveClock);
  }
  time.runUntil(DAY_MS, MOST_EVENTS);
  isEnding = true;
  server.endDay();
  for (const one of tills) one.answerQuestion();
  // a till that is starting just now is asked once more
  for (let part = 1; part <= 4; part += 1) {
    time.runUntil(DAY_MS + (AFTERWARDS_MS * part) / 4, MOST_EVENTS);
    for (const one of tills) one.mend();
  }
  return { faults: findFaults(server, tills), counts: server.counts };
}
