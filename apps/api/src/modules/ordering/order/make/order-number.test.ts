import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { mobile, selling, stocked } from '../../../../../test/sales.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

test('the first order of a shop is number 1 although others were refused before, and concurrent first orders get different numbers', async () => {
  const shelf = await stocked(app, 3);
  const on = selling(app, admin);
  const make = (quantity: number) => on.make(shelf, quantity, { client: { name: 'Nora', phone: mobile() } });
  for (const quantity of [9, 5]) expect((await make(quantity)).failure.code).toBe('stock.insufficient');
  const made = await Promise.all([make(1), make(1), make(1)]);
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(made.map(({ results }) => results.id).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});
