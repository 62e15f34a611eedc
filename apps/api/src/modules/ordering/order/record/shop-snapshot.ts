import { getMinuteOfDayIn, type Localized, toDayOfWeek, toLocalDate } from '@dukkan/commerce';
import type { STATUS_VARIANTS } from '@dukkan/contract';
import { createVersionedSnapshot } from '../../../../core/cache/versioned-snapshot.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { Prisma } from '../../../../core/db/database.ts';
import type { ActiveRuleKinds } from '../../../pricing/index.ts';
import { DEFAULTS } from '../../../setting/index.ts';

/** A method as an order needs it; amounts are texts of numeric columns. */
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
  /** A warehouse sells nothing (decisions 11). */
  readonly sells: boolean;
  readonly zone: string;
};

/** A branch with its clock: the local day, the weekday from 0 Saturday, the minute of the day. */
export type BranchWithLocalTime = Branch & {
  readonly today: string;
  readonly weekday: number;
  readonly minute: number;
};

type StatusVariant = (typeof STATUS_VARIANTS)[number];

/** A status that an order may stand on. */
export type ShopOrderStatus = {
  readonly id: number;
  readonly status_value: number;
  readonly titles: Localized;
  readonly variant: StatusVariant;
  readonly not_delivered: number;
  /** Whether orders may still be given it. */
  readonly given: boolean;
};

type Named = { readonly id: number };

type Read = {
  readonly version: string;
  readonly branches: readonly (Omit<Branch, 'zone'> & { readonly zone: string | null })[];
  readonly deliveries: readonly (ShopDeliveryMethod & { readonly branches_ids: readonly number[] })[];
  readonly payments: readonly (Omit<ShopPaymentMethod, 'in_branch'> & {
    /** Null: every branch may take it. */
    readonly branch_id: number | null;
    readonly branches_ids: readonly number[];
  })[];
  readonly statuses: readonly { readonly id: number; readonly status_value: number }[];
  /** Every status there ever was, in their order. */
  readonly states: readonly ShopOrderStatus[];
  /** How every branch, payment and delivery method is called that there ever was: orders still name them. */
  readonly called: {
    readonly branches: readonly (Named & { readonly names: Localized })[];
    readonly payments: readonly (Named & Pick<ShopPaymentMethod, 'titles' | 'type'>)[];
    readonly deliveries: readonly (Named & Pick<ShopDeliveryMethod, 'titles' | 'inhouse'>)[];
  };
  /** The shop's zone, and those of branches that have one of their own. */
  readonly zone: string | null;
  readonly zones: readonly { readonly id: number; readonly zone: string }[];
  readonly taxes: readonly { readonly id: number; readonly value: string }[];
  readonly parents: readonly { readonly id: number; readonly parent_id: number }[];
  readonly rules: ActiveRuleKinds;
};

/** What every order reads of the shop and what seldom changes, as it stood under one version. */
export type ShopSnapshot = Pick<Read, 'deliveries' | 'payments' | 'statuses' | 'states' | 'rules'> & {
  readonly branches: ReadonlyMap<number, Branch>;
  readonly zone: string;
  /** Of branches that have one of their own, closed ones too. */
  readonly zones: ReadonlyMap<number, string>;
  /** Percent, by tax type. */
  readonly taxes: ReadonlyMap<number, string>;
  /** A category's parent. */
  readonly parents: ReadonlyMap<number, number>;
  /** By id, those that are gone too. */
  readonly called: {
    readonly branches: ReadonlyMap<number, Read['called']['branches'][number]>;
    readonly states: ReadonlyMap<number, ShopOrderStatus>;
    readonly payments: ReadonlyMap<number, Read['called']['payments'][number]>;
    readonly deliveries: ReadonlyMap<number, Read['called']['deliveries'][number]>;
  };
};

/** One of what orders point at; all that there ever was is in the shop they were read beside. */
export function getById<R>(rows: ReadonlyMap<number, R>, id: number): R {
  const row = rows.get(id);
  if (!row) throw new Error(`an order points at ${id}, which never was`);
  return row;
}

