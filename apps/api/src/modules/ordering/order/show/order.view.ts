import { fromMinor, getCurrencyScale, LOCALES, type Localized, resolveText } from '@dukkan/commerce';
import { type api, type FailureCode, formatFailure } from '@dukkan/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import { requireFound } from '../../../../core/access.ts';
import { loadByIdsInOrder } from '../../../../core/cache/single-flight.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { unnestIds } from '../../../../core/db/tables.ts';
import { pictureUrl } from '../../../../core/file/pictures.ts';
import type { Condition } from '../../../../core/list/estimated-count.ts';
import type { Tables } from '../../../../generated/tables.ts';
import {
  getAreaName,
  type OrderListRow,
  rowView,
  selectOrderRow,
  selectReferencedColumn,
  toIsoOrNull,
  toOrderViewer,
} from '../list/order-row.view.ts';
import { getCashStep } from '../pay/record-payments.ts';
import { findEditRefusal } from '../record/allowed-actions.ts';
import { listNextStatuses } from '../record/next-statuses.ts';
import { computeProfit, sumMoney } from '../record/order-money.ts';
import { canSeeCosts, EVERY_ORDER, isVisibleOrder } from '../record/order-visibility.ts';
import { loadRuleTitles, type StoredPriceStep, stepView } from '../record/price-steps.ts';
import { getById, loadShopSnapshot, type ShopSnapshot } from '../record/shop-snapshot.ts';
import { MADE_AHEAD_MS } from '../recur/recurrence.ts';

export type Show = z.output<typeof api.order.show.output>;
type Line = Show['lines'][number];
type Payment = Show['payments'][number];
type Person = { readonly id: number; readonly name: string; readonly phone: string | null };
/** A stored failure. */
type Refused = { readonly code: FailureCode; readonly params: Record<string, string | number> };
type Source = { readonly kind: string; readonly id: number };
type Extra = { readonly extra_id: number; readonly titles: Localized; readonly price: number };

type LineRecord = Omit<
  Line,
  'title' | 'titles' | 'image_url' | 'extras' | 'discount_source' | 'steps' | 'parts' | 'cost'
> & {
  readonly parent_id: number | null;
  readonly titles: Localized;
  readonly thumb: string | null;
  readonly extras: readonly Extra[];
  readonly discount_source: Source | null;
  readonly steps: readonly StoredPriceStep[];
  /** Unrounded. */
  readonly cost: string | null;
};

type Move = Omit<Show['moves'][number], 'status_title'>;

type StoredOrder = Selectable<Tables['order']>;

type Full = OrderListRow &
  Pick<
    StoredOrder,
    | 'address_id'
    | 'client_email'
    | 'invoice_to'
    | 'notes'
    | 'coupon_code'
    | 'location_id'
    | 'recurs_from'
    | 'next_at'
    | 'expires_at'
    | 'cancelled_at'
    | 'updated_at'
    | 'deducted'
  > &
  Pick<
    Show,
    | 'discount'
    | 'discount_type'
    | 'recurrence'
    | 'continued_by'
    | 'tax_mode'
    | 'total'
    | 'product_discount'
    | 'coupon_discount'
    | 'manual_discount'
    | 'goods'
    | 'delivery_charge'
    | 'tax'
    | 'payment_fee'
    | 'rounding'
    | 'account_name'
    | 'approver_name'
    | 'taxes'
    | 'returns'
  > & {
    readonly location_names: Localized | null;
    readonly explained: readonly StoredPriceStep[];
    readonly lines: readonly LineRecord[];
    readonly payments: readonly Omit<Payment, 'payment_title' | 'payment_type'>[];
    readonly moves: readonly Move[];
    readonly client: Person | null;
    readonly driver: Person | null;
    readonly has_returns: boolean;
    readonly recur_failed: Refused | null;
    /** Unrounded; null while the units have not left stock. */
    readonly cost: string | null;
    readonly earned: string | null;
  };

const formatUtc = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL for the name of the account in a column. */
const accountNameSql = (column: string): RawBuilder<unknown> =>
  selectReferencedColumn('a.name', 'account a', `a.id = ${column}`);

