import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person } from '../actors.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { STATUS } from '../orders.ts';
import { mobile, selling, stocked } from '../sales.ts';
import { levelOf, type Shelf } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { expectSound } from './soundness.ts';

const ABSENT = 2_000_000_000;

let app: TestApp;
let admin: Person;
let shelf: Shelf;
let sell: ReturnType<typeof selling>;
let driver: Person;
let otherDriver: Person;
let seller: Person;
let otherSeller: Person;
let customer: Person;
let stranger: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  sell = selling(app, admin);
  shelf = await stocked(app, 10_000);
  const { branch_id } = shelf;
  [driver, otherDriver] = [
    await makePerson(app, { permissions: ['driver'], branch_id }),
    await makePerson(app, { permissions: ['driver'], branch_id }),
  ];
  [seller, otherSeller] = [
    await makePerson(app, { permissions: ['seller'], branch_id }),
    await makePerson(app, { permissions: ['seller'], branch_id }),
  ];
  [customer, stranger] = [
    await makePerson(app, { phone: mobile() }),
    await makePerson(app, { phone: mobile() }),
  ];
});
afterAll(async () => {
  await expectSound(app);
  await app.stop();
});

const by = (person: Person) => selling(app, person);
/** An order that a driver is to deliver. */
const carriedBy = ({ id }: Person, to: keyof typeof STATUS) =>
  sell.standing(shelf, 1, to, { type: 'delivery', client: { name: 'Nora', phone: mobile() }, driver_id: id });
const faceless = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
type OrderReply = Reply<{ path: string }>;
const status = async (reply: Promise<unknown>) => ((await reply) as OrderReply).status;

/** Nothing of the order changed, whatever was answered. */
async function unchanged(id: number, work: () => Promise<void>): Promise<void> {
  const before = (await sell.show(id)).results;
  await work();
  expect((await sell.show(id)).results).toEqual(before);
}

/** Everything that names an order or a return by its id, with a body that would do. */
const ofOrder = (id: number, return_id: number): readonly (readonly [Endpoint, object])[] => [
  [api.order.show, { id }],
  [api.order.paper, { id }],
  [api.order.save, { id, notes: 'Mine' }],
  [api.order.save, { id, status_id: STATUS.canceled }],
  [api.orderReturn.make, { order_id: id, items: [{ item_id: shelf.item_id, quantity: 1 }] }],
  [api.orderReturn.show, { id: return_id }],
  [api.orderReturn.paper, { id: return_id }],
  [api.orderReturn.remove, { id: return_id }],
];

