import { randomInt } from 'node:crypto';
import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { selling, stocked } from '../sales.ts';
import type { Shelf } from '../stock.ts';
import { crowd, sized } from './size.ts';
import { expectSound } from './soundness.ts';

const ZONES = ['Asia/Qatar', 'Europe/Berlin', 'Africa/Cairo', 'UTC'] as const;
type Zone = (typeof ZONES)[number];

/**
 * What the calendar on the wall says in each zone, written down by hand: Qatar never changes its clocks; Berlin does on
 * 29 March and 25 October at 01:00 UTC; Cairo at midnight, so that 24 April begins at 01:00 and 29 October has 25 hours.
 */
const INSTANTS: readonly (readonly [string, ...string[]])[] = [
  ['2026-03-10T20:59:59.999Z', '03-10', '03-10', '03-10', '03-10'],
  ['2026-03-10T21:00:00Z', '03-11', '03-10', '03-10', '03-10'],
  ['2026-03-28T22:59:59.999Z', '03-29', '03-28', '03-29', '03-28'],
  ['2026-03-28T23:00:00Z', '03-29', '03-29', '03-29', '03-28'],
  ['2026-03-29T00:59:59Z', '03-29', '03-29', '03-29', '03-29'],
  ['2026-03-29T01:00:00Z', '03-29', '03-29', '03-29', '03-29'],
  ['2026-03-29T21:59:59.999Z', '03-30', '03-29', '03-29', '03-29'],
  ['2026-03-29T22:00:00Z', '03-30', '03-30', '03-30', '03-29'],
  ['2026-04-23T21:59:59.999Z', '04-24', '04-23', '04-23', '04-23'],
  ['2026-04-23T22:00:00Z', '04-24', '04-24', '04-24', '04-23'],
  ['2026-04-24T20:59:59.999Z', '04-24', '04-24', '04-24', '04-24'],
  ['2026-04-24T21:00:00Z', '04-25', '04-24', '04-25', '04-24'],
  ['2026-10-24T21:59:59.999Z', '10-25', '10-24', '10-25', '10-24'],
  ['2026-10-24T22:00:00Z', '10-25', '10-25', '10-25', '10-24'],
  ['2026-10-25T00:59:59Z', '10-25', '10-25', '10-25', '10-25'],
  ['2026-10-25T01:00:00Z', '10-25', '10-25', '10-25', '10-25'],
  ['2026-10-25T22:59:59.999Z', '10-26', '10-25', '10-26', '10-25'],
  ['2026-10-25T23:00:00Z', '10-26', '10-26', '10-26', '10-25'],
  ['2026-10-28T20:59:59.999Z', '10-28', '10-28', '10-28', '10-28'],
  ['2026-10-28T21:00:00Z', '10-29', '10-28', '10-29', '10-28'],
  ['2026-10-29T20:59:59.999Z', '10-29', '10-29', '10-29', '10-29'],
  ['2026-10-29T21:00:00Z', '10-30', '10-29', '10-29', '10-29'],
  ['2026-10-29T21:59:59.999Z', '10-30', '10-29', '10-29', '10-29'],
  ['2026-10-29T22:00:00Z', '10-30', '10-29', '10-30', '10-29'],
];

/** Tokens go by the clock of the machine. */
const FAR = new Date('2037-01-01T00:00:00Z');

let clock = new Date('2026-03-01T09:00:00Z');
let app: TestApp;
let admin: Person;
const shelves = new Map<Zone, Shelf>();

const shelfOf = (zone: Zone): Shelf => shelves.get(zone) as Shelf;

/** The administrator at another time of the world, who was seen just then. */
async function at(instant: string | Date): Promise<ReturnType<typeof selling>> {
  clock = new Date(instant);
  await app.services.database.prisma.session.updateMany({ data: { last_seen_at: clock, expires_at: FAR } });
  return selling(app, admin);
}

beforeAll(async () => {
  app = await startApp({ jobs: true, now: () => clock });
  admin = await makeAdmin(app);
  const { id: sid } = await app.services.database.prisma.session.findFirstOrThrow({
    where: { account_id: admin.id },
  });
  admin = { ...admin, token: app.services.tokens.sign({ sub: String(admin.id), sid }, FAR) };
  for (const zone of ZONES) {
    const shelf = await stocked(app, 10_000);
    await app.services.database.prisma.branch.update({
      where: { id: shelf.branch_id },
      data: { settings: { timezone: zone } },
    });
    shelves.set(zone, shelf);
  }
}, 60_000);
afterAll(() => app.stop());

type Days = { from_date?: string; to_date?: string };

const idsOf = async (branch_id: number, days: Days): Promise<number[]> => {
  const reply = await app.call(api.order.list, { branch_id, limit: 100, ...days }, { token: admin.token });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.meta.last_page).toBeLessThanOrEqual(1);
  return reply.results.map(({ id }) => id).sort((a, b) => a - b);
};

const sumsOf = async (branch_id: number, days: Days = {}) => {
  const reply = await app.call(api.order.statistics, { branch_id, ...days }, { token: admin.token });
  expect(reply.status, reply.text).toBe(200);
  return reply.results;
};

const dayBy = (day: string, step: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + step * 86_400_000).toISOString().slice(0, 10);

