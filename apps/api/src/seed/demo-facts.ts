import { fail } from '@dukkan/contract';
import { type InferResult, sql } from 'kysely';
import type { Account, Ctx } from '../core/ctx.ts';
import { fetchRows, tables } from '../core/db/tables.ts';
import { type QuoteRequest, requireQuote } from '../modules/delivery/index.ts';
import { readSettings } from '../modules/setting/index.ts';
import { getCategoryKeys } from './demo-catalogue.ts';
import type { DemoBranch, DemoBusiness, DemoCustomer, DemoProduct } from './demo-plan.ts';

type Named = { readonly id: number; readonly title: string };

/** Returns the products that demo orders can contain: active ones, each with its first item that has a demo barcode. */
async function loadDemoProducts(ctx: Ctx): Promise<DemoProduct[]> {
  const keys = getCategoryKeys();
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product as p')
      .innerJoin('product_item as i', 'i.product_id', 'p.id')
      .innerJoin('product_category as l', 'l.product_id', 'p.id')
      .innerJoin('category as c', 'c.id', 'l.category_id')
      .distinctOn('p.id')
      .select(({ eb, ref }) => [
        'p.id as product_id',
        'i.id as item_id',
        sql<string>`${ref('c.titles')}->>'en'`.as('title'),
        sql<number>`coalesce(${ref('i.price')}, ${ref('p.price')})::float8`.as('price'),
        eb('p.stepper', '<', '1').$castTo<boolean>().as('isLoose'),
        'p.created_at',
      ])
      .where('p.deleted_at', 'is', null)
      .where('p.status', '=', 1)
      .where('i.deleted_at', 'is', null)
      .where('i.barcode', 'like', '214%')
      .orderBy('p.id')
      .orderBy('i.ord')
      .orderBy('i.id'),
  );
  return rows.flatMap(({ title, ...good }) => {
    const category = keys.get(title);
    return category ? [{ ...good, category }] : [];
  });
}

const loadWorkers = (ctx: Ctx) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('account as a')
      .innerJoin('role as r', 'r.id', 'a.role_id')
      .select(({ selectFrom }) => [
        'a.id',
        'r.key',
        'a.branch_id',
        sql<
          number[]
        >`ARRAY${selectFrom('branch_manager as m').select('m.branch_id').whereRef('m.account_id', '=', 'a.id')}`.as(
          'managed',
        ),
      ])
      .where('a.deleted_at', 'is', null)
      .where('a.status', '=', 1)
      .where('r.key', 'in', ['branch_manager', 'cashier', 'driver'])
      .orderBy('a.id'),
  );

async function loadDemoBranches(ctx: Ctx): Promise<DemoBranch[]> {
  const branches = await ctx.db.branch.findMany({
    where: { deleted_at: null, status: 1, warehouse: 0, no: { startsWith: 'DOH-' } },
    select: { id: true, pos_devices: { select: { id: true }, where: { status: 1, deleted_at: null } } },
    orderBy: { id: 'asc' },
  });
  const workers = await loadWorkers(ctx);
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

/** Selects the demo customers, each with the first address. */
const selectHomes = tables
  .selectFrom('account as a')
  .leftJoinLateral(
    ({ selectFrom }) =>
      selectFrom('address as x')
        .selectAll('x')
        .whereRef('x.user_id', '=', 'a.id')
        .where('x.deleted_at', 'is', null)
        .orderBy('x.id')
        .limit(1)
        .as('d'),
    (join) => join.onTrue(),
  )
  .select(({ cast, ref }) => [
    'a.id',
    ref('a.phone').$notNull().as('phone'),
    'd.id as address_id',
    cast<number | null>('d.lat', 'float8').as('lat'),
    cast<number | null>('d.lng', 'float8').as('lng'),
    'd.area_id',
  ])
  .where('a.role_id', 'is', null)
  .where('a.deleted_at', 'is', null)
  .where('a.status', '=', 1)
  .where('a.phone', 'like', '+9745000%')
  .orderBy('a.id');

type Home = InferResult<typeof selectHomes>[number];

async function chooseCustomer(
  ctx: Ctx,
  shops: readonly DemoBranch[],
  home: Home,
  n: number,
): Promise<DemoCustomer> {
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

async function loadDemoCustomers(ctx: Ctx, shops: readonly DemoBranch[]): Promise<DemoCustomer[]> {
  const homes = await fetchRows(ctx, selectHomes);
  const buyers: DemoCustomer[] = [];
  for (const [n, home] of homes.entries()) buyers.push(await chooseCustomer(ctx, shops, home, n));
  return buyers;
}

/**
 * Loads the demo business for planning orders: products, branches, staff and customers. Null when parts of it are
 * missing.
 */
export async function loadDemoBusiness(ctx: Ctx): Promise<DemoBusiness | null> {
  const { timezone } = (await readSettings(ctx)).settings;
  const shops = await loadDemoBranches(ctx);
  const goods = await loadDemoProducts(ctx);
  if (shops.length === 0 || goods.length < 50) return null;
  const buyers = await loadDemoCustomers(ctx, shops);
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

async function loadDemoAccounts(ctx: Ctx): Promise<Map<number, Account>> {
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('account as a')
      .leftJoin('role as r', 'r.id', 'a.role_id')
      .select(({ ref }) => [
        'a.id',
        'a.name',
        'a.role_id',
        sql<string[]>`coalesce(${ref('r.permissions')}, '{}')`.as('permissions'),
        sql<number>`coalesce(${ref('r.global')}, 0)::int`.as('global'),
        sql<number[]>`ARRAY(SELECT m.branch_id FROM branch_manager m WHERE m.account_id = a.id
                            UNION SELECT a.branch_id WHERE a.branch_id IS NOT NULL)`.as('branch_ids'),
      ])
      .where('a.deleted_at', 'is', null)
      .where('a.status', '=', 1),
  );
  const known = rows.map(({ global, ...row }): [number, Account] => [
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
  return new Map(known);
}

/** Loads the statuses, payment methods and accounts that demo orders use. */
export async function loadDemoStatusesAndMethods(ctx: Ctx): Promise<DemoStatusesAndMethods> {
  const statuses = await fetchRows(
    ctx,
    tables
      .selectFrom('order_status')
      .select(({ ref }) => [
        'id',
        sql<string>`${ref('titles')}->>'en'`.as('title'),
        'status_value as value',
        'not_delivered as missed',
      ])
      .where('deleted_at', 'is', null)
      .where('status', '=', 1)
      .orderBy('not_delivered')
      .orderBy('default_start', 'desc')
      .orderBy('ord')
      .orderBy('id'),
  );
  const payments = await ctx.db.payment_method.findMany({
    where: { deleted_at: null, status: 1, master: 1 },
    select: { id: true, code: true },
  });
  const accounts = await loadDemoAccounts(ctx);
  return {
    status: (value) =>
      statuses.find((one) => one.value === value)?.id ?? fail('reference.missing', { field: 'status_id' }),
    missed: statuses.find(({ missed }) => missed === 1) ?? null,
    payment: (code) =>
      payments.find((one) => one.code === code)?.id ?? fail('reference.missing', { field: 'payment_id' }),
    accounts,
  };
}
