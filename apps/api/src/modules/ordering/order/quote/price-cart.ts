import { formatMinor, fromMinor, type Localized, resolveText, toMinor } from '@dukkan/commerce';
import { type api, type FailureCode, fail, formatFailure } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../../core/db/tables.ts';
import { pictureUrl } from '../../../../core/file/pictures.ts';
import { availableQuantitySql } from '../../../catalog/index.ts';
import { computeAvailabilityOnDate, toItemBranchKey } from '../../../stock/index.ts';
import { buildChargeSteps, toStoredPriceSteps } from '../make/insert-order.ts';
import { checkOrderEditable, quoteEditedOrder } from '../move/edit-order.ts';
import { getPendingRefund } from '../pay/record-payments.ts';
import { buildBundleParts } from '../price/build-cart.ts';
import { getCallerKind } from '../price/caller-kind.ts';
import { listTitlesWithoutPrice } from '../price/free-lines.ts';
import { toFailure } from '../price/price-problems.ts';
import { type QuotedOrder, quoteOrder, toZoneElsewhereParams } from '../price/quote-order.ts';
import type { MakeOrderInput } from '../price/resolve-customer.ts';
import { getOrderRecord, type OrderRecord } from '../record/order-record.ts';
import { loadRuleTitles, type RuleTitles, stepView } from '../record/price-steps.ts';

type Answer = z.output<typeof api.order.price.output>;
type Shortage = Answer['shortages'][number];

type Demand = { readonly quantity: bigint; readonly isNew: boolean };

/**
 * Sums up what a cart needs of each item, over lines and parts of bundles, in thousandths. `isNew`: some
 * of it is sold now and not kept from the changed order.
 */
function sumDemandByItem({ wanted, facts }: QuotedOrder): Map<number, Demand> {
  const demand = new Map<number, Demand>();
  for (const { item, bundle, quantity, line } of wanted) {
    const add = (item_id: number, units: bigint) => {
      const before = demand.get(item_id);
      const isNew = line === null || (before?.isNew ?? false);
      demand.set(item_id, { quantity: units + (before?.quantity ?? 0n), isNew });
    };
    if (item) add(item.item_id, quantity);
    else if (line)
      for (const part of line.parts) add(part.item_id, (part.quantity * quantity) / line.quantity);
    else if (bundle)
      for (const part of buildBundleParts(facts, bundle))
        add(part.item.item_id, (part.quantity * quantity) / 1_000n);
  }
  return demand;
}

/** Reads the stock of these items in the order's branch and in open branches that have some. */
const readLevels = (ctx: Ctx, ids: readonly number[], branch_id: number, order_id: number | null) =>
  tables
    .selectFrom('stock_level as l')
    .innerJoin('branch as b', (join) =>
      join.onRef('b.id', '=', 'l.branch_id').on('b.deleted_at', 'is', null).on('b.status', '=', 1),
    )
    .leftJoin('stock_reservation as r', (join) =>
      join
        .on('r.ref_type', '=', 'order')
        .on('r.ref_id', '=', order_id)
        .onRef('r.item_id', '=', 'l.item_id')
        .onRef('r.branch_id', '=', 'l.branch_id'),
    )
    .select(({ ref }) => [
      'l.item_id',
      'l.branch_id',
      ref('b.names').$castTo<Localized>().as('names'),
      sql<number>`greatest(${availableQuantitySql(ctx)}, 0)::float8`.as('available'),
      // units that the changed order has reserved here
      sql<number>`coalesce(${ref('r.quantity')}, 0)::float8`.as('own'),
    ])
    .where('l.item_id', '=', anyIdSql(ids))
    .where((eb) => eb.or([eb('l.available', '>', sql<string>`0`), eb('l.branch_id', '=', branch_id)]))
    .orderBy('available', 'desc')
    .orderBy('l.branch_id');

/**
 * Returns the items that are short in the order's branch, beyond what a changed order has reserved, and other open
 * branches that have them.
 */
