import { api, type Endpoint, PERMISSIONS } from '@dukkan/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makePerson, type Person } from '../actors.ts';
import { startApp, type TestApp } from '../app.ts';
import { purchasing } from '../receipts.ts';
import { mobile, selling } from '../sales.ts';
import { makeShelf, type Shelf, stockUp } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { PIXEL, schemaOf, validBodiesFor } from './bodies.ts';

const ABSENT = 2_000_000_000;
/** Bodies tried for each field that takes an id. */
const SAMPLES = 4;

let app: TestApp;
let admin: Person;
/** Holds every permission but the administrator's, in one branch. */
let manager: Person;
let here: Awaited<ReturnType<typeof makePlace>>;
let there: Awaited<ReturnType<typeof makePlace>>;

type Ids = Readonly<Record<string, number | undefined>>;

/** A branch with a record of everything that belongs to a branch. */
async function makePlace() {
  const { prisma } = app.services.database;
  const asAdmin = { token: admin.token };
  const till = await makeTill(app);
  const closedTill = await prisma.pos_device.create({
    data: { id: till.device_id + 500_000, branch_id: till.branch_id, name: 'Second till' },
  });
  const shelf: Shelf = await makeShelf(app, { branch_id: till.branch_id });
  await stockUp(app.ctx(), shelf, 50, 3);
  const driver = await makePerson(app, { permissions: ['driver'], branch_id: till.branch_id });
  const seller = await makePerson(app, { permissions: ['seller'], branch_id: till.branch_id });
  const { id: session } = (await app.call(api.posSession.open, { device_id: till.device_id }, asAdmin))
    .results;
  await app.call(api.posSession.open, { device_id: closedTill.id }, asAdmin);
  const end = { device_id: closedTill.id, end_session_amount: 0 };
  const { id: closedSession } = (await app.call(api.posSession.close, end, asAdmin)).results;
  const shop = selling(app, admin);
  const client = { name: 'Nora', phone: mobile() };
  const sold = await shop.standing(shelf, 3, 'delivered', { client, driver_id: driver.id, paid: 1 });
  const waiting = await shop.standing(shelf, 2, 'waiting', { client });
  await shop.giveBack(sold.id, [{ item_id: shelf.item_id, quantity: 1 }]);
  const bought = await purchasing(app, admin).accepted(shelf);
  const printer = await prisma.printer.create({
    data: { id: till.device_id + 900_000, branch_id: till.branch_id, name: 'P', host: '10.1.2.3' },
  });
  const banked = await prisma.safe_move.create({
    data: { branch_id: till.branch_id, currency: 'QAR', kind: 'bank', amount: -5, balance: 0 },
  });
  const picture = await app.call(
    api.branchAlbum.save,
    { branch_id: till.branch_id, file_base64: PIXEL },
    asAdmin,
  );
  expect(picture.status, picture.text).toBe(200);
  const count = await prisma.stock_count.findFirst({ where: { branch_id: till.branch_id } });
  const orders = { order_id: { in: [sold.id, waiting.id] } };
  const goodsBack = await prisma.order_return.findFirst({ where: orders });
  const payment = await prisma.order_payment.findFirst({ where: orders, orderBy: { id: 'asc' } });
  return {
    shelf,
    ...till,
    closed_device_id: closedTill.id,
    driver_id: driver.id,
    seller_id: seller.id,
    session,
    closedSession,
    order: sold.id,
    waiting: waiting.id,
    orderReturn: goodsBack?.id,
    payment: payment?.id,
    receipt: bought.id,
    batch: bought.batch,
    printer: printer.id,
    count: count?.id,
    banked: banked.id,
    picture: picture.results.id,
  };
}

beforeAll(async () => {
  app = await startApp({ env: { EXPORTS_PER_MINUTE: '10000' } });
  admin = await makeAdmin(app);
  here = await makePlace();
  there = await makePlace();
  const permissions = PERMISSIONS.filter((name) => !['admin', 'driver', 'seller'].includes(name));
  manager = await makePerson(app, { permissions, manages: [here.branch_id] });
});
afterAll(() => app.stop());

type Place = typeof here;

