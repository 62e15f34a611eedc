import { minBigInt } from '@dukkan/commerce';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../src/core/ctx.ts';
import {
  deductStock,
  releaseStock,
  reserveStock,
  restockReturnedLines,
  type StockRef,
} from '../../src/modules/stock/index.ts';
import { writeOffStock } from '../../src/modules/stock/ledger/write-off.ts';
import { save as transfer } from '../../src/modules/stock/transfer/transfer.service.ts';
import { makeAdmin } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { levelOf, makeShelf, type Shelf, stockUp, units } from '../stock.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

/** 10,000 steps with 10 seeds at full size (P8). */
const SEEDS = sized(3, 10);
const STEPS = sized(300, 10_000);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  await makeAdmin(app);
});
afterAll(() => app.stop());

/** Chance that comes back with its seed. */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    upTo: (max: number) => Math.floor(next() * max),
    of: <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T,
  };
}

type Order = { readonly ref: StockRef; readonly shelf: Shelf; held: bigint; out: bigint };
/** What must be true of one shelf, kept by adding and taking away and nothing else. */
type Model = { on_hand: bigint; reserved: bigint; deficit: bigint };

const sumsOf = (app: TestApp) =>
  app.services.database.prisma.$queryRaw<{ came: string; went: string }[]>`
    SELECT ((SELECT coalesce(sum(quantity * cost_value), 0) FROM stock_batch WHERE parent_batch_id IS NULL)
          + (SELECT coalesce(sum(m.quantity * b.cost_value), 0) FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
              WHERE m.target = 4))::text AS came,
           ((SELECT coalesce(sum(value), 0) FROM stock_level)
          + (SELECT coalesce(sum((quantity - returned_quantity) * cost_value), 0) FROM stock_use WHERE batch_id IS NOT NULL)
          + (SELECT coalesce(sum(m.quantity * b.cost_value), 0) FROM stock_movement m JOIN stock_batch b ON b.id = m.batch_id
              WHERE m.target = 5))::text AS went`;

/** Shelves with what must be true of them, and what every step needs. */
async function startWalk(seed: number) {
  const { upTo, of } = chance(seed);
  const strict = await makeShelf(app, { stepper: 0.001 });
  const lax = await makeShelf(app, { checks: false, stepper: 0.001 });
  const shelves = [
    strict,
    lax,
    { ...strict, branch_id: lax.branch_id },
    { ...lax, branch_id: strict.branch_id },
  ];
  const models = new Map<Shelf, Model>(
    shelves.map((shelf) => [shelf, { on_hand: 0n, reserved: 0n, deficit: 0n }]),
  );
  const modelOf = (shelf: Shelf) => models.get(shelf) as Model;
  const checks = (shelf: Shelf) => shelf.branch_id === strict.branch_id;
  const orders: Order[] = [];
  let serial = seed * 1_000_000;
  const newRef = (): StockRef => {
    serial += 1;
    return { type: 'sale', id: serial };
  };
  const amount = () => BigInt(1 + upTo(6)) * 500n;
  const run = (work: (ctx: Ctx) => Promise<unknown>) =>
    app
      .ctx()
      .tx(work)
      .then(
        () => true,
        (error: { code?: string }) => {
          expect(error.code, String(error)).toBe('stock.insufficient');
          return false;
        },
      );
  const take = (model: Model, quantity: bigint) => {
    const got = minBigInt(model.on_hand, quantity);
    model.on_hand -= got;
    model.deficit += quantity - got;
  };
  const free = (model: Model) => model.on_hand - model.reserved - model.deficit;
  return { upTo, of, strict, lax, shelves, modelOf, checks, orders, newRef, amount, run, take, free };
}

type Walk = Awaited<ReturnType<typeof startWalk>>;
type Step = () => Promise<void>;

/** Goods come in and are ordered and sold. */
const incomingSteps = ({
  upTo,
  of,
  shelves,
  modelOf,
  checks,
  orders,
  newRef,
  amount,
  run,
  take,
  free,
}: Walk): Step[] => [
  // comes in
  async () => {
    const shelf = of(shelves);
    const quantity = amount() * 2n;
    await stockUp(app.ctx(), shelf, Number(quantity) / 1_000, 1 + upTo(900) / 100);
    const model = modelOf(shelf);
    const settled = minBigInt(model.deficit, quantity);
    model.deficit -= settled;
    model.on_hand += quantity - settled;
  },
  // is ordered
  async () => {
    const shelf = of(shelves);
    const quantity = amount();
    const ref: StockRef = newRef();
    const model = modelOf(shelf);
    const done = await run((ctx) => reserveStock(ctx, ref, [{ ...shelf, quantity }]));
    expect(done).toBe(!checks(shelf) || free(model) >= quantity);
    if (!done) return;
    model.reserved += quantity;
    orders.push({ ref, shelf, held: quantity, out: 0n });
  },
  // is sent, or sold over the counter
  async () => {
    const waiting = orders.find(({ held }) => held > 0n);
    const shelf = waiting?.shelf ?? of(shelves);
    const quantity = waiting?.held ?? amount();
    const ref: StockRef = waiting?.ref ?? newRef();
    const model = modelOf(shelf);
    const done = await run((ctx) => deductStock(ctx, ref, [{ ...shelf, line_id: 1, quantity }]));
    const others = model.reserved - (waiting?.held ?? 0n);
    const may =
      !checks(shelf) ||
      model.on_hand - others - model.deficit >= quantity ||
      (waiting !== undefined && model.on_hand >= quantity);
    expect(done).toBe(may);
    if (!done) return;
    take(model, quantity);
    model.reserved = others;
    if (waiting) {
      waiting.held = 0n;
      waiting.out = quantity;
    } else orders.push({ ref, shelf, held: 0n, out: quantity });
  },
];