const personSql = (column: string): RawBuilder<unknown> =>
  selectReferencedColumn(
    "json_build_object('id', a.id, 'name', a.name, 'phone', a.phone)",
    'account a',
    `a.id = ${column}`,
  );

/** SQL for the cost of the units of `o` that are sold and not returned, by line, as numeric(20,7). */
const COSTS = sql`(SELECT u.line_id, sum((u.quantity - u.returned_quantity) * u.cost_value)::numeric(20, 7) AS cost
   FROM stock_use u WHERE u.ref_type = 'order' AND u.ref_id = o.id GROUP BY u.line_id)`;

/** SQL for the net sales of an order without tax, less its returns. */
const EARNED = sql`(SELECT sum(CASE o.tax_mode WHEN 'inclusive' THEN n.net - n.tax ELSE n.net END
     - (n.returned_value - n.returned_tax)) FROM order_line n WHERE n.order_id = o.id AND n.parent_id IS NULL)`;

/** SQL for the lines with their picture: of the offer for a bundle, else of the product. */
const LINES = (ctx: Ctx): RawBuilder<unknown> => sql`
  (SELECT json_agg(json_build_object('id', n.id, 'parent_id', n.parent_id, 'product_id', n.product_id, 'item_id', n.item_id,
            'offer_id', n.offer_id, 'titles', n.titles, 'barcode', n.barcode, 'quantity', n.quantity,
            'stepper', coalesce(n.stepper, (SELECT p.stepper FROM product p WHERE p.id = n.product_id), 1), 'unit_list', n.unit_list,
            'unit_price', n.unit_price, 'extras', n.extras, 'discount_source', n.discount_source, 'gross', n.gross,
            'coupon_share', n.coupon_share, 'manual_share', n.manual_share, 'net', n.net, 'tax_bp', n.tax_bp, 'tax', n.tax,
            'steps', n.steps, 'returned_quantity', n.returned_quantity, 'returned_value', n.returned_value,
            'thumb', CASE WHEN n.offer_id IS NULL
              THEN (SELECT g.thumb FROM product_image g WHERE g.product_id = n.product_id ORDER BY g.ord, g.id LIMIT 1)
              ELSE (SELECT f.image FROM offer f WHERE f.id = n.offer_id) END,
            'cost', ${canSeeCosts(ctx) ? sql`c.cost::text` : sql`NULL`})
          ORDER BY n.ord, n.id)
     FROM order_line n ${canSeeCosts(ctx) ? sql`LEFT JOIN cost c ON c.order_id = o.id AND c.line_id = n.id` : sql``}
    WHERE n.order_id = o.id)`;

const PAYMENTS = sql`
  (SELECT json_agg(json_build_object('id', y.id, 'payment_id', y.payment_id, 'amount', y.amount,
            'tendered', y.tendered, 'change', y.change, 'ref_number', y.ref_number, 'status', y.status, 'holder', y.holder,
            'driver_name', ${accountNameSql('y.driver_id')}, 'created_at', ${formatUtc('y.created_at')}) ORDER BY y.id)
     FROM order_payment y WHERE y.order_id = o.id)`;

const MOVES = sql`
  (SELECT json_agg(json_build_object('from_value', y.from_value, 'to_value', y.to_value, 'status_id', y.status_id,
            'created_at', ${formatUtc('y.created_at')}, 'account_name', ${accountNameSql('y.account_id')}, 'notes', y.notes)
          ORDER BY y.id)
     FROM order_move y WHERE y.order_id = o.id)`;

const RETURNS = sql`
  (SELECT json_agg(json_build_object('id', y.id, 'on_date', y.on_date, 'value', y.value, 'delivery', y.delivery,
     'fee', y.fee, 'rounding', y.rounding, 'refund', y.refund) ORDER BY y.id)
     FROM order_return y WHERE y.order_id = o.id AND y.removed_at IS NULL)`;

