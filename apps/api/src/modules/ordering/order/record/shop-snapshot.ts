import { getMinuteOfDayIn, type Localized, toDayOfWeek, toLocalDate } from '@dukkan/commerce';
import type { STATUS_VARIANTS } from '@dukkan/contract';
import { sql } from 'kysely';
import { createVersionedSnapshot } from '../../../../core/cache/versioned-snapshot.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import type { ActiveRuleKinds } from '../../../pricing/index.ts';
import { DEFAULTS, type Settings } from '../../../setting/index.ts';

/** A delivery method as orders use it; amounts are texts of numeric columns. */
export type ShopDeliveryMethod = {
  readonly id: number;
  readonly titles: Localized;
  readonly inhouse: number;
  readonly delivery_cost: string;
  readonly delivery_minutes: number | null;
};

export type ShopPaymentMethod = {
  readonly id: number;
  readonly code: string;
  readonly titles: Localized;
  readonly type: 'cash' | 'card' | 'online' | 'transfer' | 'wallet';
  readonly status: number;
  readonly in_branch: boolean;
  readonly delivery_ids: readonly number[];
  readonly min_transaction: string | null;
  readonly max_transaction: string | null;
  readonly margin: string;
  readonly combinable: number;
  readonly charge_customer: number;
  readonly inhouse_holder: number;
  readonly partner_account: string | null;
};

type Branch = {
  readonly id: number;
  readonly names: Localized;
  readonly status: number;
  readonly tax: string;
  readonly tax_mode: 'inclusive' | 'exclusive' | null;
  readonly checks: boolean;
  /** False for warehouses, which do not sell. */
  readonly sells: boolean;
  readonly zone: string;
};

/** A branch with its local time: date, weekday from 0 Saturday, minute of the day. */
export type BranchWithLocalTime = Branch & {
  readonly today: string;
  readonly weekday: number;
  readonly minute: number;
};

type StatusVariant = (typeof STATUS_VARIANTS)[number];

/** A status that orders may have. */
export type ShopOrderStatus = {
  readonly id: number;
  readonly status_value: number;
  readonly titles: Localized;
  readonly variant: StatusVariant;
  readonly not_delivered: number;
  /** True while orders may still be given this status. */
  readonly given: boolean;
};

type Named = { readonly id: number };

type Read = {
  readonly version: string;
  readonly branches: readonly (Omit<Branch, 'zone'> & { readonly zone: string | null })[];
  readonly deliveries: readonly (ShopDeliveryMethod & { readonly branches_ids: readonly number[] })[];
  readonly payments: readonly (Omit<ShopPaymentMethod, 'in_branch'> & {
    /** Null: all branches may use it. */
    readonly branch_id: number | null;
    readonly branches_ids: readonly number[];
  })[];
  readonly statuses: readonly { readonly id: number; readonly status_value: number }[];
  /** All statuses, also deleted ones, in order. */
  readonly states: readonly ShopOrderStatus[];
  /** All branches, payment and delivery methods, also deleted ones, because orders refer to them. */
  readonly called: {
    readonly branches: readonly (Named & { readonly names: Localized })[];
    readonly payments: readonly Pick<
      ShopPaymentMethod,
      'id' | 'code' | 'titles' | 'type' | 'margin' | 'charge_customer'
    >[];
    readonly deliveries: readonly ShopDeliveryMethod[];
  };
  /** The shop's time zone, and those of branches with their own. */
  readonly zone: string | null;
  /** The saved values; null while nobody has saved them. */
  readonly currency: string | null;
  readonly cash_rounding: number | null;
  readonly zones: readonly { readonly id: number; readonly zone: string }[];
  readonly taxes: readonly { readonly id: number; readonly value: string }[];
  readonly parents: readonly { readonly id: number; readonly parent_id: number }[];
  readonly rules: ActiveRuleKinds;
};