describe('Z3 Z4 P12 orders of others', () => {
  it('other orders look absent to the byte to other branches, drivers, sellers and customers', async () => {
    const { id, lines } = await sell.standing(shelf, 3, 'delivered', {
      client_id: customer.id,
      driver_id: driver.id,
      seller_id: seller.id,
    });
    const back = await sell.giveBack(id, [{ line_id: lines[0]?.id, quantity: 1 }]);
    const elsewhere = await makeBranch(app);
    const foreign = await makePerson(app, { permissions: ['orders'], branch_id: elsewhere.id });
    const homeless = await makePerson(app, { permissions: ['orders'] });
    const people = [foreign, homeless, otherDriver, otherSeller, stranger];
    await unchanged(id, async () => {
      for (const person of people) {
        const absent = ofOrder(ABSENT, ABSENT);
        for (const [at, [endpoint, input]] of ofOrder(id, back.results.id).entries()) {
          const options = { token: person.token };
          const theirs = (await app.call(endpoint, input, options)) as OrderReply;
          const nobodys = (await app.call(...(absent[at] as [Endpoint, object]), options)) as OrderReply;
          expect([403, 404], `${endpoint.path} ${theirs.text}`).toContain(theirs.status);
          expect(theirs.status).toBe(nobodys.status);
          expect(faceless(theirs.text), endpoint.path).toBe(faceless(nobodys.text));
        }
        for (const endpoint of [api.order.list, api.orderReturn.list]) {
          for (const filter of [{}, { id }, { client_id: customer.id }, { branch_id: shelf.branch_id }]) {
            const { results, meta } = await app.call(endpoint as typeof api.order.list, filter, {
              token: person.token,
            });
            expect([results.length, meta.total], endpoint.path).toEqual([0, 0]);
          }
        }
      }
    });
    // to those whose it is, it is there
    for (const person of [driver, seller, customer]) {
      expect(await status(by(person).show(id))).toBe(200);
      const { results } = await app.call(api.order.list, { id }, { token: person.token });
      expect(results.map((row) => row.id)).toEqual([id]);
    }
  });

  it('Z8 no filter, alone or combined, lists an order of another branch', async () => {
    const mine = await by(seller).make(shelf, 1);
    const theirs = await by(otherSeller).make(shelf, 1);
    const filters: object[] = [
      { seller_id: otherSeller.id },
      { id: theirs.results.id },
      { keywords: String(theirs.results.id) },
      { status_id: [1, 2, 6] },
      { status_value: [0, 1, 5], branch_id: shelf.branch_id },
      { product_id: shelf.product_id },
      { from_date: '2020-01-01', to_date: '2099-01-01' },
      { due_from: 0, unassigned: 1, late: 0, paid: 0, pos: 0, recurring: 0, source: 'dashboard' },
    ];
    for (const filter of filters)
      for (const sort_by of ['id', 'promised_at', 'due', 'status']) {
        const { results } = await app.call(
          api.order.list,
          { ...filter, sort_by, limit: 100 },
          { token: seller.token },
        );
        for (const row of results) expect(row.seller_id, JSON.stringify(filter)).toBe(seller.id);
      }
    const all = await app.call(api.order.list, { limit: 100 }, { token: seller.token });
    expect(all.results.some(({ id }) => id === mine.results.id)).toBe(true);
  });
});

