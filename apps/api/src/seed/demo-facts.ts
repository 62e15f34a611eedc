import { fail } from '@dukkan/contract';
import type { Account, Ctx } from '../core/ctx.ts';
import { type QuoteRequest, requireQuote } from '../modules/delivery/index.ts';
import { readSettings } from '../modules/setting/index.ts';
import { getCategoryKeys } from './demo-catalogue.ts';
import type { DemoBranch, DemoBusiness, DemoCustomer, DemoProduct } from './demo-plan.ts';

type Named = { readonly id: number; readonly title: string };

/** Returns the products that demo orders can contain: active ones, each with its first item that has a demo barcode. */
async function goodsOf(ctx: Ctx): Promise<DemoProduct[]> {
  const keys = getCategoryKeys();
  const rows = await ctx.db.$queryRaw<(Omit<DemoProduct, 'category'> & { title: string })[]>`
    SELECT DISTINCT ON (p.id) p.id AS product_id, i.id AS item_id, c.titles->>'en' AS title,
           coalesce(i.price, p.price)::float8 AS price, p.stepper < 1 AS "isLoose", p.created_at
      FROM product p JOIN product_item i ON i.product_id = p.id JOIN product_category l ON l.product_id = p.id
      JOIN category c ON c.id = l.category_id
     WHERE p.deleted_at IS NULL AND p.status = 1 AND i.deleted_at IS NULL AND i.barcode LIKE '214%'
     ORDER BY p.id, i.ord, i.id`;
  return rows.flatMap(({ title, ...good }) => {
    const category = keys.get(title);
    return category ? [{ ...good, category }] : [];
  });
}

type Worker = { id: number; key: string; branch_id: number | null; managed: number[] };

const workersOf = (ctx: Ctx) =>
  ctx.db.$queryRaw<Worker[]>`
    SELECT a.id, r.key, a.branch_id, ARRAY(SELECT m.branch_id FROM branch_manager m WHERE m.account_id = a.id) AS managed
      FROM account a JOIN role r ON r.id = a.role_id
     WHERE a.deleted_at IS NULL AND a.status = 1 AND r.key IN ('branch_manager', 'cashier', 'driver') ORDER BY a.id`;

async function shopsOf(ctx: Ctx): Promise<DemoBranch[]> {
  const branches = await ctx.db.branch.findMany({
    where: { deleted_at: null, status: 1, warehouse: 0, no: { startsWith: 'DOH-' } },
    select: { id: true, pos_devices: { select: { id: true }, where: { status: 1, deleted_at: null } } },
    orderBy: { id: 'asc' },
  });
  const workers = await workersOf(ctx);
  return branches.flatMap(({ id, pos_devices }) => {
    const of = (key: string) =>
      workers.filter((one) => one.key === key && (one.branch_id === id || one.managed.includes(id)));
    const [manager] = of('branch_manager');
    if (!manager) return [];
    return [
      {
        id,
        tills: pos_devices.map((till) => till.id),
        manager_id: manager.id,
        cashiers: of('cashier').map((one) => one.id),
        drivers: of('driver').map((one) => one.id),
      },
    ];
  });
}

type Home = {
  id: number;
  phone: string;
  address_id: number | null;
  lat: number | null;
  lng: number | null;
  area_id: number | null;
};

async function buyerOf(ctx: Ctx, shops: readonly DemoBranch[], home: Home, n: number): Promise<DemoCustomer> {
  const { id, phone } = home;
  const elsewhere = { id, phone, address_id: null, shop: n % shops.length, minimum: 0 };
  if (home.address_id === null) return elsewhere;
  const point = home.lat !== null && home.lng !== null ? { lat: home.lat, lng: home.lng } : null;
  const ask: QuoteRequest = { point, area_id: home.area_id };
  const quote = await requireQuote(ctx, ask).catch((error: { code?: string }) => {
    if (error.code === 'no_delivery') return null;
    throw error;
  });
  const shop = shops.findIndex(({ id }) => id === quote?.branch_id);
  return quote && shop >= 0
    ? { id, phone, address_id: home.address_id, shop, minimum: Number(quote.min_order) }
    : elsewhere;
}

