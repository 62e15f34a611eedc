import { type Localized, resolveText } from '@dukkan/commerce';
import { type api, fail } from '@dukkan/contract';
import type * as z from 'zod';
import { getEffectiveScope } from '../../../../core/access.ts';
import { recordAudit } from '../../../../core/audit.ts';
import { type Ctx, requireAccount } from '../../../../core/ctx.ts';
import { Prisma, queryRows } from '../../../../core/db/database.ts';
import { pictureUrl } from '../../../../core/file/pictures.ts';
import { incrementCounterInTx } from '../../../../core/process/rate-counter.ts';
import { STATUS_SQL } from '../../../../core/sql/order-status-sql.ts';
import { listAddresses } from '../../../delivery/index.ts';
import { findCustomerByPhone } from '../../../identity/index.ts';
import { buildBundleParts } from '../price/build-cart.ts';
import { getDefaultBranchId, loadPricingData, type PricingData } from '../price/load-cart-items.ts';
import { ordersOfBranchesSql } from '../record/order-visibility.ts';
import { loadShopSnapshot } from '../record/shop-snapshot.ts';

type Input = z.output<typeof api.order.customer.input>;
type Card = z.output<typeof api.order.customer.output>;
type LastOrder = NonNullable<Card['last_order']>;
type CartLine = LastOrder['cart'][number];

/** Lookups that an account may make per minute. */
export const LOOKUPS_PER_MINUTE = 30;
/** Maximum number of addresses on a customer card. */
const ADDRESSES_SHOWN = 20;

type LineRow = {
  readonly product_id: number | null;
  readonly item_id: number | null;
  readonly offer_id: number | null;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly quantity: number;
  readonly extras: readonly { readonly extra_id: number; readonly titles: Localized }[];
};

type OrderRow = Omit<LastOrder, 'cart' | 'not_sold' | 'created_at'> & {
  readonly created_at: Date;
  readonly lines: readonly LineRow[];
  readonly orders_count: number;
};

/** Finds a customer's latest order in the caller's branches that is not canceled, and the number of all. */
async function findLastOrder(ctx: Ctx, client_id: number): Promise<OrderRow | null> {
  const scope = getEffectiveScope(ctx);
  const inBranches = scope === 'all' ? Prisma.sql`TRUE` : ordersOfBranchesSql(scope);
  const orders = Prisma.sql`"order" o WHERE o.client_id = ${client_id}::int AND o.status_value <> ${STATUS_SQL.CANCELED} AND ${inBranches}`;
  const [row] = await queryRows<OrderRow>(
    ctx,
    Prisma.sql`
    SELECT o.id, o.branch_id, o.type, o.created_at, o.due::float8 AS due, o.currency,
           (SELECT count(*)::int FROM ${orders}) AS orders_count,
           (SELECT coalesce(json_agg(json_build_object('product_id', n.product_id, 'item_id', n.item_id,
                     'offer_id', n.offer_id, 'titles', n.titles, 'barcode', n.barcode, 'quantity', n.quantity::float8,
                     'extras', n.extras) ORDER BY n.ord, n.id), '[]')
              FROM order_line n WHERE n.order_id = o.id AND n.parent_id IS NULL) AS lines
      FROM ${orders} ORDER BY o.created_at DESC, o.id DESC LIMIT 1`,
  );
  return row ?? null;
}

/**
 * Converts a line to a cart line; null when its product, item or bundle, or a part of the bundle, is no longer sold.
 */
function sellableLine(facts: PricingData, row: LineRow, title: string): CartLine | null {
  const common = { title, titles: row.titles as CartLine['titles'], quantity: row.quantity };
  if (row.offer_id !== null) {
    const bundle = facts.bundles.find(({ id }) => id === row.offer_id);
    if (!bundle?.active || bundle.status !== 1 || bundle.parts.length === 0) return null;
    if (buildBundleParts(facts, bundle).some(({ item }) => !item.live || item.status !== 1)) return null;
    const image_url = pictureUrl(bundle.image);
    const ids = { product_id: null, item_id: null, offer_id: bundle.id, barcode: null };
    return { ...common, ...ids, image_url, stepper: 1, extras_ids: [] };
  }
  const item = facts.items.find(({ item_id }) => item_id === row.item_id);
  if (!item?.live || item.status !== 1) return null;
  const offered = new Set(item.extras.map(({ id }) => id));
  return {
    ...common,
    product_id: item.product_id,
    item_id: item.item_id,
    offer_id: null,
    barcode: item.barcode,
    image_url: pictureUrl(item.image),
    stepper: Number(item.stepper),
    extras_ids: row.extras.flatMap(({ extra_id }) => (offered.has(extra_id) ? [extra_id] : [])),
  };
}

