import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeBranch, type Person } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { places, squareOf } from '../../../../../test/places.ts';
import { makeShelf, stockUp } from '../../../../../test/stock.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

test('the delivery quote of a point and the price of an order there agree after any change of the branch', async () => {
  const on = places(app, admin);
  const [open, closed, store] = [await makeBranch(app), await makeBranch(app), await makeBranch(app)];
  const zones = await Promise.all(
    [0, 1, 2].map((n) =>
      on.zone(null, { delivery_charge: 10 + n, polygons: squareOf(100 + n, 20, 0.1), free_after_amount: 0 }),
    ),
  );
  const shelf = await makeShelf(app, { branch_id: open.id });
  for (const branch_id of [open.id, closed.id, store.id])
    await stockUp(app.ctx(), { ...shelf, branch_id }, 5, 1);
  for (const [n, branch] of [open, closed, store].entries()) await on.assign(branch.id, [zones[n] ?? 0]);
  const { prisma } = app.services.database;
  const change = (id: number, data: object) =>
    app.call(api.branch.update, { id, ...data }, { token: admin.token });
  expect((await change(closed.id, { status: 0 })).status).toBe(200);
  expect((await change(store.id, { warehouse: 1 })).status).toBe(200);
  expect(await prisma.branch.count({ where: { id: { in: [closed.id, store.id] } } })).toBe(2);

  const points = [0, 1, 2, 3].map((n) => ({ lat: 20.05, lng: 100.05 + n }));
  const said: unknown[] = [];
  for (const branch_id of [undefined, open.id, closed.id, store.id])
    for (const point of points) {
      const quote = await on.quote({ point, ...(branch_id ? { branch_id } : {}) }, admin.token);
      const price = await app.call(
        api.order.price,
        {
          ...(branch_id ? { branch_id } : {}),
          type: 'delivery',
          client: { name: 'Nora', phone: '+97466001122', ...point },
          cart: [{ item_id: shelf.item_id, quantity: 1 }],
        },
        { token: admin.token },
      );
      const zone = price.results.zone;
      // a branch may give the order to a service of others: then a price says that nobody delivers as a warning
      const found =
        price.status === 200 && zone === null
          ? [422, price.results.warnings.find(({ refused }) => refused)?.code]
          : price.status === 200
            ? [200, zone?.location_id, zone?.delivery_charge, price.results.branch_id]
            : [price.status, price.failure.code];
      const quoted =
        quote.status === 200
          ? [200, quote.results.zone_id, quote.results.delivery_charge, quote.results.branch_id]
          : [quote.status, quote.failure.code];
      expect([branch_id, point, found]).toEqual([branch_id, point, quoted]);
      said.push(found);
    }
  expect(said).toContainEqual([200, zones[0], 10, open.id]);
  expect(said).toContainEqual([422, 'no_delivery']);
});