async function buyersOf(ctx: Ctx, shops: readonly DemoBranch[]): Promise<DemoCustomer[]> {
  const homes = await ctx.db.$queryRaw<Home[]>`
    SELECT a.id, a.phone, d.id AS address_id, d.lat::float8 AS lat, d.lng::float8 AS lng, d.area_id
      FROM account a
      LEFT JOIN LATERAL (SELECT * FROM address x WHERE x.user_id = a.id AND x.deleted_at IS NULL
                          ORDER BY x.id LIMIT 1) d ON TRUE
     WHERE a.role_id IS NULL AND a.deleted_at IS NULL AND a.status = 1 AND a.phone LIKE '+9745000%' ORDER BY a.id`;
  const buyers: DemoCustomer[] = [];
  for (const [n, home] of homes.entries()) buyers.push(await buyerOf(ctx, shops, home, n));
  return buyers;
}

/**
 * Loads the demo business for planning orders: products, branches, staff and customers. Null when parts of it are
 * missing.
 */
export async function loadDemoBusiness(ctx: Ctx): Promise<DemoBusiness | null> {
  const { timezone } = (await readSettings(ctx)).settings;
  const shops = await shopsOf(ctx);
  const goods = await goodsOf(ctx);
  if (shops.length === 0 || goods.length < 50) return null;
  const buyers = await buyersOf(ctx, shops);
  return buyers.length === 0 ? null : { zone: timezone, goods, shops, buyers };
}

/** Statuses, payment methods and accounts of demo orders. */
export type DemoStatusesAndMethods = {
  readonly status: (value: number) => number;
  /** The order status for "nobody opened the door" with the same value; null if there is none. */
  readonly missed: (Named & { readonly value: number }) | null;
  readonly payment: (code: 'cod' | 'cash' | 'card' | 'online') => number;
  readonly accounts: ReadonlyMap<number, Account>;
};

async function accountsOf(ctx: Ctx): Promise<Map<number, Account>> {
  const rows = await ctx.db.$queryRaw<
    {
      id: number;
      name: string;
      role_id: number | null;
      permissions: string[];
      global: number;
      branch_ids: number[];
    }[]
  >`
    SELECT a.id, a.name, a.role_id, coalesce(r.permissions, '{}') AS permissions, coalesce(r.global, 0)::int AS global,
           ARRAY(SELECT m.branch_id FROM branch_manager m WHERE m.account_id = a.id
                 UNION SELECT a.branch_id WHERE a.branch_id IS NOT NULL) AS branch_ids
      FROM account a LEFT JOIN role r ON r.id = a.role_id WHERE a.deleted_at IS NULL AND a.status = 1`;
  const accountEntries = rows.map(({ global, ...row }): [number, Account] => [
    row.id,
    {
      ...row,
      kind: 'account',
      session_id: '',
      global: global === 1,
      must_change_password: false,
      locale: null,
    },
  ]);
  return new Map(accountEntries);
}

/** Loads the statuses, payment methods and accounts that demo orders use. */
export async function loadDemoStatusesAndMethods(ctx: Ctx): Promise<DemoStatusesAndMethods> {
  const statuses = await ctx.db.$queryRaw<(Named & { value: number; missed: number })[]>`
    SELECT id, titles->>'en' AS title, status_value AS value, not_delivered AS missed FROM order_status
     WHERE deleted_at IS NULL AND status = 1 ORDER BY not_delivered, default_start DESC, ord, id`;
  const payments = await ctx.db.$queryRaw<{ id: number; code: string }[]>`
    SELECT id, code FROM payment_method WHERE deleted_at IS NULL AND status = 1 AND master = 1`;
  const accounts = await accountsOf(ctx);
  return {
    status: (value) =>
      statuses.find((one) => one.value === value)?.id ?? fail('reference.missing', { field: 'status_id' }),
    missed: statuses.find(({ missed }) => missed === 1) ?? null,
    payment: (code) =>
      payments.find((one) => one.code === code)?.id ?? fail('reference.missing', { field: 'payment_id' }),
    accounts,
  };
}
