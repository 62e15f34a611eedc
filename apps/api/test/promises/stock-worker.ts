import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { createSystemCtx } from '../../src/core/ctx.ts';
import { readEnv } from '../../src/env.ts';
import { deductStock, reserveStock, type StockRef } from '../../src/modules/stock/index.ts';

// sells without a pause until it is killed, and says what was acknowledged: `held 12`, then `sold 12`
type Shelf = { readonly item_id: number; readonly branch_id: number; readonly product_id: number };

const shelves = JSON.parse(process.env.SHELVES ?? '[]') as Shelf[];
const first = Number(process.env.FIRST ?? 1);
const app = await createApp(readEnv());
const ctx = () => createSystemCtx(app.services, 'worker');

/** Until it is done: a database that is away comes back. A refusal of the shop is its last word. */
async function surely(work: () => Promise<unknown>): Promise<boolean> {
  for (;;) {
    try {
      await work();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === 'stock.insufficient') return false;
      await sleep(50);
    }
  }
}

async function lane(start: number): Promise<void> {
  for (let id = start; ; id += 10) {
    const ref: StockRef = { type: 'sale', id };
    // each cart in an order of its own
    const cart = [...shelves].sort(() => Math.random() - 0.5).slice(0, 3);
    const lines = cart.map((shelf, at) => ({ ...shelf, quantity: 1_000n, line_id: at + 1 }));
    // what was asked before a cut may have been done: nobody asks twice under one number
    const held = await ctx()
      .tx((ctx) => reserveStock(ctx, ref, lines))
      .then(
        () => true,
        () => false,
      );
    if (!held) {
      await sleep(20);
      continue;
    }
    process.stdout.write(`held ${id}\n`);
    const sold = await ctx()
      .tx((ctx) => deductStock(ctx, ref, lines))
      .then(
        () => true,
        () => false,
      );
    if (sold) process.stdout.write(`sold ${id}\n`);
  }
}

await surely(() => app.services.database.pool.query('SELECT 1'));
process.stdout.write('ready\n');
await Promise.all(Array.from({ length: 10 }, (_, at) => lane(first + at)));
