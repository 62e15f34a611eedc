import { api } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeBranch, makePerson } from '../../../../../test/actors.ts';
import { startApp, type TestApp } from '../../../../../test/app.ts';
import { STATUS } from '../../../../../test/orders.ts';
import { patient } from '../../../../../test/patient.ts';
import { expectSound } from '../../../../../test/promises/soundness.ts';
import { mobile, stocked } from '../../../../../test/sales.ts';
import { levelOf, makeShelf, type Shelf, stockUp } from '../../../../../test/stock.ts';
import { createSystemCtx } from '../../../../core/ctx.ts';

let app: TestApp;
let admin: { token: string; id: number };
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const ctx = () => createSystemCtx(app.services, 'test');

const makeFor = (shelf: Shelf, quantity: number, more: object = {}) =>
  app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile() },
      cart: [{ item_id: shelf.item_id, quantity }],
      ...more,
    },
    { token: admin.token },
  );

const move = (id: number, status_id: number, more: object = {}) =>
  app.call(api.order.save, { id, status_id, ...more }, { token: admin.token });

describe('orders that are refused', () => {
  type Refusal = { readonly status: number; readonly failure: { readonly errors: object } };
  const errorsOf = ({ status, failure }: Refusal) => [status, Object.keys(failure.errors)];
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test('an order is refused for a time too far ahead or a recurrence that ends in the past', async () => {
    const shelf = await stocked(app, 5);
    const recurrence = { every: 1, unit: 'day', until: '2020-01-01' };
    for (const [more, field] of [
      [{ preferred_at: '9999-12-31T00:00:00Z', recurring: 1 }, 'preferred_at'],
      [{ preferred_at: day(400) }, 'preferred_at'],
      [{ recurring: 1, recurrence }, 'recurrence.until'],
    ] as const)
      expect(errorsOf(await makeFor(shelf, 1, more))).toEqual([422, [field]]);
    const made = await makeFor(shelf, 1, { preferred_at: day(300) });
    expect(made.status).toBe(200);
    const { id } = made.results;
    for (const [more, field] of [
      [{ preferred_at: day(400) }, 'preferred_at'],
      [{ recurring: 1, recurrence }, 'recurrence.until'],
    ] as const)
      expect(errorsOf(await app.call(api.order.save, { id, ...more }, { token: admin.token }))).toEqual([
        422,
        [field],
      ]);
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 1 });
  });

  test('a warehouse cannot sell an order', async () => {
    const branch = await makeBranch(app);
    await app.services.database.prisma.branch.update({ where: { id: branch.id }, data: { warehouse: 1 } });
    const shelf = await stocked(app, 5, { branch_id: branch.id });
    for (const type of ['take_away', 'delivery', 'dine_in'])
      expect(errorsOf(await makeFor(shelf, 1, { type }))).toEqual([422, ['branch_id']]);
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, reserved: 0 });
  });

  test('an order on its way cannot lose its driver, and a paid order cannot become unpaid', async () => {
    const shelf = await stocked(app, 5);
    const driver = await makePerson(app, { permissions: ['driver'] });
    const made = await makeFor(shelf, 1, { driver_id: driver.id });
    expect(made.status, JSON.stringify(made)).toBe(200);
    const { id } = made.results;
    for (const status_id of [2, 12, STATUS.onTheWay]) expect((await move(id, status_id)).status).toBe(200);
    const lost = await app.call(api.order.save, { id, driver_id: null }, { token: admin.token });
    expect([lost.status, lost.failure.code]).toEqual([409, 'order.needs_driver']);
    expect((await app.call(api.order.save, { id, paid: 1 }, { token: admin.token })).status).toBe(200);
    const unpaid = await app.call(api.order.save, { id, paid: 0 }, { token: admin.token });
    expect(errorsOf(unpaid)).toEqual([422, ['paid']]);
  });

  test('an order without a branch is refused: outside the delivery area with no_delivery, otherwise on branch_id', async () => {
    const shelf = await stocked(app, 5);
    const client = { name: 'Nora', phone: mobile(), lat: 0, lng: 0 };
    const nowhere = await makeFor(shelf, 1, { branch_id: undefined, type: 'delivery', client });
    expect([nowhere.status, nowhere.failure.code]).toEqual([422, 'no_delivery']);
    const unsaid = await makeFor(shelf, 1, { branch_id: undefined });
    expect([unsaid.failure.code, Object.keys(unsaid.failure.errors)]).toEqual([
      'branch.required',
      ['branch_id'],
    ]);
  });
});