/** The records of a place that a field may name; `id` depends on the endpoint. */
function listIds(place: Place, group: string, field: string): readonly (number | undefined)[] {
  const byField: Ids & Record<string, number | undefined> = {
    branch_id: place.branch_id,
    from_branch_id: place.branch_id,
    to_branch_id: place.branch_id,
    driver_id: place.driver_id,
    seller_id: place.seller_id,
    session_id: place.session,
    order_id: place.order,
    reciept_id: place.receipt,
    receipt_id: place.receipt,
    batch_id: place.batch,
    printer_id: place.printer,
  };
  if (field === 'device_id') return [place.device_id, place.closed_device_id];
  if (field === 'session_id') return [place.session, place.closedSession];
  if (field === 'order_id') return [place.order, place.waiting];
  const byGroup: Readonly<Record<string, readonly (number | undefined)[]>> = {
    account: [place.driver_id, place.seller_id],
    branch: [place.branch_id],
    posDevice: [place.device_id, place.closed_device_id],
    printer: [place.printer],
    receipt: [place.receipt],
    batch: [place.batch],
    order: [place.order, place.waiting],
    orderReturn: [place.orderReturn],
    orderPayment: [place.payment],
    posSession: [place.session, place.closedSession],
    stockCount: [place.count],
    safe: [place.banked],
    branchAlbum: [place.picture],
  };
  return field === 'id' ? (byGroup[group] ?? []) : [byField[field]];
}

/** Anybody may write to any branch, so public calls are left out. */
const endpoints = Object.entries(api).flatMap(([group, entries]) =>
  Object.entries(entries)
    .map(([name, endpoint]) => ({ group, name, endpoint: endpoint as Endpoint }))
    .filter(({ endpoint }) => endpoint.audience !== 'public'),
);

type Answer = {
  readonly message?: string;
  readonly results?: unknown;
  readonly meta?: { readonly total?: number };
};

/** What an answer says of the id: a refusal in full, of a list the rows without their links, of a record that it is there. */
const toAnswer = ({ status, text }: { status: number; text: string }, id: number): string => {
  const body = JSON.parse(text, (name, value: unknown) =>
    name === 'request_id' || name === 'opens' ? undefined : value,
  ) as Answer;
  if (status !== 200) return `${status} ${JSON.stringify(body).replaceAll(`:${id}`, ':id')}`;
  return `200 ${Array.isArray(body.results) ? JSON.stringify([body.results, body.meta?.total]) : 'a record'}`;
};

test('every endpoint that takes an id answers a foreign id like an absent one', async () => {
  const differences: string[] = [];
  let compared = 0;
  for (const { group, name, endpoint } of endpoints) {
    const fields = Object.keys(schemaOf(endpoint).properties ?? {});
    const known = Object.fromEntries(
      fields.map((field) => [field, listIds(here, group, field).flatMap((id) => id ?? [])]),
    );
    for (const field of fields) {
      const foreign = listIds(there, group, field).flatMap((id) => id ?? []);
      const sampled = fc.sample(validBodiesFor(endpoint, known), { numRuns: SAMPLES, seed: 20_261_128 });
      // a body of the id alone reaches what lies behind the checks of other fields
      for (const body of foreign.length > 0 ? [{}, ...sampled] : [])
        for (const id of foreign) {
          const call = (value: number) =>
            app.call(endpoint, { ...body, [field]: value, export: undefined } as never, {
              token: manager.token,
            });
          const one = await call(id);
          const two = await call(ABSENT);
          compared += 1;
          const given = JSON.stringify({ ...body, [field]: id }).slice(0, 300);
          if (toAnswer(one, id) !== toAnswer(two, ABSENT))
            differences.push(
              `${group}.${name} ${field} ${given}\n   foreign ${one.status} ${one.text.slice(0, 200)}\n   absent  ${two.status} ${two.text.slice(0, 200)}`,
            );
        }
    }
  }
  expect(differences.join('\n')).toBe('');
  expect(compared).toBeGreaterThan(300);
});

