import { api, type Endpoint } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makePerson, type Person } from '../../../test/actors.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { schemaOf } from '../../../test/promises/bodies.ts';
import { makeShelf, type Shelf, stockUp } from '../../../test/stock.ts';
import { makeTill } from '../../../test/tills.ts';
import { hasPreparation } from '../../http/serve.ts';
import { routes as orderingRoutes } from '../ordering/index.ts';
import { routes as tillRoutes } from './index.ts';

// Rule: docs/rules/approvals.md#order-of-checks

const CALLS = 60;
const COMPARE_MS = 600;
const PASSWORD = 'Aa1!aaaa';
const PIN = '271828';

type Shop = {
  readonly device_id: number;
  readonly session_id: number;
  readonly order_id: number;
  readonly line_id: number;
  readonly shelf: Shelf;
  readonly seller: Person;
  readonly manager: Person;
};

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { DATABASE_WAIT_MS: '1500', DATABASE_POOL: '10' } });
  // a comparison takes its time, as with the hashes of an installation, but not the processor of the tests
  const { passwords } = app.services;
  const matches = passwords.matches.bind(passwords);
  vi.spyOn(passwords, 'matches').mockImplementation(async (password, hash) => {
    await new Promise((resolve) => setTimeout(resolve, COMPARE_MS));
    return matches(password, hash);
  });
}, 60_000);
afterAll(() => app.stop());

const cashId = async () =>
  (await app.services.database.prisma.payment_method.findFirstOrThrow({ where: { code: 'cash' } })).id;

const sell = async ({ shelf, device_id, seller }: Pick<Shop, 'shelf' | 'device_id' | 'seller'>) =>
  app.call(
    api.order.make,
    {
      branch_id: shelf.branch_id,
      device_id,
      type: 'take_away',
      cart: [{ item_id: shelf.item_id, quantity: 1 }],
      payments: [{ payment_id: await cashId(), amount: 10 }],
    },
    { token: seller.token },
  );

async function makeShop(): Promise<Shop> {
  const { branch_id, device_id } = await makeTill(app);
  const shelf = await makeShelf(app, { branch_id });
  await stockUp(app.ctx(), shelf, 50, 3);
  const seller = await makePerson(app, { permissions: ['seller'], branch_id, password: PASSWORD });
  const manager = await makePerson(app, {
    permissions: ['sessions', 'branchs'],
    branch_id,
    password: PASSWORD,
  });
  await app.call(api.auth.updateProfile, { pin: PIN, current_password: PASSWORD }, { token: manager.token });
  await app.services.database.prisma.pos_pairing.create({
    data: { device_id, epoch: 1, public_key: 'none' },
  });
  const opened = await app.call(
    api.posSession.open,
    { device_id, start_amount: 100 },
    { token: seller.token },
  );
  const sold = await sell({ shelf, device_id, seller });
  expect(sold.status, sold.text).toBe(200);
  const line_id = sold.results.lines[0]?.id ?? 0;
  return {
    device_id,
    session_id: opened.results.id,
    order_id: sold.results.id,
    line_id,
    shelf,
    seller,
    manager,
  };
}

type Call = readonly [name: string, send: (shop: Shop, approval: object) => readonly [Endpoint, object]];
const CALLS_WITH_APPROVAL: Call[] = [
  [
    'moving cash',
    ({ session_id }, approval) => [api.posSession.move, { session_id, kind: 'drop', amount: 1, approval }],
  ],
  [
    'closing a drawer for somebody',
    ({ device_id }, approval) => [
      api.posSession.close,
      { device_id, end_session_amount: 100, for_device: 1, note: 'Ill', approval },
    ],
  ],
  [
    'handing a drawer over',
    ({ device_id, session_id }, taker) => [
      api.posSession.handOver,
      { device_id, session_id, end_session_amount: 100, taker },
    ],
  ],
  [
    'returning goods',
    ({ order_id, line_id }, approval) => [
      api.orderReturn.make,
      { order_id, items: [{ line_id, quantity: 1 }], approval },
    ],
  ],
  [
    'an order with a discount',
    ({ shelf }, approval) => [
      api.order.make,
      {
        branch_id: shelf.branch_id,
        type: 'take_away',
        cart: [{ item_id: shelf.item_id, quantity: 1 }],
        discount: 9,
        approval,
      },
    ],
  ],
  [
    'asking for a word for a discount at a till',
    ({ device_id }, approval) => [
      api.tillPairing.approve,
      { device_id, reason: 'discount', percent: 50, approval },
    ],
  ],
  ['saving an order', ({ order_id }, approval) => [api.order.save, { id: order_id, notes: 'x', approval }]],
];