/** The version of the shop, for statements whose rows are read beside it (`readShop.under`). */
export const SHOP_VERSION = Prisma.sql`(SELECT version::text FROM shop_version WHERE id = 1)`;

const EVERYTHING = Prisma.sql`
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
      'payments', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT id, titles, type FROM payment_method) x),
      'deliveries', (SELECT coalesce(json_agg(x), '[]') FROM (SELECT id, titles, inhouse FROM delivery_method) x)) AS called,
    (SELECT data->>'timezone' FROM setting WHERE id = 1) AS zone,
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

/** The shop as it is now, in the caller's transaction; every change takes another version (triggers). */
export const loadShopSnapshot = createVersionedSnapshot<Read, ShopSnapshot>(
  Prisma.sql`SELECT ${SHOP_VERSION} AS version`,
  EVERYTHING,
  ({ branches, taxes, parents, zone, zones, deliveries, payments, statuses, states, rules, called }) => ({
    deliveries,
    payments,
    statuses,
    states,
    rules,
    zone: zone ?? DEFAULTS.timezone,
    zones: new Map(zones.map((branch) => [branch.id, branch.zone])),
    branches: new Map(
      branches.map((branch) => [branch.id, { ...branch, zone: branch.zone ?? DEFAULTS.timezone }]),
    ),
    taxes: new Map(taxes.map(({ id, value }) => [id, value])),
    parents: new Map(parents.map(({ id, parent_id }) => [id, parent_id])),
    called: {
      branches: byId(called.branches),
      states: byId(states),
      payments: byId(called.payments),
      deliveries: byId(called.deliveries),
    },
  }),
);

/** A living branch and what time it is there; null where there is none. */
export function findBranch(ctx: Ctx, shop: ShopSnapshot, id: number): BranchWithLocalTime | null {
  const branch = shop.branches.get(id);
  if (!branch) return null;
  const today = toLocalDate(ctx.now, branch.zone);
  return { ...branch, today, weekday: toDayOfWeek(today), minute: getMinuteOfDayIn(ctx.now, branch.zone) };
}

/** The active delivery methods of a branch, in their order. */
export const listDeliveryMethods = ({ deliveries }: ShopSnapshot, branch_id: number): ShopDeliveryMethod[] =>
  deliveries.filter(({ branches_ids }) => branches_ids.includes(branch_id));

/** The delivery method that is meant where nobody names one: the shop's own drivers, else the first. */
export const findDefaultDeliveryMethod = (
  methods: readonly ShopDeliveryMethod[],
): ShopDeliveryMethod | null => methods.find(({ inhouse }) => inhouse === 1) ?? methods[0] ?? null;

/** The payment methods that a branch could take, with whether it does. */
export const listPaymentMethods = ({ payments }: ShopSnapshot, branch_id: number): ShopPaymentMethod[] =>
  payments
    .filter((method) => method.branch_id === null || method.branch_id === branch_id)
    .map((method) => ({ ...method, in_branch: method.branches_ids.includes(branch_id) }));

/** The cash method that is meant where nobody names one (decisions 10); null where the branch takes no cash. */
export const findCashMethod = (methods: readonly ShopPaymentMethod[]): ShopPaymentMethod | null =>
  methods.find(({ type, status, in_branch }) => type === 'cash' && status === 1 && in_branch) ?? null;

/** What the seeded method that pays at the door is called. */
const COD = 'cod';

/** The method that pays at the door: cash on delivery, else what cash the branch takes (decisions 10). */
export const findCodMethod = (methods: readonly ShopPaymentMethod[]): ShopPaymentMethod | null =>
  methods.find(({ code, status, in_branch }) => code === COD && status === 1 && in_branch) ??
  findCashMethod(methods);

/** Categories and everything above them, each once. */
export function withAncestorCategories({ parents }: ShopSnapshot, own: readonly number[]): number[] {
  const all = new Set<number>();
  for (const id of own)
    for (let at: number | undefined = id; at !== undefined && !all.has(at); at = parents.get(at)) all.add(at);
  return [...all];
}