describe.each(ZONES.map((zone, column) => [zone, column] as const))('order days in %s', (zone, column) => {
  it('P24 T1 an order at each instant belongs to exactly one day, in lists and totals, and the days add up to the total', async () => {
    const { branch_id } = shelfOf(zone);
    const days = new Map<string, number[]>();
    for (const [instant, ...local] of INSTANTS) {
      const made = await (await at(instant)).make(shelfOf(zone), 1 + (days.size % 3));
      expect(made.status, made.text).toBe(200);
      const day = `2026-${local[column]}`;
      days.set(day, [...(days.get(day) ?? []), made.results.id]);
    }
    await at('2026-12-01T00:00:00Z');
    const all = await sumsOf(branch_id);
    expect(all.count).toBe(INSTANTS.length);
    expect(Object.fromEntries(all.by_day.map(({ day, count }) => [day, count]))).toEqual(
      Object.fromEntries([...days].map(([day, ids]) => [day, ids.length])),
    );
    expect(all.by_day.reduce((sum, { total }) => sum + total, 0)).toBe(all.total);

    // each day by itself, and the ones around it, which hold none of its orders
    const daysAround = new Set([...days.keys()].flatMap((day) => [dayBy(day, -1), day, dayBy(day, 1)]));
    let total = 0;
    for (const day of daysAround) {
      const one = { from_date: day, to_date: day };
      expect(await idsOf(branch_id, one), day).toEqual(days.get(day) ?? []);
      const sums = await sumsOf(branch_id, one);
      expect(sums.count, day).toBe(days.get(day)?.length ?? 0);
      expect(sums.by_day.map((row) => row.day)).toEqual(days.has(day) ? [day] : []);
      total += sums.total;
    }
    expect(total).toBe(all.total);

    // cut anywhere, the halves are the whole
    for (const day of days.keys()) {
      const before = await idsOf(branch_id, { to_date: dayBy(day, -1) });
      const from = await idsOf(branch_id, { from_date: day });
      expect([...before, ...from]).toEqual([...days.values()].flat());
    }
  });

  it('P24 a return can be undone until the end of its day in that time zone', async () => {
    // the last moment of a day in this zone, and the first of the next: days of the change of clocks among them
    const ends = INSTANTS.flatMap(([instant, ...local], row) => {
      const next = INSTANTS[row + 1];
      const gap = next ? Date.parse(next[0]) - Date.parse(instant) : 0;
      return next && gap <= 1 && local[column] !== next[column + 1] ? [[instant, next[0]] as const] : [];
    });
    const sure = zone === 'UTC' ? [['2026-11-10T23:59:59.999Z', '2026-11-11T00:00:00Z'] as const] : ends;
    expect(sure.length).toBeGreaterThan(0);
    for (const [last, first] of sure) {
      const then = await at(new Date(Date.parse(last) - 60_000));
      const order = await then.standing(shelfOf(zone), 2, 'delivered');
      const items = [{ item_id: shelfOf(zone).item_id, quantity: 1 }];
      const [one, two] = [await then.giveBack(order.id, items), await then.giveBack(order.id, items)];
      expect([one.status, two.status], one.text).toEqual([200, 200]);
      expect((await (await at(last)).undo(one.results.id)).status).toBe(200);
      expect((await (await at(first)).undo(two.results.id)).failure.code).toBe('return.too_late');
    }
    await expectSound(app);
  });
});

it('P24 T1 the days of ten thousand orders at random times of a year add up to the total, in every zone', async () => {
  const { prisma } = app.services.database;
  await at('2027-02-01T00:00:00Z');
  const year = Date.parse('2026-01-01T00:00:00Z');
  for (const zone of ZONES) {
    const shelf = await stocked(app, 0);
    await prisma.branch.update({ where: { id: shelf.branch_id }, data: { settings: { timezone: zone } } });
    const moments = Array.from(
      { length: sized(1_000, 10_000) },
      () => new Date(year + randomInt(365 * 86_400_000)),
    );
    await prisma.$executeRaw`
      INSERT INTO "order" (branch_id, type, source, status_id, status_value, currency, tax_mode, quantity, total, goods, due,
        created_at, updated_at)
      SELECT ${shelf.branch_id}::int, 'delivery', 'dashboard', 1, 0, 'QAR', 'inclusive', 1, d.due, d.due, d.due, m.at, m.at
        FROM unnest(${moments}::timestamptz[]) WITH ORDINALITY AS m(at, nth), LATERAL (SELECT (m.nth % 97) + 0.25 AS due) d`;
    const all = await sumsOf(shelf.branch_id);
    expect(all.count).toBe(moments.length);
    expect(all.by_day.reduce((sum, { count }) => sum + count, 0)).toBe(all.count);
    expect(all.by_day.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(all.total, 2);
    const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const counted = new Map<string, number>();
    for (const moment of moments) {
      const day = calendar.format(moment);
      counted.set(day, (counted.get(day) ?? 0) + 1);
    }
    expect(Object.fromEntries(all.by_day.map(({ day, count }) => [day, count]))).toEqual(
      Object.fromEntries(counted),
    );
    // asked for one by one, by bounds of time and not by the calendar of the database
    const days = [...counted.keys()];
    const dayCount = sized(40, days.length);
    await crowd(dayCount, 4, async (nth) => {
      const day = days[nth] as string;
      const { count, total } = await sumsOf(shelf.branch_id, { from_date: day, to_date: day });
      const row = all.by_day.find((one) => one.day === day);
      expect([count, total], `${zone} ${day}`).toEqual([row?.count, row?.total]);
    });
  }
}, 120_000);