async function lastOrderView(ctx: Ctx, order: OrderRow, branch_id: number): Promise<LastOrder> {
  const { lines, orders_count: _, created_at, ...rest } = order;
  const facts = await loadPricingData(ctx, await loadShopSnapshot(ctx), {
    branch_id,
    item_ids: lines.flatMap(({ item_id, offer_id }) => (offer_id === null ? (item_id ?? []) : [])),
    product_ids: [],
    offer_ids: lines.flatMap(({ offer_id }) => offer_id ?? []),
    extra_ids: lines.flatMap(({ extras }) => extras.map(({ extra_id }) => extra_id)),
  });
  const cart: CartLine[] = [];
  const not_sold: LastOrder['not_sold'] = [];
  for (const row of lines) {
    const title = resolveText(row.titles, ctx.locale);
    const line = sellableLine(facts, row, title);
    if (line) cart.push(line);
    else not_sold.push({ title, quantity: row.quantity });
    const gone = line ? row.extras.filter(({ extra_id }) => !line.extras_ids.includes(extra_id)) : [];
    not_sold.push(
      ...gone.map(({ titles }) => ({ title: resolveText(titles, ctx.locale), quantity: row.quantity })),
    );
  }
  return { ...rest, created_at: created_at.toISOString(), cart, not_sold };
}

/**
 * Returns the card of the customer with this full phone number: name, addresses, and the last order in the caller's
 * branches (docs/rules/phone-orders.md#customer-card). Each lookup is logged without its result.
 * @throws request.invalid on phone; rate.limited after 30 lookups in a minute; branch.forbidden, reference.missing
 */
export const lookUpCustomer = (ctx: Ctx, { phone, branch_id }: Input): Promise<Card> =>
  ctx.tx(async (ctx) => {
    const { id: account_id } = requireAccount(ctx);
    const { count, seconds_left } = await incrementCounterInTx(ctx, `customer:${account_id}`, 60);
    if (count > LOOKUPS_PER_MINUTE) fail('rate.limited', { seconds: seconds_left });
    const scope = getEffectiveScope(ctx);
    if (branch_id != null && scope !== 'all' && !scope.includes(branch_id)) fail('branch.forbidden');
    if (
      branch_id != null &&
      (await ctx.db.branch.count({ where: { id: branch_id, deleted_at: null } })) === 0
    )
      fail('reference.missing', { field: 'branch_id' }, 'branch_id');
    const { phone: number, customer: found } = await findCustomerByPhone(ctx, { phone }, 'phone');
    await recordAudit(ctx, {
      noun: 'account',
      id: account_id,
      action: 'customer.looked_up',
      before: null,
      after: { phone: number },
      branch_id: branch_id ?? null,
    });
    if (!found) return { customer: null, addresses: [], orders_count: 0, last_order: null };
    const last = await findLastOrder(ctx, found.id);
    const addresses = await listAddresses(ctx, {
      user_id: found.id,
      status: 1,
      page: 1,
      limit: ADDRESSES_SHOWN,
      sort_by: 'id',
      sort_as: 'desc',
    });
    const { id, name, email } = found;
    return {
      customer: { id, name, phone: found.phone, email },
      addresses: addresses.rows
        .toSorted((a, b) => b.default - a.default)
        .map((address) => ({
          id: address.id,
          name: address.name,
          phone: address.phone,
          default: address.default,
          info: address.info,
          area_name: address.area_name,
          lat: address.lat,
          lng: address.lng,
          zone: address.zone,
        })),
      orders_count: last?.orders_count ?? 0,
      last_order:
        last && (await lastOrderView(ctx, last, branch_id ?? getDefaultBranchId(ctx) ?? last.branch_id)),
    };
  });