describe('an order from waiting to delivered', () => {
  test('a price quote accepts empty form fields and matches the created order', async () => {
    const shelf = await stocked(app, 5);
    const method = await app.services.database.prisma.payment_method.findFirstOrThrow({
      where: { code: 'cod' },
    });
    const body = {
      branch_id: shelf.branch_id,
      type: 'take_away',
      client: { name: 'Nora', phone: mobile(), email: '', street: '' },
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
      payments: [{ payment_id: method.id, amount: 10, ref_number: '' }],
      notes: '',
    };
    for (const endpoint of [api.order.price, api.order.make]) {
      const { status, text } = await app.call(endpoint, body, { token: admin.token });
      expect(status, text).toBe(200);
    }
  });

  test('an order is priced, reserves stock, is sent with its cost, and is paid at the door', async () => {
    const shelf = await stocked(app, 5);
    const made = await makeFor(shelf, 2);
    expect(made.status, JSON.stringify(made)).toBe(200);
    const { id } = made.results;
    expect(made.results).toMatchObject({
      status_value: 0,
      due: 20,
      paid: 0,
      open_amount: 20,
      lines_count: 1,
    });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, reserved: 2, available: 3 });

    const confirmed = await move(id, 2);
    expect(confirmed.results).toMatchObject({ status_value: 1 });
    const sent = await move(id, 12);
    expect(sent.results).toMatchObject({ status_value: 2, cost: 6 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 3, reserved: 0, available: 3 });
    const delivered = await move(id, 6);
    expect(delivered.results).toMatchObject({ status_value: 5, paid: 1, paid_amount: 20, profit: 14 });
    expect(delivered.results.payments).toHaveLength(1);
    expect(delivered.results.moves.map(({ to_value }: { to_value: number }) => to_value)).toEqual([
      0, 1, 2, 5,
    ]);
    const again = await move(id, 11);
    expect(again.results).toMatchObject({ code: 'order.use_return' });
    await expectSound(app);
  });

  test('an order canceled before it was sent releases its stock, and after that its units return', async () => {
    const shelf = await stocked(app, 5);
    const first = (await makeFor(shelf, 2)).results.id;
    const second = (await makeFor(shelf, 1)).results.id;
    await move(second, 12);
    expect((await move(first, 11)).results).toMatchObject({ status_value: -1 });
    expect((await move(second, 11)).results).toMatchObject({ status_value: -1 });
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 5, reserved: 0, available: 5 });
    expect((await move(first, 1)).results).toMatchObject({ status_value: 0 });
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 2 });
    await expectSound(app);
  });
});

describe('invalid order contents', () => {
  test('an order of more units than available is refused by product and reserves nothing', async () => {
    const shelf = await stocked(app, 1);
    const made = await makeFor(shelf, 2);
    expect(made).toMatchObject({
      status: 409,
      results: { code: 'stock.insufficient', params: { available: 1 } },
    });
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 0 });
  });

  test('an order of a disabled product is refused', async () => {
    const shelf = await stocked(app, 3);
    await app.services.database.prisma.product.update({
      where: { id: shelf.product_id },
      data: { status: 0 },
    });
    expect(await makeFor(shelf, 1)).toMatchObject({ status: 409, results: { code: 'stock.deactivated' } });
  });

  test('an order without a customer name, or with staff fields from a customer, is refused', async () => {
    const shelf = await stocked(app, 3);
    expect(await makeFor(shelf, 1, { client: { phone: mobile() } })).toMatchObject({
      status: 422,
      results: { code: 'client.name_missing' },
    });
    const customer = await makePerson(app, { phone: mobile() });
    const own = (more: object) =>
      app.call(
        api.order.make,
        {
          branch_id: shelf.branch_id,
          type: 'take_away',
          cart: [{ item_id: shelf.item_id, quantity: 1 }],
          ...more,
        },
        { token: customer.token },
      );
    for (const more of [{ client_id: 1 }, { discount: 1 }, { driver_id: 1 }, { source: 'dashboard' }])
      expect((await own(more)).status).toBe(422);
    const made = await own({});
    expect(made.results).toMatchObject({ client_id: customer.id, source: 'website' });
    expect(made.results).not.toHaveProperty('cost');
  });
});