describe('Z5 what customers can do', () => {
  it('customers order for themselves only, cannot set staff fields, and see no cost, cash holder or other customer', async () => {
    const mine = by(customer);
    const fields: object[] = [
      { client_id: stranger.id },
      { client: { name: 'Other', phone: mobile() } },
      { discount: 1 },
      { discount_type: 'percent', discount: 50 },
      { driver_id: driver.id },
      { seller_id: seller.id },
      { device_id: 1 },
      { payments: [{ payment_id: 1, amount: 10 }] },
      { paid: 1 },
      { source: 'dashboard' },
      { status_id: STATUS.delivered },
      { due: 1 },
      { delivery_charge: 0 },
    ];
    for (const field of fields) {
      expect(await status(mine.make(shelf, 1, field)), JSON.stringify(field)).toBe(422);
      // a quote takes what it does not know and leaves it
      if (['status_id', 'due', 'delivery_charge'].some((name) => name in field)) continue;
      const body = { branch_id: shelf.branch_id, type: 'take_away', ...field };
      const cart = [{ item_id: shelf.item_id, quantity: 1 }];
      expect(await status(mine.price({ ...body, cart })), JSON.stringify(field)).toBe(422);
    }
    const made = await mine.make(shelf, 1);
    expect(made.results).toMatchObject({ client_id: customer.id });
    const { id } = made.results;
    await sell.save({ id, paid: 1, driver_id: driver.id });
    await sell.move(id, 'delivered');
    const shown = await mine.show(id);
    for (const secret of ['cost', 'profit', 'holder', 'driver', 'seller', 'account_name', 'next', 'actions'])
      for (const text of [shown.text, made.text])
        expect(text, secret).not.toMatch(new RegExp(`"${secret}(_id|_name)?"`));
    expect(await status(mine.save({ id, notes: 'Mine' }))).toBe(403);
    expect(await status(mine.giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }]))).toBe(403);
    expect(await status(app.call(api.order.paper, { id }, { token: customer.token }))).toBe(403);
  });

  it('customers deliver to their own addresses only and learn nothing about others', async () => {
    const save = (person: Person) =>
      app.call(api.address.save, { name: 'Home' }, { token: person.token }).then(({ results }) => results.id);
    const [own, foreign] = [await save(customer), await save(stranger)];
    const ask = (address_id: number) => by(customer).make(shelf, 1, { type: 'delivery', address_id });
    const [theirs, nobodys] = [await ask(foreign), await ask(ABSENT)];
    expect(theirs.status).toBe(404);
    expect(faceless(theirs.text)).toBe(faceless(nobodys.text));
    // nobody delivers to an address without a place
    expect((await ask(own)).failure.code).toBe('no_delivery');
    // nor to nowhere, whatever the delivery costs
    await app.call(api.setting.save, { fixed_custom_shipping_price: 5 }, { token: admin.token });
    const nowhere = await by(customer).make(shelf, 1, { type: 'delivery' });
    expect(Object.keys(nowhere.failure.errors)).toEqual(['address_id']);
    await app.call(api.setting.save, { fixed_custom_shipping_price: null }, { token: admin.token });
  });

  it('customers see that an item is short without its quantity, and phone prices for their own confirmed phone only', async () => {
    const { prisma } = app.services.database;
    const few = await stocked(app, 3, { branch_id: shelf.branch_id });
    const quoteOf = (person: Person, quantity = 1) =>
      by(person).price({
        branch_id: shelf.branch_id,
        type: 'take_away',
        cart: [{ item_id: few.item_id, quantity }],
      });
    expect((await quoteOf(customer, 5)).results.shortages).toMatchObject([{ available: 0, elsewhere: [] }]);
    expect((await quoteOf(admin, 5)).results.shortages).toMatchObject([{ available: 3 }]);
    const phone = mobile();
    const saved = await app.call(
      api.priceList.save,
      {
        titles: { en: 'Friends' },
        phones: [phone],
        items: [{ product_id: few.product_id, item_id: few.item_id, price: 4 }],
      },
      { token: admin.token },
    );
    expect(saved.status, saved.text).toBe(200);
    await app.call(
      api.priceList.assign,
      { id: saved.results.id, branches_ids: [shelf.branch_id] },
      { token: admin.token },
    );
    const friend = await makePerson(app, { phone });
    const liar = await makePerson(app, {});
    await prisma.account.update({ where: { id: friend.id }, data: { phone: null } });
    await prisma.account.update({ where: { id: liar.id }, data: { phone, phone_verified_at: null } });
    expect((await quoteOf(liar)).results.due).toBe(10);
    await prisma.account.update({ where: { id: liar.id }, data: { phone_verified_at: new Date() } });
    expect((await quoteOf(liar)).results.due).toBe(4);
    expect((await quoteOf(customer)).results.due).toBe(10);
  });
});

