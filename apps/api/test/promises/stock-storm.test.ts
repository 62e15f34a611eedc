import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deductStock,
  releaseStock,
  reserveStock,
  restockAll,
  restockReturnedLines,
  type StockRef,
} from '../../src/modules/stock/index.ts';
import { makeAdmin, type Person, unique } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { lineOf, makeSupplier, purchasing } from '../receipts.ts';
import { makeShelf, need, type Shelf, units } from '../stock.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const as = ({ token }: Person) => ({ token });
/** A seeded generator: a storm that broke something can be had again. */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}
const BUSY = ['stock.insufficient', 'record.conflict', 'service.busy'];

it('P2 concurrent stock movements of all kinds at few places create, lose and block nothing', async () => {
  const seed = Number(process.env.STORM_SEED ?? unique());
  const throwDice = dice(seed);
  const pick = <T>(some: readonly T[]): T => some[throwDice(some.length)] as T;
  const buy = purchasing(app, admin);
  const supplier_id = await makeSupplier(app);
  const strict = await makeShelf(app);
  const lax = await makeShelf(app, { checks: false });
  const shelves: Shelf[] = [
    strict,
    lax,
    { ...strict, branch_id: lax.branch_id },
    { ...lax, branch_id: strict.branch_id },
  ];
  const receipts: { id: number; line: number; other: number }[] = [];
  const orders: StockRef[] = [];
  const said: { status: number; code?: string | undefined }[] = [];

  const engine = async (work: Promise<unknown>) =>
    work.catch((error: { code?: string }) => {
      if (!BUSY.includes(String(error.code))) throw error;
    });
  const call = async (work: Promise<{ status: number; failure: { code?: string } }>) => {
    const { status, failure } = await work;
    said.push({ status, code: status === 200 ? undefined : failure?.code });
  };
  const tx = <T>(run: Parameters<ReturnType<typeof app.ctx>['tx']>[0]) => app.ctx().tx(run) as Promise<T>;
  const days = ['2020-01-01', '2099-01-01', null];
  const deeds: (() => Promise<unknown>)[] = [
    async () => {
      const items = [pick(shelves), pick(shelves)].map((shelf) =>
        lineOf(shelf, 1 + throwDice(20), 1 + throwDice(5), { expire_date: pick(days.slice(1)) }),
      );
      const { status, results } = await buy.save({ supplier_id, status: 1, items });
      if (status === 200)
        receipts.push({ id: results.id, line: results.items[0]?.id ?? 0, other: results.items[1]?.id ?? 0 });
    },
    async () => {
      if (receipts.length === 0) return;
      const { id, line, other } = pick(receipts);
      const shelf = pick(shelves);
      const change = pick<object>([
        { items: [{ id: line, quantity: throwDice(12) }] },
        { items: [{ id: other, quantity: throwDice(12), cost_value: 1 + throwDice(5) }] },
        { items: [{ id: line, cost_value: 2 + throwDice(5), cost_value_before_discount: 9 }] },
        { items: [{ id: line, item_id: shelf.item_id, branch_id: shelf.branch_id }] },
        { status: -1 },
      ]);
      await call(buy.update({ id, ...change, force: 1 }) as never);
    },
    async () => {
      const ref: StockRef = { type: 'sale', id: unique() };
      const lines = [1, 2].map((line_id) => ({ ...need(pick(shelves), 1 + throwDice(6)), line_id }));
      await engine(tx((ctx) => reserveStock(ctx, ref, lines)));
      if (throwDice(4) === 0) return engine(tx((ctx) => releaseStock(ctx, ref)));
      await engine(tx(async (ctx) => deductStock(ctx, ref, lines)).then(() => orders.push(ref)));
    },
    async () => {
      if (orders.length === 0) return;
      const ref = pick(orders);
      await engine(
        throwDice(3) === 0
          ? tx((ctx) => restockAll(ctx, ref))
          : tx((ctx) =>
              restockReturnedLines(ctx, ref, [
                { line_id: 1, quantity: units(1), damaged: throwDice(2) === 0 },
              ]),
            ),
      );
    },
    async () => {
      const shelf = pick(shelves);
      const to = shelf.branch_id === strict.branch_id ? lax.branch_id : strict.branch_id;
      const items = [strict, lax].map(({ item_id }) => ({ item_id, quantity: 1 + throwDice(4) }));
      await call(
        app.call(
          api.transfer.save,
          {
            from_branch_id: shelf.branch_id,
            to_branch_id: to,
            items: throwDice(2) ? items : items.toReversed(),
          },
          as(admin),
        ) as never,
      );
    },
    async () => {
      const { branch_id } = pick(shelves);
      const items = [lax, strict].map(({ item_id }) => ({ item_id, counted: throwDice(30) }));
      const { status, results } = await app.call(api.stockCount.save, { branch_id, items }, as(admin));
      if (status === 200) await call(app.call(api.stockCount.post, { id: results.id }, as(admin)) as never);
    },
    async () => {
      const { item_id, branch_id } = pick(shelves);
      await call(
        app.call(
          api.stock.writeOff,
          { item_id, branch_id, quantity: 1 + throwDice(3), reason: 'damaged' },
          as(admin),
        ) as never,
      );
    },
  ];
  for (let round = 0; round < sized(12, 200); round += 1) {
    const wave = Array.from({ length: 6 }, () => pick(deeds)());
    const ended = await Promise.allSettled(wave);
    const broken = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(broken, `seed ${seed}`).toEqual([]);
  }
  expect(
    said.filter(({ status }) => status >= 500 && status !== 503),
    `seed ${seed}`,
  ).toEqual([]);
  await expectSound(app);
});