describe('fifty buyers at once', () => {
  test('fifty buyers at once for the last ten units get exactly ten', async () => {
    const shelf = await stocked(app, 10);
    const all = await Promise.all(Array.from({ length: 50 }, () => patient(() => makeFor(shelf, 1))));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const { status, results } of all)
      if (status !== 200) expect((results as unknown as { code: string }).code).toBe('stock.insufficient');
    expect(await levelOf(app, shelf)).toMatchObject({ on_hand: 10, reserved: 10, available: 0 });
    await expectSound(app);
  });
});

describe('payments of an order', () => {
  test('payments of an order add up and never exceed the open amount, and a repeated payment counts once', async () => {
    const shelf = await stocked(app, 5);
    const { id } = (await makeFor(shelf, 3)).results;
    const pay = (more: object) => app.call(api.order.save, { id, ...more }, { token: admin.token });
    expect((await pay({ payments: [{ payment_id: 1, amount: 10 }] })).results).toMatchObject({
      paid: 0,
      open_amount: 20,
    });
    expect(await pay({ payments: [{ payment_id: 1, amount: 21 }] })).toMatchObject({
      status: 422,
      results: { code: 'order.overpaid' },
    });
    const both = await Promise.all([pay({ paid: 1 }), pay({ paid: 1 })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const shown = await app.call(api.order.show, { id }, { token: admin.token });
    expect(shown.results).toMatchObject({ paid: 1, paid_amount: 30, open_amount: 0 });
    expect(shown.results.payments).toHaveLength(2);
  });
});

describe('carts', () => {
  test('the cart of a waiting order can be changed, and its reserved units follow', async () => {
    const shelf = await stocked(app, 5);
    const { id, version } = (await makeFor(shelf, 2)).results;
    const cart = [{ item_id: shelf.item_id, quantity: 4 }];
    const edited = await app.call(api.order.save, { id, version, cart }, { token: admin.token });
    expect(edited.results).toMatchObject({ due: 40 });
    expect(await levelOf(app, shelf)).toMatchObject({ reserved: 4 });
    await move(id, 12);
    const late = await app.call(api.order.save, { id, cart }, { token: admin.token });
    expect(late).toMatchObject({ status: 409, results: { code: 'order.not_editable' } });
    await expectSound(app);
  });

  test('an order is carried by a driver of its branch, of no branch or of all, never by one of another', async () => {
    const shelf = await stocked(app, 9);
    const elsewhere = await makeBranch(app);
    const driver = (wish: object) => makePerson(app, { permissions: ['driver'], ...wish });
    const own = await driver({ branch_id: shelf.branch_id });
    const free = await driver({});
    const global = await driver({ branch_id: elsewhere.id, global: 1 });
    const helping = await driver({ branch_id: elsewhere.id, manages: [shelf.branch_id] });
    const foreign = await driver({ branch_id: elsewhere.id });
    const seller = await makePerson(app, { permissions: ['seller'], branch_id: elsewhere.id });
    for (const { id } of [own, free, global, helping])
      expect((await makeFor(shelf, 1, { driver_id: id })).results).toMatchObject({ driver_id: id });
    const refused = (field: string) => ({
      status: 422,
      results: { code: 'reference.missing', errors: { [field]: expect.any(Array) } },
    });
    expect(await makeFor(shelf, 1, { driver_id: foreign.id })).toMatchObject(refused('driver_id'));
    expect(await makeFor(shelf, 1, { seller_id: seller.id })).toMatchObject(refused('seller_id'));
    const { id } = (await makeFor(shelf, 1)).results;
    const assigned = await app.call(api.order.save, { id, driver_id: foreign.id }, { token: admin.token });
    expect(assigned).toMatchObject(refused('driver_id'));
  });

  test('a quote explains its price step by step and names missing units with other branches that have them', async () => {
    const shelf = await stocked(app, 2);
    const other = await makeShelf(app);
    await stockUp(ctx(), { ...shelf, branch_id: other.branch_id }, 7, 3);
    const quote = await app.call(
      api.order.price,
      {
        branch_id: shelf.branch_id,
        type: 'take_away',
        cart: [{ item_id: shelf.item_id, quantity: 3 }],
        discount: 10,
        discount_type: 'percent',
      },
      { token: admin.token },
    );
    expect(quote.results, JSON.stringify(quote)).toMatchObject({ total: 30, manual_discount: 3, due: 27 });
    const [line] = quote.results.lines;
    const sum = line?.steps.reduce((all, { amount }) => all + amount, 0);
    expect(sum).toBe(line?.net);
    expect(quote.results.shortages).toMatchObject([
      { asked: 3, available: 2, refused: true, elsewhere: [{ branch_id: other.branch_id, available: 7 }] },
    ]);
  });
});
