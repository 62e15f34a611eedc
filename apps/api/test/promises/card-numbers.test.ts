import { api } from '@dukkan/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../actors.ts';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { purchasing } from '../receipts.ts';
import { selling, stocked } from '../sales.ts';
import type { Shelf } from '../stock.ts';

let app: TestApp;
let admin: Person;
let shelf: Shelf;
beforeAll(async () => {
  app = await startApp();
  admin = await makeAdmin(app);
  shelf = await stocked(app, 1_000);
});
afterAll(() => app.stop());

/** Numbers that the schemes publish for trying; none is anybody's. Each as somebody might write it down. */
const CARDS = [
  '4111111111111111',
  'Visa 4012 8888 8888 1881 12/27',
  'بطاقة ٥٥٥٥٥٥٥٥٥٥٥٥٤٤٤٤',
  'amex 3782-822463-10005, CVC 123',
  '(6011.1111.1111.1117)',
];

type Try = (text: string) => Promise<Reply<{ path: string }>>;

/** Every text that is written down where money is taken: the field, and how it is sent. */
async function tries(): Promise<Record<string, Try>> {
  const call = (endpoint: { readonly path: string }, input: object) => app.call(endpoint, input, admin);
  const sell = selling(app, admin);
  const cart = {
    branch_id: shelf.branch_id,
    type: 'take_away',
    cart: [{ item_id: shelf.item_id, quantity: 1 }],
  };
  const order = await sell.standing(shelf, 1, 'waiting');
  const bought = await purchasing(app, admin).accepted();
  const cod = await app.services.database.prisma.payment_method.findFirstOrThrow({ where: { code: 'cod' } });
  const paid = (ref_number: string) => [{ payment_id: cod.id, amount: 1, ref_number }];
  return {
    notes: (notes) => call(api.order.make, { ...cart, notes }),
    invoice_to: (invoice_to) => call(api.order.make, { ...cart, invoice_to }),
    'payments.0.ref_number': (text) => call(api.order.make, { ...cart, payments: paid(text) }),
    'save notes': (notes) => call(api.order.save, { id: order.id, notes }),
    'save move_notes': (move_notes) => call(api.order.save, { id: order.id, status_id: 2, move_notes }),
    'save payments.0.ref_number': (text) => call(api.order.save, { id: order.id, payments: paid(text) }),
    'settle ref_number': (ref_number) => call(api.orderPayment.settle, { id: 1, ref_number }),
    'return notes': (notes) =>
      call(api.orderReturn.make, {
        order_id: order.id,
        items: [{ item_id: shelf.item_id, quantity: 1 }],
        notes,
      }),
    'supplier ref_number': (ref_number) =>
      call(api.transaction.save, { receipt_id: bought.id, value: 1, ref_number }),
    'drawer reason': (reason) =>
      call(api.posSession.move, { kind: 'drop', amount: 1, branch_id: shelf.branch_id, reason }),
    'drawer note': (note) =>
      call(api.posSession.close, { branch_id: shelf.branch_id, device_id: 1, end_session_amount: 0, note }),
  };
}

it('O5 a card number is refused on its field in every payment, and none is stored', async () => {
  const { prisma } = app.services.database;
  for (const [name, send] of Object.entries(await tries()))
    for (const card of CARDS) {
      const { status, failure } = await send(card);
      const field = name.split(' ').at(-1) ?? '';
      expect([name, card, status, failure.code], failure.message).toEqual([
        name,
        card,
        422,
        'request.invalid',
      ]);
      // by that alone: whatever else is sent is as it should be
      expect(Object.keys(failure.errors), name).toEqual([field]);
    }
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`;
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ kept: string }[]>(
      `SELECT t::text AS kept FROM ${name} t
        WHERE t::text ~ '4111.?1111|4012.?8888|٥٥٥٥٥٥٥٥|3782.?822463|6011.?1111'`,
    );
    expect(rows, name).toEqual([]);
  }
});

it('O5 other texts in payment fields are stored as written', async () => {
  const text = 'Terminal 00124411, Beleg 4111-1111, +974 5512 3456, ****1111';
  const { results } = await selling(app, admin).make(shelf, 1, { notes: text });
  expect(results.notes).toBe(text);
});