/** SQL for complete orders `o`, with each related table queried once. */
const selectFull = (ctx: Ctx, ids: readonly number[], sight: Condition): RawBuilder<Full> => sql<Full>`
  WITH o AS MATERIALIZED (SELECT o.* FROM ${unnestIds(ids)} JOIN "order" o ON o.id = u.id WHERE ${sight}),
    cost AS MATERIALIZED (SELECT o.id AS order_id, c.* FROM o CROSS JOIN LATERAL ${COSTS} c)
  SELECT ${selectOrderRow(toOrderViewer(ctx), 'looked_up')}, o.address_id, o.client_email, o.invoice_to, o.notes, o.discount::float8 AS discount, o.discount_type,
         o.coupon_code, o.location_id, o.recurrence, o.recurs_from, o.tax_mode,
         (SELECT f.id FROM "order" f WHERE f.series_id = o.series_id AND f.series_date > o.series_date
           ORDER BY f.series_date LIMIT 1) AS continued_by,
         o.total::float8 AS total, o.product_discount::float8 AS product_discount,
         o.coupon_discount::float8 AS coupon_discount, o.manual_discount::float8 AS manual_discount,
         o.goods::float8 AS goods, o.delivery_charge::float8 AS delivery_charge, o.tax::float8 AS tax,
         o.payment_fee::float8 AS payment_fee, o.rounding::float8 AS rounding, ${accountNameSql('o.account_id')} AS account_name,
         ${accountNameSql('o.approved_by')} AS approver_name,
         ${selectReferencedColumn('z.names', 'location z', 'z.id = o.location_id')} AS location_names, o.next_at, o.expires_at, o.cancelled_at, o.updated_at, o.taxes, o.explained, o.deducted, o.recur_failed,
         ${personSql('o.client_id')} AS client, ${personSql('o.driver_id')} AS driver,
         ${LINES(ctx)} AS lines, ${PAYMENTS} AS payments, ${MOVES} AS moves, ${RETURNS} AS returns,
         EXISTS (SELECT 1 FROM order_return y WHERE y.order_id = o.id) AS has_returns,
         ${
           canSeeCosts(ctx)
             ? sql`CASE WHEN o.deducted THEN coalesce((SELECT sum(c.cost) FROM cost c WHERE c.order_id = o.id), 0)::text END AS cost,
               CASE WHEN o.deducted THEN (${EARNED})::text END AS earned`
             : sql`NULL AS cost, NULL AS earned`
         }
    FROM o`;

const allTexts = (stored: Localized): Line['titles'] =>
  Object.fromEntries(LOCALES.map((locale) => [locale, stored[locale] ?? ''])) as Line['titles'];

type Told = {
  readonly ctx: Ctx;
  readonly shop: ShopSnapshot;
  readonly row: Full;
  readonly titles: Awaited<ReturnType<typeof loadRuleTitles>>;
};

/** Converts lines as sold; the parts of a bundle are nested in its line. */
function toLineViews({ ctx, row, titles }: Told): Line[] {
  const told = (line: LineRecord): Line => {
    const { parent_id: _, thumb, cost: own, ...facts } = line;
    const parts = row.lines.filter(({ parent_id }) => parent_id === line.id);
    const source = line.discount_source;
    return {
      ...facts,
      title: resolveText(line.titles, ctx.locale),
      titles: allTexts(line.titles),
      image_url: pictureUrl(thumb),
      extras: line.extras.map(({ extra_id, titles, price }) => ({
        extra_id,
        title: resolveText(titles, ctx.locale),
        price,
      })),
      discount_source: source && { ...source, title: titles(source.kind, source.id) ?? '' },
      steps: line.steps.map((step) => stepView(step, titles)),
      ...(canSeeCosts(ctx)
        ? { cost: row.deducted ? sumMoney(row.currency, [own, ...parts.map(({ cost }) => cost)]) : null }
        : {}),
      parts: parts.map((part) => ({
        product_id: part.product_id ?? 0,
        item_id: part.item_id ?? 0,
        title: resolveText(part.titles, ctx.locale),
        quantity: part.quantity,
        net: part.net,
        tax_bp: part.tax_bp,
        tax: part.tax,
      })),
    };
  };
  return row.lines.filter(({ parent_id }) => parent_id === null).map(told);
}

