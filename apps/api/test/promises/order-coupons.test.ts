import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { makeCoupon, selling, stocked } from '../sales.ts';
import { tally } from './size.ts';
import { expectSound } from './soundness.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp({ jobs: true });
  admin = await makeAdmin(app);
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

it('S1 concurrent correct coupon codes are never refused because of wrong ones, also at the limit', async () => {
  const shelf = await stocked(app, 60);
  const { code } = await makeCoupon(app);
  const seller = selling(app, await makeAdmin(app));
  const wrong = await Promise.all(
    Array.from({ length: 9 }, (_, n) => seller.make(shelf, 1, { coupon: `WRONG${n}` })),
  );
  expect(tally(wrong.map(({ failure }) => failure.code))).toEqual({ 'coupon.unknown': 9 });
  const query = {
    branch_id: shelf.branch_id,
    type: 'take_away',
    cart: [{ item_id: shelf.item_id, quantity: 1 }],
  };
  const made = await Promise.all(Array.from({ length: 12 }, () => seller.make(shelf, 1, { coupon: code })));
  expect(tally(made.map(({ status }) => status))).toEqual({ 200: 12 });
  // orders that are edited hold connections while they wait for their turn, prices need one
  const [edited, priced] = await Promise.all([
    Promise.all(
      made.map(({ results }) =>
        seller.save({ id: results.id, cart: [{ item_id: shelf.item_id, quantity: 2 }] }),
      ),
    ),
    Promise.all(Array.from({ length: 12 }, () => seller.price({ ...query, coupon: code }))),
  ]);
  expect(tally(edited.map(({ status, text }) => (status === 200 ? status : text)))).toEqual({ 200: 12 });
  expect(tally(priced.map(({ status, text }) => (status === 200 ? status : text)))).toEqual({ 200: 12 });
  const tenth = await Promise.all([1, 2, 3].map((n) => seller.make(shelf, 1, { coupon: `NONE${n}` })));
  expect(tally(tenth.map(({ failure }) => failure.code))).toEqual({
    'coupon.unknown': 1,
    'coupon.limited': 2,
  });
});

it("P9 C7 forty concurrent orders with a coupon do not wait for each other's database connections", async () => {
  const shelf = await stocked(app, 50);
  const { code } = await makeCoupon(app);
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => selling(app, admin).make(shelf, 1, { coupon: code })),
  );
  expect(tally(replies.map(({ status, text }) => (status === 200 ? status : text)))).toEqual({ 200: 40 });
});