describe('Z4 what drivers can do', () => {
  it('drivers can advance the orders they carry and mark them as paid, and nothing else', async () => {
    const mine = by(driver);
    const make = (to: keyof typeof STATUS) => carriedBy(driver, to);
    await app.call(api.setting.save, { fixed_custom_shipping_price: 5 }, { token: admin.token });
    const { id } = await make('packing');
    const fields: object[] = [
      { driver_id: otherDriver.id },
      { driver_id: null },
      { seller_id: driver.id },
      { discount: 1 },
      { cart: [{ item_id: shelf.item_id, quantity: 2 }] },
      { payments: [{ payment_id: 1, amount: 1 }] },
      { delivery_id: 1 },
      { preferred_at: '2099-01-01T00:00:00.000Z' },
      { invoice_to: 'Me' },
      { recurring: 1 },
      { force: 1 },
      { status_id: STATUS.canceled },
      { status_id: STATUS.waiting },
      { status_id: STATUS.confirmed },
    ];
    await unchanged(id, async () => {
      for (const field of fields)
        expect(await status(mine.save({ id, ...field })), JSON.stringify(field)).toBe(403);
      expect(await status(mine.make(shelf, 1))).toBe(403);
      expect(await status(mine.giveBack(id, [{ item_id: shelf.item_id, quantity: 1 }]))).toBe(403);
      expect(await status(app.call(api.orderReturn.remove, { id: 1 }, { token: driver.token }))).toBe(403);
    });
    const waiting = await make('waiting');
    expect(await status(mine.move(waiting.id, 'packing'))).toBe(403);
    for (const to of ['shipped', 'onTheWay', 'delivered'] as const)
      expect(await status(mine.move(id, to))).toBe(200);
    expect(await status(mine.move(id, 'onTheWay'))).toBe(403);
    const shown = (await sell.show(id)).results;
    expect(shown).toMatchObject({ paid: 1, due: 15 });
    expect(shown.payments).toMatchObject([{ amount: 15, holder: 'driver' }]);
    expect((await mine.show(id)).text).not.toMatch(/"(cost|profit)"/);
    await app.call(api.setting.save, { fixed_custom_shipping_price: null }, { token: admin.token });
  });
});

it('Z3 Z4 staff who both sell and drive can do what each may, and every offered action is accepted', async () => {
  const both = await makePerson(app, { permissions: ['driver', 'seller'], branch_id: shelf.branch_id });
  await app.call(api.setting.save, { fixed_custom_shipping_price: 5 }, { token: admin.token });
  const carried = await carriedBy(both, 'shipped');
  const own = (await by(both).make(shelf, 1)).results;
  const { onTheWay, delivered, confirmed } = STATUS;
  for (const [id, steps] of [
    [carried.id, [onTheWay, delivered]],
    [own.id, [confirmed]],
  ] as const) {
    const { next, status_id: now } = (await by(both).show(id)).results;
    const offered = next.map(({ status_id }) => status_id);
    expect(offered).toEqual(expect.arrayContaining(steps.slice(0, 1)));
    for (const status_id of Object.values(STATUS).filter((one) => one !== now && !offered.includes(one)))
      await unchanged(id, async () => void (await by(both).save({ id, status_id })));
    for (const status_id of steps) expect(await status(by(both).save({ id, status_id }))).toBe(200);
  }
  await app.call(api.setting.save, { fixed_custom_shipping_price: null }, { token: admin.token });
});

describe('Z4 what sellers can do', () => {
  it('sellers sell in their branch under their own name within their discount limit, and change their own orders', async () => {
    await app.call(api.setting.save, { seller_max_discount: 10 }, { token: admin.token });
    const mine = by(seller);
    const elsewhere = await stocked(app, 5);
    const till = await makeTill(app);
    const refused: readonly (readonly [object, number])[] = [
      [{ driver_id: driver.id }, 403],
      [{ seller_id: otherSeller.id }, 403],
      [{ discount: 11, discount_type: 'percent' }, 403],
      [{ discount: 1.01 }, 403],
      [{ branch_id: elsewhere.branch_id, cart: [{ item_id: elsewhere.item_id, quantity: 1 }] }, 403],
      [{ device_id: till.device_id }, 422],
    ];
    for (const [field, expected] of refused) {
      const reply = await mine.make(shelf, 1, field);
      expect(
        reply.status === expected || reply.status === 403,
        `${JSON.stringify(field)} ${reply.text}`,
      ).toBe(true);
    }
    const made = await mine.make(shelf, 2, { discount: 2 });
    expect(made.results).toMatchObject({ seller_id: seller.id, due: 18 });
    expect(made.text).not.toMatch(/"(cost|profit)":/);
    const { id } = made.results;
    for (const field of [
      { driver_id: driver.id },
      { seller_id: otherSeller.id },
      { force: 1 },
      { recurring: 1 },
      { status_id: STATUS.packing },
    ])
      expect(await status(mine.save({ id, ...field })), JSON.stringify(field)).toBe(403);
    // handing over needs the whole payment
    expect((await mine.save({ id, status_id: STATUS.delivered })).failure.code).toBe('order.payment_needed');
    expect((await mine.save({ id, discount: 3 })).failure.code).toBe('order.discount_limit');
    expect((await mine.save({ id, discount: 11, discount_type: 'percent' })).failure.code).toBe(
      'order.discount_limit',
    );
    // the same amount off fewer goods is more than they may give
    const { item_id } = shelf;
    expect((await mine.save({ id, cart: [{ item_id, quantity: 1 }] })).failure.code).toBe(
      'order.discount_limit',
    );
    expect(await status(mine.save({ id, cart: [{ item_id, quantity: 3 }] }))).toBe(200);
    expect(await status(mine.save({ id, cart: [{ item_id, quantity: 2 }] }))).toBe(200);
    expect(await status(mine.move(id, 'confirmed'))).toBe(200);
    expect(await status(mine.move(id, 'waiting'))).toBe(403);
    expect(await status(mine.move(id, 'canceled'))).toBe(200);
    expect(await status(mine.move(id, 'waiting'))).toBe(403);
    expect(await levelOf(app, elsewhere)).toMatchObject({ reserved: 0 });
  });
});