/** Returns the payment method of a payment with its current title. */
function getPaymentMethodView(
  { locale }: Ctx,
  { called }: ShopSnapshot,
  id: number,
): Pick<Payment, 'payment_title' | 'payment_type'> {
  const { titles, type } = getById(called.payments, id);
  return { payment_title: resolveText(titles, locale), payment_type: type };
}

function toOrderView(told: Told): Show {
  const { ctx, shop, row, titles } = told;
  const { location_names, explained, deducted: _, shop_version: __, has_returns, ...facts } = row;
  const { place } = row;
  const viewer = toOrderViewer(ctx);
  const { cost, earned, ...rest } = facts;
  return {
    ...rest,
    ...rowView(viewer, shop, ctx.now, row),
    place: {
      area_no: place.area_no ?? null,
      street: place.street ?? null,
      home_no: place.home_no ?? null,
      area_id: place.area_id ?? null,
      area_name: getAreaName(ctx, row),
      lat: place.lat ?? null,
      lng: place.lng ?? null,
    },
    location_name: location_names ? resolveText(location_names, ctx.locale) : null,
    taxes: row.taxes.map(({ tax_bp, gross, net, tax }) => ({ tax_bp, gross, net, tax })),
    steps: explained.map((step) => stepView(step, titles)),
    next_at: toIsoOrNull(row.next_at),
    next_for: row.next_at && new Date(row.next_at.getTime() + MADE_AHEAD_MS).toISOString(),
    expires_at: toIsoOrNull(row.expires_at),
    cancelled_at: toIsoOrNull(row.cancelled_at),
    updated_at: row.updated_at.toISOString(),
    recurrence: row.recurrence && { ...row.recurrence, until: row.recurrence.until ?? null },
    lines: toLineViews(told),
    payments: (row.payments ?? []).map((payment) => ({
      ...payment,
      ...getPaymentMethodView(ctx, shop, payment.payment_id),
    })),
    moves: (row.moves ?? []).map((move) => ({
      ...move,
      status_title: resolveText(getById(shop.called.states, move.status_id).titles, ctx.locale),
    })),
    returns: row.returns ?? [],
    cash_step: fromMinor(getCashStep(row.currency, shop.settings), getCurrencyScale(row.currency)),
    next: listNextStatuses(ctx, viewer.role, shop, row),
    edit_reason: findEditRefusal(
      { ...row, isAwaitingProvider: !row.is_editable, hasReturns: has_returns },
      shop.settings.Currency,
    ),
    recur_failed: row.recur_failed && {
      code: row.recur_failed.code,
      message: formatFailure(row.recur_failed.code, row.recur_failed.params, ctx.locale),
    },
    ...(canSeeCosts(ctx)
      ? {
          cost: cost === null ? null : sumMoney(row.currency, [cost]),
          profit: earned === null || cost === null ? null : computeProfit(row.currency, earned, cost),
        }
      : {}),
  };
}

/**
 * Returns a complete order for this caller, in one statement, or two when its price refers to rules; also used for
 * responses to writes, inside their transaction.
 * @param sight condition for the visible orders; by default all, when the caller has checked access
 * @throws record.missing
 */
export async function orderView(ctx: Ctx, id: number, sight: Condition = EVERY_ORDER): Promise<Show> {
  const [found] = await loadByIdsInOrder<Full>(ctx, [id], (ids) => selectFull(ctx, ids, sight));
  const stored = requireFound(found);
  const row = { ...stored, lines: stored.lines ?? [] };
  const steps = [...row.explained, ...row.lines.flatMap((line) => line.steps)];
  const sources = row.lines.flatMap(({ discount_source }) => discount_source ?? []);
  const { location_id, location_names } = row;
  const zone =
    location_id === null || location_names === null ? [] : [{ id: location_id, titles: location_names }];
  const shop = await loadShopSnapshot.at(ctx, row.shop_version);
  const titles = await loadRuleTitles(
    ctx,
    [...steps, ...sources],
    zone.map((one) => ({ kind: 'location', ...one })),
  );
  return toOrderView({ ctx, shop, row, titles });
}

/** Returns an order; one that the caller may not see looks missing. @throws record.missing */
export const show = (ctx: Ctx, { id }: { id: number }): Promise<Show> =>
  orderView(ctx, id, isVisibleOrder(ctx));
