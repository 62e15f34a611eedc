import { api, NOUNS, nounOfGroup } from '@dukkan/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeBranch, makePerson, type Person, unique } from '../actors.ts';
import { patient } from '../patient.ts';
import { lineOf, makeSupplier } from '../receipts.ts';
import { selling, stocked } from '../sales.ts';
import type { Shelf } from '../stock.ts';
import { makeTill } from '../tills.ts';
import { type Fleet, startFleet } from './processes.ts';
import { sized } from './size.ts';
import { expectSound } from './soundness.ts';

let fleet: Fleet;
let admin: Person;
let shelf: Shelf;

beforeAll(async () => {
  fleet = await startFleet({ DEMO: '0' });
  admin = await makeAdmin(fleet.hand);
  shelf = await stocked(fleet.hand, 100_000);
});
afterAll(() => fleet.stop());

const db = () => fleet.hand.services.database;
const named = (kind: string) => {
  const name = `${kind} ${unique()}`;
  return { ar: `${name} ع`, en: name, de: name };
};

/** What may keep pointing to a deleted record, each with the reason. */
const HISTORY: Readonly<Record<string, string>> = {
  account_id: 'who did it',
  closed_by: 'who did it',
  approved_by: 'who did it',
  run_by: 'who did it',
  seller_id: 'who did it',
  address_id: 'an order keeps its own copy of the address',
  location_id: 'an order keeps its own copy of the place',
  'order_payment.driver_id': 'money that a driver has taken stays the driver’s',
  'order_payment.payment_id': 'money goes back the way it came, whatever became of the method',
  'order_move.status_id': 'what an order went through; where it stands is watched',
  'order_line.product_id': 'an order keeps what it was sold with; its items are watched when it is made',
  'receipt_line.product_id': 'a draft; its batches are watched when it is accepted',
  'receipt_line.item_id': 'a draft; its batches are watched when it is accepted',
  'receipt_line.branch_id': 'a draft; its batches are watched when it is accepted',
  'receipt_transaction.payment_method': 'how it was paid',
  'stock_level.item_id': 'follows its batches',
  'stock_level.branch_id': 'follows its batches',
  'stock_level.product_id': 'follows its batches',
  'stock_batch.reciept_id': 'documents are never deleted',
  'stock_transfer.from_branch_id': 'what it took; where it went is watched in the batches',
  'stock_transfer.to_branch_id': 'its batches are watched',
  'stock_transfer_line.item_id': 'its batches are watched',
  'stock_transfer_line.product_id': 'its batches are watched',
  'stock_count.branch_id': 'a count of what was there',
  'stock_count_line.item_id': 'a count of what was there',
  'stock_count_line.product_id': 'a count of what was there',
  'order_return.branch_id': 'the branch of its order',
  'order_return.order_id': 'documents are never deleted',
  'pos_cash_move.branch_id': 'the branch of its drawer',
  'pos_cash_move.driver_id': 'what was handed in',
  'driver_cash.driver_id': 'follows the payments',
  'session.account_id': 'sign-in compares the account itself',
  'saved_view.account_id': 'its owner’s own',
  'order_sum_zone.branch_id': 'sums of what was',
  'branch_payment.branch_id': 'a branch that comes back offers what it offered',
  'branch_delivery.branch_id': 'a branch that comes back offers what it offered',
  'contact_message.branch_id': 'a message keeps where it was sent',
  'product_import.branch_id': 'looked at again when it runs',
  'product_import.price_list_id': 'looked at again when it runs',
};

/** Rows that belong to the record itself and go with it: its parts. */
const PARTS = [
  'id',
  'offer_id',
  'discount_id',
  'extra_id',
  'price_list_id',
  'product_id',
  'receipt_id',
  'count_id',
];

type Reference = { table: string; column: string; target: string; code: string };

/** Every foreign key to a table whose rows can be deleted, with the code of the triggers that watch its table. */
async function referencesOf(targets: readonly string[]): Promise<Reference[]> {
  const { rows } = await db().pool.query<Reference>(
    `SELECT r.relname AS table, a.attname AS column, f.relname AS target,
            coalesce((SELECT string_agg(p.prosrc, ' ') FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
                       WHERE t.tgrelid = r.oid AND t.tgname LIKE 'living_references_%' AND t.tgenabled = 'O'), '') AS code
       FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_class f ON f.oid = c.confrelid
       JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND f.relname = ANY($1) ORDER BY 1, 2`,
    [targets],
  );
  return rows;
}