/** Data of the shop that every order needs and that seldom changes, in one version. */
export type ShopSnapshot = Pick<Read, 'deliveries' | 'payments' | 'statuses' | 'states' | 'rules'> & {
  readonly branches: ReadonlyMap<number, Branch>;
  readonly zone: string;
  readonly settings: Pick<Settings, 'Currency' | 'cash_rounding'>;
  /** Time zones by branch id, for branches with their own time zone; includes closed branches. */
  readonly zones: ReadonlyMap<number, string>;
  /** Percent, by tax type. */
  readonly taxes: ReadonlyMap<number, string>;
  /** The parent of each category. */
  readonly parents: ReadonlyMap<number, number>;
  /** By id, including deleted ones. */
  readonly called: {
    readonly branches: ReadonlyMap<number, Read['called']['branches'][number]>;
    readonly states: ReadonlyMap<number, ShopOrderStatus>;
    readonly payments: ReadonlyMap<number, Read['called']['payments'][number]>;
    readonly deliveries: ReadonlyMap<number, Read['called']['deliveries'][number]>;
  };
};

/** Returns a row that an order refers to; the snapshot contains all rows, also deleted ones. */
export function getById<R>(rows: ReadonlyMap<number, R>, id: number): R {
  const row = rows.get(id);
  if (!row) throw new Error(`an order points at ${id}, which never was`);
  return row;
}

/** SQL for the version of the shop snapshot, for statements whose rows are read with it (`loadShopSnapshot.under`). */
export const SHOP_VERSION = sql<string>`(SELECT version::text FROM shop_version WHERE id = 1)`;

const EVERYTHING = sql<Read>`
  SELECT ${SHOP_VERSION} AS version,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT b.id, b.names, b.status, coalesce(b.settings->'tax'->>'value', '0') AS tax, b.settings->>'tax_mode' AS tax_mode,
             coalesce((b.settings->>'product_check_availability')::boolean, TRUE) AS checks, b.warehouse = 0 AS sells,
             coalesce(b.settings->>'timezone', (SELECT data->>'timezone' FROM setting WHERE id = 1)) AS zone
        FROM branch b WHERE b.deleted_at IS NULL) x) AS branches,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT d.id, d.titles, d.inhouse, d.delivery_cost::text AS delivery_cost, d.delivery_minutes,
             ARRAY(SELECT a.branch_id FROM branch_delivery a WHERE a.delivery_id = d.id) AS branches_ids
        FROM delivery_method d WHERE d.deleted_at IS NULL AND d.status = 1 ORDER BY d.ord, d.id) x) AS deliveries,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT m.id, m.code, m.titles, m.type, m.status, m.min_transaction::text AS min_transaction,
             m.max_transaction::text AS max_transaction, m.margin::text AS margin, m.combinable, m.charge_customer,
             m.inhouse_holder, m.partner_account, CASE m.master WHEN 1 THEN NULL ELSE m.branch_id END AS branch_id,
             ARRAY(SELECT a.delivery_id FROM payment_delivery a WHERE a.payment_id = m.id) AS delivery_ids,
             ARRAY(SELECT a.branch_id FROM branch_payment a WHERE a.payment_id = m.id) AS branches_ids
        FROM payment_method m WHERE m.deleted_at IS NULL AND (m.master = 1 OR m.branch_id IS NOT NULL)
       ORDER BY m.ord, m.id) x) AS payments,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT DISTINCT ON (status_value) id, status_value FROM order_status WHERE deleted_at IS NULL AND status = 1
       ORDER BY status_value, default_start DESC, not_delivered, ord, id) x) AS statuses,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT id, status_value, titles, variant, not_delivered, deleted_at IS NULL AND status = 1 AS given
        FROM order_status ORDER BY ord, id) x) AS states,
    json_build_object(
      'branches', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT id, names FROM branch) x),
      'payments', (SELECT coalesce(json_agg(x), '[]') FROM (
        SELECT id, code, titles, type, margin::text AS margin, charge_customer FROM payment_method) x),
      'deliveries', (SELECT coalesce(json_agg(x), '[]') FROM (
        SELECT id, titles, inhouse, delivery_cost::text AS delivery_cost, delivery_minutes FROM delivery_method) x)) AS called,
    (SELECT data->>'timezone' FROM setting WHERE id = 1) AS zone,
    (SELECT data->>'Currency' FROM setting WHERE id = 1) AS currency,
    (SELECT (data->>'cash_rounding')::float8 FROM setting WHERE id = 1) AS cash_rounding,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT id, settings->>'timezone' AS zone FROM branch WHERE settings->>'timezone' IS NOT NULL) x) AS zones,
    (SELECT coalesce(json_agg(x), '[]') FROM (SELECT id, value::text AS value FROM tax_type) x) AS taxes,
    (SELECT coalesce(json_agg(x), '[]') FROM (
      SELECT id, parent_id FROM category WHERE parent_id IS NOT NULL) x) AS parents,
    (SELECT json_build_object(
       'price_lists', EXISTS (SELECT 1 FROM price_list WHERE status = 1 AND deleted_at IS NULL),
       'discounts', EXISTS (SELECT 1 FROM discount WHERE status = 1 AND deleted_at IS NULL),
       'wholesales', EXISTS (SELECT 1 FROM offer WHERE type = 'wholesale' AND status = 1 AND deleted_at IS NULL))) AS rules`;