/** Orders are canceled and goods come back. */
const returnSteps = ({ upTo, of, modelOf, orders, amount, run }: Walk): Step[] => [
  // is cancelled
  async () => {
    const waiting = orders.findLast(({ held }) => held > 0n);
    if (!waiting) return;
    await run((ctx) => releaseStock(ctx, waiting.ref));
    modelOf(waiting.shelf).reserved -= waiting.held;
    waiting.held = 0n;
  },
  // comes back
  async () => {
    const sold = orders.filter(({ out }) => out > 0n);
    if (sold.length === 0) return;
    const order = of(sold);
    const quantity = minBigInt(order.out, amount());
    const damaged = upTo(4) === 0;
    const { prisma } = app.services.database;
    const before = await prisma.stock_use.aggregate({
      where: { ref_type: 'sale', ref_id: order.ref.id, batch_id: null },
      _sum: { quantity: true, returned_quantity: true },
    });
    await run((ctx) => restockReturnedLines(ctx, order.ref, [{ line_id: 1, quantity, damaged }]));
    const after = await prisma.stock_use.aggregate({
      where: { ref_type: 'sale', ref_id: order.ref.id, batch_id: null },
      _sum: { quantity: true, returned_quantity: true },
    });
    const owed = (sum: typeof before) =>
      units(Number(sum._sum.quantity ?? 0) - Number(sum._sum.returned_quantity ?? 0));
    const forgiven = owed(before) - owed(after);
    const model = modelOf(order.shelf);
    model.deficit -= forgiven;
    if (!damaged) model.on_hand += quantity - forgiven;
    order.out -= quantity;
  },
];

/** Goods are carried over and thrown away. */
const movingSteps = ({ of, strict, lax, shelves, modelOf, amount, run, free }: Walk): Step[] => [
  // is carried over
  async () => {
    const item = of([strict.item_id, lax.item_id]);
    const [from, to] = of([
      [strict.branch_id, lax.branch_id],
      [lax.branch_id, strict.branch_id],
    ] as const);
    const at = (branch_id: number) =>
      shelves.find((one) => one.item_id === item && one.branch_id === branch_id) as Shelf;
    const quantity = amount();
    const source = modelOf(at(from));
    const done = await run((ctx) =>
      transfer(ctx, {
        from_branch_id: from,
        to_branch_id: to,
        items: [{ item_id: item, quantity: Number(quantity) / 1_000 }],
      }),
    );
    expect(done).toBe(free(source) >= quantity);
    if (!done) return;
    source.on_hand -= quantity;
    const target = modelOf(at(to));
    const settled = minBigInt(target.deficit, quantity);
    target.deficit -= settled;
    target.on_hand += quantity - settled;
  },
  // is thrown away
  async () => {
    const shelf = of(shelves);
    const quantity = amount();
    const model = modelOf(shelf);
    const done = await run((ctx) =>
      writeOffStock(ctx, { ...shelf, quantity: Number(quantity) / 1_000, reason: 'damaged' }),
    );
    expect(done).toBe(free(model) >= quantity);
    if (done) model.on_hand -= quantity;
  },
];

async function walk(seed: number): Promise<void> {
  const started = await startWalk(seed);
  const { of, shelves, modelOf } = started;
  const steps = [...incomingSteps(started), ...returnSteps(started), ...movingSteps(started)];
  for (let step = 1; step <= STEPS; step += 1) {
    await of(steps)();
    if (step % 25 > 0 && step < STEPS) continue;
    for (const shelf of shelves) {
      const { on_hand, reserved, deficit } = await levelOf(app, shelf);
      const model = modelOf(shelf);
      expect([units(on_hand), units(reserved), units(deficit)], `seed ${seed}, step ${step}`).toEqual([
        model.on_hand,
        model.reserved,
        model.deficit,
      ]);
    }
  }
}

it(`P8 ${STEPS} random stock steps leave the stock that a simple model gives`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) await walk(seed);
  await expectSound(app);
  const [sums] = await sumsOf(app);
  // not a digit of what was paid is lost or made
  expect(Number(sums?.came)).toBeGreaterThan(0);
  expect(sums?.went.replace(/0+$/, '')).toBe(sums?.came.replace(/0+$/, ''));
}, 1_800_000);
