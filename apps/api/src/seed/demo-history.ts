import { addDays, getDayStart, toLocalDate } from '@dukkan/commerce';
import { api, fail } from '@dukkan/contract';
import { sql } from 'kysely';
import { SUPPLIERS } from '../../../../prisma/seed/demo-purchasing.ts';
import type { Services } from '../core/ctx.ts';
import { type Ctx, createCtxAs, createSystemCtx } from '../core/ctx.ts';
import { fetchRows, tables } from '../core/db/tables.ts';
import { MAX_ROWS } from '../core/list/page.ts';
import { savePayment, saveReceipt, updateReceipt } from '../modules/purchasing/index.ts';
import { readSettings, storeDemoProgress } from '../modules/setting/index.ts';
import { writeOffStock } from '../modules/stock/index.ts';
import { seedBanners } from './demo-banners.ts';
import { seedProductDrawings } from './demo-drawings.ts';
import { type DemoStatusesAndMethods, loadDemoBusiness, loadDemoStatusesAndMethods } from './demo-facts.ts';
import { addMinutes, returnDemoOrder, runPlannedOrder, runTillDay } from './demo-orders.ts';
import {
  type DemoBusiness,
  type PlannedDay,
  type PlannedOrder,
  type PlannedReceipt,
  planDays,
} from './demo-plan.ts';
import { findHistoryPeriod, HISTORY_DAYS } from './demo-rhythm.ts';
import { ALL_DONE, buildStepKey, type DemoStep, runStepOnce } from './demo-steps.ts';

/** Receipts older than this are paid and locked. */
const CREDIT_DAYS = 21;

/** Pays and locks the receipts of a supplier that are older than the cutoff. */
async function settleOld(ctx: Ctx, supplier_id: number, day: string, cutoff: Date): Promise<void> {
  const owed = await fetchRows(
    ctx,
    tables
      .selectFrom('receipt')
      .select(({ ref }) => ['id', sql<number>`(${ref('net')} - ${ref('paid')})::float8`.as('open')])
      .where('supplier_id', '=', supplier_id)
      .where('status', '=', 1)
      .where('created_at', '<', cutoff)
      .where('on_date', '<=', addDays(day, -CREDIT_DAYS))
      .orderBy('id'),
  );
  for (const { id, open } of owed) {
    const value = Math.round(open * 100) / 100;
    if (value > 0) {
      const payment = { receipt_id: id, value, payment_method: 1 + (id % 3), on_date: day };
      await savePayment(ctx, api.transaction.save.input.parse(payment));
    }
    await updateReceipt(ctx, api.receipt.update.input.parse({ id, status: 2 }));
  }
}

/** The most batches that are written off each time a receipt arrives. */
const CLEARED_AT_ONCE = 40;

/** Writes off unsold units that expire before `day`, only of the history's own receipts; all batches with `takesAll`. */
async function clearShelves(
  ctx: Ctx,
  day: string,
  cutoff: Date,
  { reason = 'expired', takesAll = false }: { reason?: 'expired' | 'own_use'; takesAll?: boolean } = {},
): Promise<void> {
  const stale = await fetchRows(
    ctx,
    tables
      .selectFrom('stock_batch as b')
      .innerJoin('receipt as r', 'r.id', 'b.reciept_id')
      .select(({ cast }) => [
        'b.item_id',
        'b.branch_id',
        'b.id as batch_id',
        cast<number>('b.remaining_quantity', 'float8').as('quantity'),
      ])
      .where('b.remaining_quantity', '>', '0')
      .where('b.expire_date', '<', day)
      .where('r.created_at', '<', cutoff)
      .orderBy('b.id')
      .limit(takesAll ? MAX_ROWS : CLEARED_AT_ONCE),
  );
  for (const one of stale) await writeOffStock(ctx, api.stock.writeOff.input.parse({ ...one, reason }));
}

async function receiveGoods(
  ctx: Ctx,
  business: DemoBusiness,
  planned: PlannedReceipt,
  cutoff: Date,
): Promise<void> {
  const { day, supplier, lines } = planned;
  const name = SUPPLIERS[supplier]?.name ?? '';
  const existing = await ctx.db.supplier.findFirst({
    where: { name, deleted_at: null },
    select: { id: true },
  });
  if (!existing) return;
  const by = createCtxAs(ctx, { now: addMinutes(getDayStart(day, business.zone), 330) });
  await settleOld(by, existing.id, day, cutoff);
  await clearShelves(by, day, cutoff);
  const input = api.receipt.save.input.parse({
    supplier_id: existing.id,
    on_date: day,
    invoice_number: `${day.slice(2).replaceAll('-', '')}-${supplier + 1}`,
    invoice_date: day,
    items: lines.map(({ good, shop, quantity, cost, expire_date }) => ({
      item_id: good.item_id,
      branch_id: business.shops[shop]?.id,
      quantity,
      cost_value: cost,
      expire_date,
    })),
    status: 1,
  });
  await saveReceipt(by, input);
}

/**
 * Units that expire within this many days are written off at the end of the history, so that only a few batches of the
 * last days expire soon.
 */
const KEEPS_DAYS = 15;
const RETURN_MINUTES = 1_020;