const byId = <R extends Named>(rows: readonly R[]): ReadonlyMap<number, R> =>
  new Map(rows.map((row) => [row.id, row]));

/** Returns the current shop snapshot in the caller's transaction; triggers change its version with every change. */
export const loadShopSnapshot = createVersionedSnapshot<Read, ShopSnapshot>(
  sql<{ version: string }>`SELECT ${SHOP_VERSION} AS version`,
  EVERYTHING,
  ({ branches, taxes, parents, called, currency, cash_rounding, zone, zones, version: _, ...kept }) => ({
    ...kept,
    zone: zone ?? DEFAULTS.timezone,
    settings: {
      Currency: currency ?? DEFAULTS.Currency,
      cash_rounding: cash_rounding ?? DEFAULTS.cash_rounding,
    },
    zones: new Map(zones.map((branch) => [branch.id, branch.zone])),
    branches: new Map(
      branches.map((branch) => [branch.id, { ...branch, zone: branch.zone ?? DEFAULTS.timezone }]),
    ),
    taxes: new Map(taxes.map(({ id, value }) => [id, value])),
    parents: new Map(parents.map(({ id, parent_id }) => [id, parent_id])),
    called: {
      branches: byId(called.branches),
      states: byId(kept.states),
      payments: byId(called.payments),
      deliveries: byId(called.deliveries),
    },
  }),
);

/** Finds an existing branch with its local time; null when there is none. */
export function findBranch(ctx: Ctx, shop: ShopSnapshot, id: number): BranchWithLocalTime | null {
  const branch = shop.branches.get(id);
  if (!branch) return null;
  const today = toLocalDate(ctx.now, branch.zone);
  return { ...branch, today, weekday: toDayOfWeek(today), minute: getMinuteOfDayIn(ctx.now, branch.zone) };
}

/** Lists the active delivery methods of a branch, in order. */
export const listDeliveryMethods = ({ deliveries }: ShopSnapshot, branch_id: number): ShopDeliveryMethod[] =>
  deliveries.filter(({ branches_ids }) => branches_ids.includes(branch_id));

/** Returns the default delivery method: the shop's own drivers, else the first one. */
export const findDefaultDeliveryMethod = (
  methods: readonly ShopDeliveryMethod[],
): ShopDeliveryMethod | null => methods.find(({ inhouse }) => inhouse === 1) ?? methods[0] ?? null;

/** Lists the payment methods that a branch could use, and whether it does. */
export const listPaymentMethods = ({ payments }: ShopSnapshot, branch_id: number): ShopPaymentMethod[] =>
  payments
    .filter((method) => method.branch_id === null || method.branch_id === branch_id)
    .map((method) => ({ ...method, in_branch: method.branches_ids.includes(branch_id) }));

/** Returns the default cash method; null when the branch takes no cash. */
export const findCashMethod = (methods: readonly ShopPaymentMethod[]): ShopPaymentMethod | null =>
  methods.find(({ type, status, in_branch }) => type === 'cash' && status === 1 && in_branch) ?? null;

/** The code of the seeded cash-on-delivery method. */
const COD = 'cod';

/** Returns the method for payment at the door: cash on delivery, else the branch's cash method. */
export const findCodMethod = (methods: readonly ShopPaymentMethod[]): ShopPaymentMethod | null =>
  methods.find(({ code, status, in_branch }) => code === COD && status === 1 && in_branch) ??
  findCashMethod(methods);