async function listShortages(ctx: Ctx, quoted: QuotedOrder, order_id: number | null): Promise<Shortage[]> {
  const demand = sumDemandByItem(quoted);
  const { branch, facts } = quoted;
  const levels = await fetchRows(ctx, readLevels(ctx, [...demand.keys()], branch.id, order_id));
  const isStaff = ctx.reach === 'full';
  const later = quoted.input.preferred_at
    ? await computeAvailabilityOnDate(
        ctx,
        [...demand.keys()].map((item_id) => ({ item_id, branch_id: branch.id })),
        new Date(quoted.input.preferred_at),
        order_id === null ? null : { type: 'order', id: order_id },
      )
    : null;
  return [...demand].flatMap(([item_id, { quantity, isNew }]): Shortage[] => {
    const item = facts.items.find((one) => one.item_id === item_id);
    if (!item) return [];
    const level = levels.find((one) => one.item_id === item_id && one.branch_id === branch.id);
    const now = level?.available ?? 0;
    const onDay = later?.get(toItemBranchKey({ item_id, branch_id: branch.id }));
    // units already reserved by the changed order are not checked, neither for today nor for the later day
    const fresh = onDay && Number(formatMinor(onDay.available - onDay.own, 3));
    const isExpiring = fresh !== undefined && fresh < now;
    const here = isExpiring ? Math.max(0, fresh) : now;
    const asked = Number(formatMinor(quantity - toMinor(level?.own ?? 0, 3), 3));
    // kept lines are not checked for being on sale
    const isSold = !isNew || (item.live && item.status === 1);
    if (isSold && (here >= asked || asked <= 0)) return [];
    const elsewhere = levels
      .filter((one) => one.item_id === item_id && one.branch_id !== branch.id && one.available > 0)
      .map((one) => ({
        branch_id: one.branch_id,
        branch_name: resolveText(one.names, ctx.locale),
        available: one.available,
      }));
    return [
      {
        product_id: item.product_id,
        item_id,
        title: resolveText(item.titles, ctx.locale),
        asked,
        // customers do not see available quantities
        available: isStaff ? here : 0,
        reason: isSold ? (isExpiring ? 'expiring' : 'short') : 'deactivated',
        refused: !isSold || branch.checks,
        elsewhere: isStaff && isSold ? elsewhere : [],
      },
    ];
  });
}

function listWarnings(ctx: Ctx, quoted: QuotedOrder): Answer['warnings'] {
  const { priced, settings, methods } = quoted;
  const said = (refused: boolean) => (problem: (typeof priced.problems)[number]) => {
    const { code, params, field } = toFailure(problem, settings.Currency);
    return { code, message: formatFailure(code, params, ctx.locale), refused, field };
  };
  const missing: FailureCode = 'payment.missing';
  const none =
    methods.length === 0
      ? [
          {
            code: missing,
            message: formatFailure(missing, {}, ctx.locale),
            refused: true,
            field: 'payment_id',
          },
        ]
      : [];
  const code: FailureCode = 'order.zone_elsewhere';
  const other = quoted.elsewhere
    ? [
        {
          code,
          message: formatFailure(code, toZoneElsewhereParams(quoted.elsewhere), ctx.locale),
          refused: true,
          field: 'branch_id',
        },
      ]
    : [];
  const titles = listTitlesWithoutPrice(ctx, quoted);
  const freeLine: FailureCode = 'order.free_line';
  const free =
    titles === null
      ? []
      : [
          {
            code: freeLine,
            message: formatFailure(freeLine, { titles }, ctx.locale),
            refused: quoted.kind === 'customer',
            field: 'cart',
          },
        ];
  return [
    ...priced.problems.map(said(true)),
    ...other,
    ...none,
    ...free,
    ...priced.warnings.map(said(false)),
  ];
}

function linesView(ctx: Ctx, quoted: QuotedOrder, titles: RuleTitles): Answer['lines'] {
  const { priced, wanted, scale, facts } = quoted;
  const money = (amount: bigint) => fromMinor(amount, scale);
  return priced.lines.map((line, at) => {
    const { item, bundle, extras } = wanted[at] as QuotedOrder['wanted'][number];
    const named = item ?? bundle;
    const source = line.discount_source;
    return {
      product_id: item?.product_id ?? null,
      item_id: item?.item_id ?? null,
      offer_id: bundle?.id ?? null,
      title: resolveText(named?.titles ?? null, ctx.locale),
      titles: named?.titles as Answer['lines'][number]['titles'],
      barcode: item?.barcode ?? null,
      image_url: pictureUrl(named?.image ?? null),
      quantity: Number(formatMinor(line.quantity, 3)),
      unit_list: money(line.unit_list),
      unit_price: money(line.unit_price),
      extras: extras.map((extra) => ({
        extra_id: extra.id,
        title: resolveText(extra.titles, ctx.locale),
        price: Number(extra.price),
      })),
      discount_source: source && { ...source, title: titles(source.kind, source.id) ?? '' },
      gross: money(line.gross),
      coupon_share: money(line.coupon),
      manual_share: money(line.manual),
      net: money(line.net),
      tax_bp: line.tax_bp === null ? null : Number(line.tax_bp),
      tax: money(line.tax),
      steps: toStoredPriceSteps(line.steps, scale).map((step) => stepView(step, titles)),
      parts: line.parts.map((part) => ({
        product_id: part.product_id,
        item_id: part.item_id,
        title: resolveText(
          facts.items.find(({ item_id }) => item_id === part.item_id)?.titles ?? null,
          ctx.locale,
        ),
        quantity: Number(formatMinor(part.quantity, 3)),
        net: money(part.net),
        tax_bp: Number(part.tax_bp),
        tax: money(part.tax),
      })),
    };
  });
}

