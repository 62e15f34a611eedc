import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@dukkan/contract';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { STATUS } from '../orders.ts';
import { levelOf, type Shelf } from '../stock.ts';
import type { Calls } from './processes.ts';
import { crowd } from './size.ts';

/** A write that was asked for under a key; `text` is what was acknowledged, null where nobody knows. */
type Deed = {
  readonly endpoint: { readonly path: string };
  readonly input: object;
  readonly key: string;
  text: string | null;
  status: number;
};

/** One answer, when it was asked for (performance.now) and what it was: 0 where the line was cut. */
export type Answer = { readonly askedAt: number; readonly status: number; readonly code: string };

type Made = { readonly id: number; readonly order_id?: number };

type Place = {
  readonly shelves: readonly Shelf[];
  readonly token: () => string;
  /** On each shelf at the start. */
  readonly stock: number;
  /** How often one write is asked for, by the same key, before the day goes on without it. */
  readonly tries?: number;
};

const pick = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;

const resultOf = ({ status, text }: Deed): Made | null =>
  status === 200 ? JSON.parse(text ?? '{}').results : null;
/** Finds these orders and returns in the database and none besides, and on the shelves what was not sold. */
async function expectMade(
  app: TestApp,
  { shelves, stock }: Pick<Place, 'shelves' | 'stock'>,
  made: readonly number[],
  returned: readonly number[],
): Promise<void> {
  const { prisma } = app.services.database;
  expect(new Set(made).size).toBe(made.length);
  expect((await prisma.order.findMany({ select: { id: true } })).map(({ id }) => id).sort()).toEqual(
    made.toSorted((a, b) => a - b).sort(),
  );
  expect(await prisma.order_return.count()).toBe(returned.length);
  const levels = await Promise.all(shelves.map((shelf) => levelOf(app, shelf)));
  const { _sum } = await prisma.stock_use.aggregate({
    _sum: { quantity: true, returned_quantity: true },
  });
  const out = Number(_sum.quantity ?? 0) - Number(_sum.returned_quantity ?? 0);
  expect(levels.reduce((all, { on_hand }) => all + on_hand, 0)).toBe(stock * shelves.length - out);
}

/** The counter of a shop whose machines fail: what is asked there, what was answered, and what must be true of it. */
export function counterOf({ shelves, token, stock, tries = 1 }: Place) {
  const deeds: Deed[] = [];
  const answers: Answer[] = [];

  async function repeat(at: Calls, deed: Deed, signal?: AbortSignal): Promise<void> {
    const askedAt = performance.now();
    const options = {
      token: token(),
      headers: { 'idempotency-key': deed.key },
      ...(signal ? { signal } : {}),
    };
    const said = await at.call(deed.endpoint, deed.input, options).catch(() => null);
    answers.push({ askedAt, status: said?.status ?? 0, code: String(said?.results.code ?? '') });
    // 409 may mean that the first try still runs
    const isOpen = !said || said.status >= 500 || said.text.includes('idempotency.in_progress');
    if (isOpen) return;
    deed.text = said.text;
    deed.status = said.status;
  }

  const plan = (endpoint: { path: string }, input: object): Deed => {
    const deed: Deed = { endpoint, input, key: `deed-${deeds.length + 1}`, text: null, status: 0 };
    deeds.push(deed);
    return deed;
  };

  /** A cut line or a busy shop leaves it open. @returns what was answered, or null */
  async function ask(to: () => Calls, endpoint: { path: string }, input: object): Promise<Made | null> {
    const deed = plan(endpoint, input);
    for (let attempt = 1; attempt <= tries && deed.text === null; attempt += 1) {
      if (attempt > 1) await sleep(50);
      await repeat(to(), deed);
    }
    return resultOf(deed);
  }

  const sale = () => {
    const two = shelves.toSorted(() => Math.random() - 0.5).slice(0, 2);
    const cart = two.map(({ item_id }) => ({ item_id, quantity: 1 + Math.floor(Math.random() * 3) }));
    return { branch_id: shelves[0]?.branch_id, type: 'take_away', cart };
  };

  const known = () => deeds.filter(({ status }) => status === 200);
  const idsOf = (path: string) =>
    known()
      .filter(({ endpoint }) => endpoint.path === path)
      .map((deed) => resultOf(deed)?.id ?? 0);

  return {
    deeds,
    answers,
    plan,
    repeat,
    sale,
    known,
    open: () => deeds.filter(({ text }) => text === null),

    /** A day at the counter, until it is over: orders are made, paid, moved, canceled, returned and the return undone. */
    async lane(to: () => Calls, isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const body = sale();
        const made = await ask(to, api.order.make, body);
        if (!made) {
          await sleep(20);
          continue;
        }
        const { id } = made;
        const status = pick(['confirmed', 'packing', 'delivered', 'delivered', 'canceled'] as const);
        if (Math.random() < 0.3) await ask(to, api.order.save, { id, paid: 1 });
        if (!(await ask(to, api.order.save, { id, status_id: STATUS[status] }))) continue;
        if (status === 'packing') await ask(to, api.order.save, { id, status_id: STATUS.canceled });
        if (status !== 'delivered') continue;
        const items = [{ item_id: body.cart[0]?.item_id, quantity: 1 }];
        const back = await ask(to, api.orderReturn.make, { order_id: id, items });
        if (back && Math.random() < 0.4) await ask(to, api.orderReturn.remove, { id: back.id });
      }
    },

    /** What nobody knows is asked again under its key: it is done now, or it was. */
    async settle(to: () => Calls): Promise<void> {
      const open = deeds.filter(({ text }) => text === null);
      await crowd(open.length, 4, async (at) => {
        const deed = open[at] as Deed;
        for (let attempt = 0; deed.text === null && attempt < 60; attempt += 1) {
          await repeat(to(), deed);
          if (deed.text === null) await sleep(500);
        }
        expect(deed.text, `${deed.endpoint.path} ${JSON.stringify(deed.input)}`).not.toBeNull();
        expect(deed.status).toBeLessThan(500);
      });
    },

    /** What was acknowledged answers as it did, byte for byte; `count` of it are asked. */
    async expectKept(to: () => Calls, count: number): Promise<void> {
      const query = known()
        .toSorted(() => Math.random() - 0.5)
        .slice(0, count);
      await crowd(query.length, 4, async (at) => {
        const { text, ...deed } = query[at] as Deed;
        const again: Deed = { ...deed, text: null };
        for (let attempt = 0; again.text === null && attempt < 60; attempt += 1) await repeat(to(), again);
        expect(again.text).toBe(text);
      });
    },

    /** Each key has made one order and there is none besides; what is on the shelves is what was not sold. */
    expectOnce: (app: TestApp) =>
      expectMade(app, { shelves, stock }, idsOf(api.order.make.path), idsOf(api.orderReturn.make.path)),
  };
}