/** Returns the steps of a day in order: receipts, orders, returns, counted tills. */
function buildDaySteps(
  business: DemoBusiness,
  words: DemoStatusesAndMethods,
  planned: PlannedDay,
  back: readonly PlannedOrder[],
  cutoff: Date,
): DemoStep[] {
  const { day, receipts, orders } = planned;
  const start = getDayStart(day, business.zone);
  const returned = addMinutes(start, RETURN_MINUTES);
  const steps: { at: Date; take: DemoStep['take'] }[] = [
    ...receipts.map((one) => ({ at: start, take: (ctx: Ctx) => receiveGoods(ctx, business, one, cutoff) })),
    ...orders
      .filter(({ via }) => via !== 'till')
      .map((order) => ({ at: order.at, take: (ctx: Ctx) => runPlannedOrder(ctx, business, words, order) })),
    ...back.map((order) => ({
      at: returned,
      take: (ctx: Ctx) => returnDemoOrder(ctx, business, words, order, returned),
    })),
    ...business.shops.flatMap((shop, place) => {
      const [device_id] = shop.tills;
      if (device_id === undefined) return [];
      const sold = orders.filter((order) => order.via === 'till' && order.shop === place);
      const till = {
        shop,
        device_id,
        orders: sold,
        opened: addMinutes(start, 415),
        closed: addMinutes(start, 1_435),
      };
      return [{ at: addMinutes(start, 1_435), take: (ctx: Ctx) => runTillDay(ctx, words, till) }];
    }),
  ];
  return steps
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ take }, n) => ({ key: buildStepKey('b', day, n), take }));
}

/** Builds the steps of the months before the recent days. */
export async function buildHistorySteps(
  services: Services,
  business: DemoBusiness,
  now: Date,
  days = HISTORY_DAYS,
): Promise<DemoStep[]> {
  const words = await loadDemoStatusesAndMethods(createSystemCtx(services, 'demo'));
  const today = toLocalDate(now, business.zone);
  const { from, until } = findHistoryPeriod(today, days);
  const cutoff = getDayStart(until, business.zone);
  const plan = planDays(business, from, until);
  const back = new Map<string, PlannedOrder[]>();
  for (const { day, orders } of plan)
    for (const order of orders)
      if (order.returned_after !== null && order.via !== 'till') {
        const then = addDays(day, order.returned_after);
        back.set(then, [...(back.get(then) ?? []), order]);
      }
  // unsold units that expire soon are written off today
  const cleared: DemoStep = {
    key: buildStepKey('b', today, 0),
    take: (ctx) => {
      const by = createCtxAs(ctx, { now: addMinutes(getDayStart(today, business.zone), 330) });
      return clearShelves(by, addDays(today, KEEPS_DAYS), cutoff, { reason: 'own_use', takesAll: true });
    },
  };
  return [
    ...plan.flatMap((planned) =>
      buildDaySteps(business, words, planned, back.get(planned.day) ?? [], cutoff),
    ),
    cleared,
  ];
}

/** After each step the demo pauses as long as the step took plus 15 ms, so that requests are not slowed down. */
const restAfter = (took: number): number => 15 + took;
const BUSY_MS = 1_000;
const TROUBLE_MS = 10_000;
/** How often to wait for another process's step (about an hour), and after errors (about a day). */
const WAITS_MAX = 3_600;
const TROUBLES_MAX = 8_640;

/**
 * Creates the history of the demo business while the shop runs, in small steps with pauses; each step runs once, and a
 * restart continues after the last one. @returns a function that stops after the current step
 */
export function startDemoHistory(services: Services): () => Promise<void> {
  const { log } = services;
  let stopped = false;
  let wake = (): void => undefined;
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const takeStepInTurn = async (step: DemoStep): Promise<void> => {
    for (let waits = 0; !stopped && waits < WAITS_MAX; waits += 1) {
      if ((await runStepOnce(services, step, true)) !== 'busy') return;
      await rest(BUSY_MS);
    }
    if (!stopped) fail('service.busy', { seconds: 1 });
  };

  const run = async (): Promise<void> => {
    const ctx = createSystemCtx(services, 'demo');
    const { demo_step, demo_orders_at } = (await readSettings(ctx)).settings;
    if (demo_orders_at === null || demo_step === ALL_DONE) return;
    await seedBanners(ctx);
    await seedProductDrawings(ctx, { rest, isStopped: () => stopped });
    const business = await loadDemoBusiness(ctx);
    if (!business) return;
    const began = Date.now();
    const steps = await buildHistorySteps(services, business, new Date(demo_orders_at));
    for (const step of steps) {
      if (stopped) return;
      if (demo_step !== null && demo_step >= step.key) continue;
      const from = Date.now();
      await takeStepInTurn(step);
      await rest(restAfter(Date.now() - from));
    }
    if (stopped) return;
    await ctx.tx((ctx) => storeDemoProgress(ctx, { demo_step: ALL_DONE }));
    log.info({ steps: steps.length, seconds: Math.round((Date.now() - began) / 1_000) }, 'the demo is full');
  };

  const running = (async () => {
    for (let troubles = 0; !stopped; troubles += 1) {
      if (troubles === TROUBLES_MAX) return log.error({ troubles }, 'the demo is not told on');
      try {
        return await run();
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'the demo could not be told on, trying again');
        await rest(TROUBLE_MS);
      }
    }
  })();
  return async () => {
    stopped = true;
    wake();
    await running;
  };
}