function totalsView({ priced, scale, settings, branch }: QuotedOrder) {
  const { totals, tax_groups } = priced;
  const money = (amount: bigint) => fromMinor(amount, scale);
  return {
    currency: settings.Currency,
    tax_mode: branch.tax_mode ?? settings.tax_mode,
    total: money(totals.total),
    product_discount: money(totals.total - totals.subtotal),
    coupon_discount: money(totals.coupon),
    manual_discount: money(totals.manual),
    goods: money(totals.goods),
    delivery_charge: money(totals.delivery),
    tax: money(totals.tax),
    taxes: tax_groups.map(({ tax_bp, gross, net, tax }) => ({
      tax_bp: Number(tax_bp),
      gross: money(gross),
      net: money(net),
      tax: money(tax),
    })),
    payment_fee: money(totals.charge),
    rounding: money(totals.rounding),
    due: money(totals.due),
  };
}

type Asked = z.output<typeof api.order.price.input>;

/** Returns the order to be changed. @throws record.missing; order.not_editable */
async function changedOrder(ctx: Ctx, id: number): Promise<OrderRecord> {
  if (getCallerKind(ctx) === 'customer') fail('permission.denied');
  const order = await getOrderRecord(ctx, id);
  await checkOrderEditable(ctx, order);
  return order;
}

/** Picks the parts of the input that change an existing order. */
const pickOrderChanges = ({
  cart,
  coupon,
  discount,
  discount_type,
  delivery_id,
  address_id,
  client,
  type,
  branch_id,
  keep_branch,
  preferred_at,
}: MakeOrderInput) => ({
  cart,
  coupon,
  discount,
  discount_type,
  delivery_id,
  address_id,
  client: client ?? undefined,
  type,
  branch_id: branch_id ?? undefined,
  keep_branch,
  preferred_at,
});

/** Returns the effect of a change on the amounts; pending refunds count as paid again. */
async function changeView(ctx: Ctx, order: OrderRecord, { priced, scale }: QuotedOrder) {
  const paid = order.paid_amount + (await getPendingRefund(ctx, order.id, scale));
  const open = priced.totals.due - paid;
  const money = (amount: bigint) => fromMinor(amount > 0n ? amount : 0n, scale);
  return {
    due_before: money(order.due),
    due: money(priced.totals.due),
    paid_amount: money(paid),
    open_amount: money(open),
    refund_amount: money(-open),
  };
}

/**
 * Prices a cart for its caller, with explanations, shortages and other branches that have the goods. It
 * uses the same code as placing an order but reserves and writes nothing.
 */
export async function priceCart(ctx: Ctx, { order_id, ...input }: Asked): Promise<Answer> {
  const order = order_id === undefined ? null : await changedOrder(ctx, order_id);
  const quoted = order
    ? await quoteEditedOrder(ctx, order, { ...pickOrderChanges(input), id: order.id })
    : await quoteOrder(ctx, input, { createsCustomer: false });
  const { branch, zone, priced } = quoted;
  const ownSteps = buildChargeSteps(quoted);
  const allSteps = [
    ...priced.lines.flatMap(({ steps }) => toStoredPriceSteps(steps, quoted.scale)),
    ...ownSteps,
  ];
  const titles = await loadRuleTitles(ctx, allSteps);
  return {
    ...totalsView(quoted),
    branch_id: branch.id,
    branch_name: resolveText(branch.names, ctx.locale),
    lines: linesView(ctx, quoted, titles),
    steps: ownSteps.map((step) => stepView(step, titles)),
    zone: zone && {
      location_id: zone.zone_id ?? zone.area_id ?? 0,
      title: zone.name,
      min_order: zone.min_order,
      delivery_charge: zone.delivery_charge,
      free_after_amount: zone.free_after_amount,
      delivery_minutes: zone.delivery_minutes,
    },
    elsewhere: quoted.elsewhere,
    promised_at: quoted.promised_at?.toISOString() ?? null,
    warnings: listWarnings(ctx, quoted),
    shortages: await listShortages(ctx, quoted, order?.id ?? null),
    ...(order && { change: await changeView(ctx, order, quoted), dropped: [...quoted.dropped] }),
  };
}