describe('every reference to a record that can be deleted', () => {
  it('is watched by the database, or is named here as history, for every noun of the contract', async () => {
    const groups = Object.entries(api as Readonly<Record<string, object>>);
    const deletable = groups.filter(([, group]) => 'remove' in group).map(([name]) => nounOfGroup(name));
    const tables = deletable
      .filter((noun) => (NOUNS as readonly string[]).includes(noun))
      .map((noun) => noun.replaceAll('-', '_'));
    const { rows } = await db().pool.query<{ table: string }>(
      `SELECT table_name AS table FROM information_schema.columns
        WHERE column_name = 'deleted_at' AND table_name = ANY($1)`,
      [[...tables, 'product_item']],
    );
    const references = await referencesOf(rows.map(({ table }) => table));
    expect(references.length).toBeGreaterThan(60);
    const loose = references.filter(({ table, column, target, code }) => {
      if (new RegExp(`(NEW|l)\\.${column}\\b`).test(code)) return false;
      if (HISTORY[`${table}.${column}`] || HISTORY[column]) return false;
      return (
        !(PARTS.includes(column) && table.startsWith(`${target}_`)) &&
        !(table === 'product_item' && column === 'product_id')
      );
    });
    expect(loose.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });
});

type Call = readonly [endpoint: { path: string }, input: object];
type Pair = {
  /** The change is no delete: the use may come after it, and is then true to it. */
  readonly mayBoth?: true;
  readonly use: Call;
  readonly remove: Call;
  readonly broken: string;
  readonly id: number;
};

const id = async (row: Promise<{ id: number }>): Promise<number> => (await row).id;
const product = (more: object): Call => [api.product.save, { titles: named('Product'), price: 5, ...more }];
const order = (more: object): Call => [
  api.order.make,
  { branch_id: shelf.branch_id, type: 'take_away', cart: [{ item_id: shelf.item_id, quantity: 1 }], ...more },
];

/** An order of one unit that waits. */
const waiting = async (from: Shelf) => (await selling(fleet.hand, admin).make(from, 1)).results;

/** One call that begins to use a record, one that deletes it, and the rows that would then point to what is gone. */
const PAIRS: Readonly<Record<string, () => Promise<Pair>>> = {
  'an order status and an order that moves to it': async () => {
    const status = await id(
      db().prisma.order_status.create({
        data: { titles: named('Status'), status_value: 1 },
        select: { id: true },
      }),
    );
    const made = await waiting(await stocked(fleet.hand, 5));
    return {
      id: status,
      use: [api.order.save, { id: made.id, status_id: status }],
      remove: [api.orderStatus.remove, { id: status }],
      broken: `SELECT o.id FROM "order" o JOIN order_status s ON s.id = o.status_id WHERE s.id = $1 AND s.deleted_at IS NOT NULL`,
    };
  },
  'the value of an order status and an order that moves to it': async () => {
    const status = await id(
      db().prisma.order_status.create({
        data: { titles: named('Status'), status_value: 1 },
        select: { id: true },
      }),
    );
    const made = await waiting(await stocked(fleet.hand, 5));
    return {
      id: status,
      use: [api.order.save, { id: made.id, status_id: status }],
      mayBoth: true,
      remove: [api.orderStatus.save, { id: status, status_value: 0 }],
      broken: `SELECT o.id FROM "order" o JOIN order_status s ON s.id = o.status_id WHERE s.id = $1 AND s.status_value <> o.status_value`,
    };
  },
  'a brand and a product that takes it': async () => {
    const brand_id = await id(
      db().prisma.brand.create({ data: { names: named('Brand') }, select: { id: true } }),
    );
    return {
      id: brand_id,
      use: product({ brand_id }),
      remove: [api.brand.remove, { id: brand_id }],
      broken: `SELECT p.id FROM product p JOIN brand b ON b.id = p.brand_id WHERE b.id = $1 AND b.deleted_at IS NOT NULL`,
    };
  },
  'a category and a product that takes it': async () => {
    const category = await id(
      db().prisma.category.create({
        data: { titles: named('Category'), parent_id: 1 },
        select: { id: true },
      }),
    );
    return {
      id: category,
      use: product({ categorys_id: [category] }),
      remove: [api.category.remove, { id: category }],
      broken: `SELECT p.product_id FROM product_category p JOIN category c ON c.id = p.category_id WHERE c.id = $1 AND c.deleted_at IS NOT NULL`,
    };
  },
  'a supplier and a receipt of it': async () => {
    const supplier_id = await makeSupplier(fleet.hand);
    return {
      id: supplier_id,
      use: [api.receipt.save, { supplier_id, items: [lineOf(shelf)] }],
      remove: [api.supplier.remove, { id: supplier_id }],
      broken: `SELECT r.id FROM receipt r JOIN supplier s ON s.id = r.supplier_id WHERE s.id = $1 AND s.deleted_at IS NOT NULL`,
    };
  },
  'a branch and an account that works there': async () => {
    const branch = await makeBranch(fleet.hand);
    const person = await makePerson(fleet.hand, { permissions: ['seller'] });
    return {
      id: branch.id,
      use: [api.account.save, { id: person.id, info: { branch_id: branch.id } }],
      remove: [api.branch.remove, { id: branch.id }],
      broken: `SELECT a.id FROM account a JOIN branch b ON b.id = a.branch_id WHERE b.id = $1 AND b.deleted_at IS NOT NULL`,
    };
  },
  'a role and an account that takes it': async () => {
    const role = await id(
      db().prisma.role.create({
        data: { titles: named('Role'), permissions: ['seller'] },
        select: { id: true },
      }),
    );
    const person = await makePerson(fleet.hand, { permissions: ['seller'] });
    return {
      id: role,
      use: [api.account.save, { id: person.id, role_id: role }],
      remove: [api.role.remove, { id: role }],
      broken: `SELECT a.id FROM account a JOIN role r ON r.id = a.role_id WHERE r.id = $1 AND r.deleted_at IS NOT NULL`,
    };
  },
  'a till and a drawer that opens on it': async () => {
    const { branch_id, device_id } = await makeTill(fleet.hand);
    return {
      id: device_id,
      use: [api.posSession.open, { device_id, start_amount: 10 }],
      remove: [api.branch.update, { id: branch_id, pos: [] }],
      broken: `SELECT s.id FROM pos_session s JOIN branch b ON b.id = s.branch_id
                WHERE s.device_id = $1 AND s.status = 'open' AND NOT b.pos @> jsonb_build_array(jsonb_build_object('id', s.device_id))`,
    };
  },
  'a product and an order of it': async () => {
    const own = await stocked(fleet.hand, 0, { checks: false });
    return {
      id: own.product_id,
      use: order({ branch_id: own.branch_id, cart: [{ item_id: own.item_id, quantity: 1 }] }),
      remove: [api.product.remove, { id: own.product_id }],
      broken: `SELECT l.id FROM order_line l JOIN product p ON p.id = l.product_id WHERE p.id = $1 AND p.deleted_at IS NOT NULL`,
    };
  },
  'a driver and an order that is handed over': async () => {
    const own = await stocked(fleet.hand, 5);
    const driver = await makePerson(fleet.hand, { permissions: ['driver'], branch_id: own.branch_id });
    const made = await waiting(own);
    return {
      id: driver.id,
      use: [api.order.save, { id: made.id, driver_id: driver.id }],
      remove: [api.account.remove, { id: driver.id }],
      broken: `SELECT o.id FROM "order" o JOIN account a ON a.id = o.driver_id WHERE a.id = $1 AND a.deleted_at IS NOT NULL`,
    };
  },
};

describe('of a delete and a call that begins to use the record at the same moment', () => {
  it.each(Object.entries(PAIRS))('exactly one succeeds: %s', async (name, make) => {
    const won = { use: 0, remove: 0 };
    for (let round = 0; round < sized(20, 200); round += 1) {
      const pair = await make();
      const calls = [pair.use, pair.remove];
      const order = round % 2 ? [0, 1] : [1, 0];
      const replies = await Promise.all(
        order.map((at) => {
          const [endpoint, input] = calls[at] as Call;
          const process = at ? fleet.two : fleet.one;
          return patient(() => process.call(endpoint, input, { token: admin.token })).then((reply) => ({
            at,
            ...reply,
          }));
        }),
      );
      const told = `${name}, round ${round}: ${replies.map(({ text }) => text).join(' | ')}`;
      const ok = replies.filter(({ status }) => status === 200);
      for (const { status } of replies) expect([200, 404, 409, 422], told).toContain(status);
      if (pair.mayBoth) expect(ok.length, told).toBeGreaterThan(0);
      else expect(ok.length, told).toBe(1);
      won[ok[0]?.at ? 'remove' : 'use'] += 1;
      expect((await db().pool.query(pair.broken, [pair.id])).rows, told).toEqual([]);
    }
    expect(won.use + won.remove).toBe(sized(20, 200));
    await expectSound(fleet.hand);
  });
});