describe('staff with several permissions', () => {
  it.each([
    ['orders.view and driver', ['orders.view', 'driver']],
    ['orders.view and seller', ['orders.view', 'seller']],
    ['orders.export and seller', ['orders.export', 'seller']],
  ])('staff with %s can view more orders but change only their own', async (_, permissions) => {
    const both = await makePerson(app, { permissions, branch_id: shelf.branch_id });
    const { id } = await sell.standing(shelf, 1, 'waiting');
    await unchanged(id, async () => {
      for (const field of [
        { notes: 'Mine' },
        { status_id: STATUS.canceled },
        { discount: 5 },
        { driver_id: driver.id },
        { paid: 1 },
      ])
        expect([403, 404]).toContain(await status(by(both).save({ id, ...field })));
    });
    if (permissions.includes('seller')) {
      expect((await by(both).make(shelf, 1, { discount: 9 })).failure.code).toBe('order.discount_limit');
      expect(await status(by(both).make(shelf, 1, { driver_id: driver.id }))).toBe(403);
    }
    if (permissions.includes('orders.view')) expect(await status(by(both).show(id))).toBe(200);
  });

  it('a permission for one action on orders allows that action only', async () => {
    const { id } = await sell.standing(shelf, 1, 'waiting');
    const only = async (permission: string) =>
      by(await makePerson(app, { permissions: [permission], branch_id: shelf.branch_id }));
    const [viewer, writer] = [await only('orders.view'), await only('orders.save')];
    expect(await status(viewer.show(id))).toBe(200);
    expect(await status(viewer.save({ id, notes: 'x' }))).toBe(403);
    expect(await status(viewer.make(shelf, 1))).toBe(403);
    expect(await status(writer.save({ id, notes: 'x' }))).toBe(200);
    expect(await status(writer.move(id, 'confirmed'))).toBe(200);
    expect(await status(writer.move(id, 'waiting', { force: 1 }))).toBe(403);
  });
});

it('the branch header narrows the orders that staff of several branches see and sell', async () => {
  const two = await stocked(app, 5);
  const manager = await makePerson(app, {
    permissions: ['orders'],
    manages: [shelf.branch_id, two.branch_id],
  });
  const headers = { 'branch-id': String(two.branch_id) };
  const options = { token: manager.token, headers };
  const { results } = await app.call(api.order.list, { limit: 100 }, options);
  expect(results).toEqual([]);
  const cart = [{ item_id: shelf.item_id, quantity: 1 }];
  const body = { branch_id: shelf.branch_id, type: 'take_away', cart };
  expect((await app.call(api.order.make, body, options)).failure.code).toBe('branch.forbidden');
});