test('returns and payouts at a till of another branch answer as for an absent till, with the drawer open or closed', async () => {
  const answers = async (call: (device_id: number) => Promise<{ status: number; text: string }>) => {
    const said: string[] = [];
    for (const device_id of [there.device_id, there.closed_device_id, ABSENT])
      said.push(toAnswer(await call(device_id), device_id));
    return new Set(said);
  };
  const items = [{ item_id: here.shelf.item_id, quantity: 1 }];
  const given = { token: manager.token };
  const returned = await answers((device_id) =>
    app.call(api.orderReturn.make, { order_id: here.order, items, device_id }, given),
  );
  expect([...returned]).toEqual([expect.stringContaining('reference.missing')]);
  for (const endpoint of [api.posSession.close, api.posSession.count, api.posSession.handOver]) {
    const closed = await answers((device_id) =>
      app.call(endpoint, { device_id, session_id: 1, end_session_amount: 0 } as never, given),
    );
    expect([...closed]).toEqual([expect.stringContaining('reference.missing')]);
  }
});

const DOCUMENTS = [
  api.order.make,
  api.orderReturn.make,
  api.orderPayment.settle,
  api.stockCount.post,
  api.stock.writeOff,
] as const;

test('commands that create a document ignore fields that are not in their input, including those of their answer', async () => {
  const extra = { stranger: 1, total: 5, created_at: '2026-01-01', actions: [], currency: 'QAR', due: 1 };
  for (const endpoint of DOCUMENTS) {
    const listed = Object.keys(schemaOf(endpoint).properties ?? {});
    for (const [field, value] of Object.entries(extra).filter(([name]) => !listed.includes(name))) {
      const reply = await app.call(endpoint, { [field]: value } as never, {
        token: admin.token,
      });
      expect(reply.status, `${endpoint.path} ${field}`).toBe(422);
      expect(Object.keys(reply.failure.errors), `${endpoint.path} ${field}`).toContain(field);
    }
  }
  const line = { item_id: here.shelf.item_id, quantity: 1 };
  for (const cart of [
    { ...line, id: 1 },
    { ...line, price: 1 },
    { ...line, title: 'Milk' },
  ]) {
    const input = { branch_id: here.branch_id, type: 'take_away', cart: [cart] };
    const reply = await app.call(api.order.make, input as never, { token: admin.token });
    expect([reply.status, Object.keys(reply.failure.errors)[0]?.slice(0, 7)]).toEqual([422, 'cart.0.']);
  }
});

/** Words that no record has. */
const NO_RECORD = 'qzxwvk jjqqz';

/** Reports sum rows up and are filtered by fields; a sum of some words would say nothing. */
const WITHOUT_WORDS: readonly string[] = ['report.list', 'report.drivers', 'report.cash'];

test('every list finds nothing for words that no record has, and transfers are found by branch and notes', async () => {
  const asAdmin = { token: admin.token };
  const goods = { item_id: here.shelf.item_id, quantity: 1 };
  const moved = { from_branch_id: here.branch_id, to_branch_id: there.branch_id, notes: 'Étagère مكسورة' };
  const { id } = (await app.call(api.transfer.save, { ...moved, items: [goods] } as never, asAdmin)).results;
  const counted = await app.call(api.stockCount.save, { branch_id: here.branch_id }, asAdmin);
  expect(counted.status, counted.text).toBe(200);
  const deaf: string[] = [];
  for (const { group, name, endpoint } of endpoints.filter((one) => one.endpoint.kind === 'list')) {
    const session = { session_id: here.session, term: 'cash_sales' };
    const first = { ...(group === 'posSession' && name === 'rows' ? session : {}) };
    const count = async (keywords?: string) => {
      const reply = await app.call(endpoint, { ...first, keywords } as never, asAdmin);
      return Array.isArray(reply.results) ? reply.results.length : 0;
    };
    const call = `${group}.${name}`;
    if ((await count()) > 0 && (await count(NO_RECORD)) > 0 && !WITHOUT_WORDS.includes(call)) deaf.push(call);
  }
  expect(deaf).toEqual([]);
  for (const keywords of ['etagere', 'مكسوره', `#${id}`]) {
    const found = await app.call(api.transfer.list, { keywords }, asAdmin);
    expect(
      found.results.map((row) => row.id),
      keywords,
    ).toEqual([id]);
  }
});