describe.each(CALLS_WITH_APPROVAL)('60 concurrent wrong approvals while %s', (name, send) => {
  test.each([
    ['a PIN', false],
    ['a password, each with a key', true],
  ])(
    'wrong approvals with %s are each refused, and a sale at the same time succeeds',
    async (kind, hasKey) => {
      const shop = await makeShop();
      const { manager, seller } = shop;
      const secret = kind.includes('PIN') ? { pin: '0000' } : { password: 'wrong' };
      const wrong = { account_id: manager.id, ...secret };
      const rush = Array.from({ length: CALLS }, (_, at) => {
        const [endpoint, input] = send(shop, wrong);
        const headers = hasKey ? { 'idempotency-key': `${kind} ${name} ${at}`.replaceAll(' ', '-') } : {};
        return app.call(endpoint, input, { token: seller.token, headers });
      });
      const [replies, sold] = await Promise.all([
        Promise.all(rush),
        new Promise((resolve) => setTimeout(resolve, 100)).then(() => sell(shop)),
      ]);
      expect(sold.status, sold.text).toBe(200);
      const answers = replies.map(({ status, failure }) => `${status} ${failure.code}`);
      const limited = kind.includes('PIN') ? /approval\.locked$/ : /auth\.limited$/;
      expect(answers.filter((answer) => !/auth\.failed$/.test(answer) && !limited.test(answer))).toEqual([]);
      // the limits of a sign-in: five wrong PINs at a till, ten wrong passwords of an identity and address
      expect(answers.filter((answer) => /auth\.failed$/.test(answer))).toHaveLength(
        kind.includes('PIN') ? 5 : 10,
      );
    },
    60_000,
  );
});

test('every call that takes an approval checks it before its transaction starts', () => {
  // a price needs the word only when the order is made
  const takesApproval = ({ endpoint }: { endpoint: Endpoint }) =>
    endpoint.kind !== 'show' &&
    ['approval', 'taker'].some((field) => field in (schemaOf(endpoint).properties ?? {}));
  const taking = [...tillRoutes, ...orderingRoutes].filter(takesApproval);
  expect(taking.map(({ endpoint }) => endpoint.path).toSorted()).toEqual(
    [
      api.order.make,
      api.order.save,
      api.orderReturn.make,
      api.posSession.close,
      api.posSession.handOver,
      api.posSession.move,
      api.tillPairing.approve,
    ]
      .map(({ path }) => path)
      .toSorted(),
  );
  expect(taking.filter((route) => !hasPreparation(route)).map(({ endpoint }) => endpoint.path)).toEqual([]);
});

test('a repeated call with an approval answers its first result, also after the PIN was removed', async () => {
  const shop = await makeShop();
  const { manager, seller, session_id } = shop;
  const send = (pin: string) =>
    app.call(
      api.posSession.move,
      { session_id, kind: 'drop', amount: 2, approval: { account_id: manager.id, pin } },
      { token: seller.token, headers: { 'idempotency-key': `repeat-${session_id}` } },
    );
  const first = await send(PIN);
  expect(first.status, first.text).toBe(200);
  await app.call(api.auth.updateProfile, { pin: null, current_password: PASSWORD }, { token: manager.token });
  expect((await send(PIN)).text).toBe(first.text);
  expect((await send('1111')).failure.code).toBe('idempotency.mismatch');
});
