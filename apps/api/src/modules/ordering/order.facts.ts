import type { Localized } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { effectiveScope } from '../../core/access.ts';
import type { Ctx } from '../../core/ctx.ts';
import { Prisma, readRows } from '../../core/db.ts';
import { invalid } from '../../core/invalid.ts';
import { ZONE } from '../stock/index.ts';

/** A method as an order needs it; amounts are texts of numeric columns. */
export type DeliveryFacts = {
  readonly id: number;
  readonly titles: Localized;
  readonly inhouse: number;
  readonly delivery_cost: string;
  readonly delivery_minutes: number | null;
};

export type PaymentFacts = {
  readonly id: number;
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

export type ExtraFacts = { readonly id: number; readonly titles: Localized; readonly price: string };

export type ItemFacts = {
  readonly item_id: number;
  readonly product_id: number;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly image: string | null;
  readonly live: boolean;
  readonly status: number;
  readonly price: string;
  readonly stepper: string;
  /** Percent; null where the product has no tax type of its own. */
  readonly tax: string | null;
  /** Its categories and everything above them. */
  readonly categorys_ids: readonly number[];
  readonly extras: readonly ExtraFacts[];
};

export type BundleFacts = {
  readonly id: number;
  readonly titles: Localized;
  readonly status: number;
  readonly active: boolean;
  readonly bundle_price: string;
  readonly drink_share: string | null;
  readonly categorys_ids: readonly number[];
  readonly image: string | null;
  readonly parts: readonly { readonly item_id: number; readonly quantity: string }[];
};

export type BranchFacts = {
  readonly id: number;
  readonly names: Localized;
  readonly status: number;
  readonly tax: string;
  readonly tax_mode: 'inclusive' | 'exclusive' | null;
  readonly checks: boolean;
  readonly refund_force_auth: boolean;
  readonly zone: string;
  readonly today: string;
  /** 0 Sunday to 6 Saturday, as PostgreSQL counts. */
  readonly dow: number;
  readonly minute: number;
};

export type Facts = {
  readonly branch: BranchFacts | null;
  readonly items: readonly ItemFacts[];
  readonly bundles: readonly BundleFacts[];
  readonly deliveries: readonly DeliveryFacts[];
  readonly payments: readonly PaymentFacts[];
  /** What new orders get: the first active status of each value. */
  readonly statuses: readonly { readonly id: number; readonly status_value: number }[];
};

export type Asked = {
  readonly branch_id: number;
  readonly item_ids: readonly number[];
  /** Products named without an item: their first one is meant. */
  readonly product_ids: readonly number[];
  readonly offer_ids: readonly number[];
  readonly extra_ids: readonly number[];
};

/** Ids of the categories in `own` and of all above them. */
const withParents = (own: Prisma.Sql) => Prisma.sql`ARRAY(
  WITH RECURSIVE up AS (
    SELECT c.id, c.parent_id FROM category c WHERE c.id IN (${own})
    UNION SELECT c.id, c.parent_id FROM category c JOIN up ON up.parent_id = c.id)
  SELECT id FROM up)`;

/**
 * Everything about branch, goods and methods that an order is priced with, in one statement. What is gone or closed is
 * read too, so that it can be said by name. Bundles bring the items they hold.
 */
export async function readFacts(ctx: Ctx, asked: Asked): Promise<Facts> {
  const { branch_id } = asked;
  const [row] = await readRows<Facts>(
    ctx,
    Prisma.sql`
    WITH place AS MATERIALIZED (
      SELECT b.id, b.names, b.status, coalesce(b.settings->'tax'->>'value', '0') AS tax, b.settings->>'tax_mode' AS tax_mode,
             coalesce((b.settings->>'product_check_availability')::boolean, TRUE) AS checks,
             coalesce((b.settings->>'refund_force_auth')::boolean, FALSE) AS refund_force_auth,
             ${ZONE} AS zone, ${ctx.now}::timestamptz AT TIME ZONE ${ZONE} AS clock
        FROM branch b WHERE b.id = ${branch_id}::int AND b.deleted_at IS NULL
    ), bundle AS MATERIALIZED (
      SELECT o.id, o.titles, o.status, o.image, o.bundle_price::text AS bundle_price, o.drink_share::text AS drink_share,
             (o.deleted_at IS NULL AND o.type = 'bundle'
              AND (o.start_date IS NULL OR o.start_date <= (SELECT clock::date FROM place))
              AND (o.end_date IS NULL OR o.end_date >= (SELECT clock::date FROM place))) AS active,
             ${withParents(Prisma.sql`SELECT oc.category_id FROM offer_category oc WHERE oc.offer_id = o.id`)} AS categorys_ids,
             coalesce((SELECT jsonb_agg(jsonb_build_object('item_id', coalesce(op.item_id, (SELECT i.id FROM product_item i
                          WHERE i.product_id = op.product_id AND i.deleted_at IS NULL ORDER BY i.ord, i.id LIMIT 1)),
                        'quantity', op.quantity::text) ORDER BY op.ord, op.id)
                 FROM offer_product op WHERE op.offer_id = o.id), '[]') AS parts
        FROM offer o WHERE o.id = ANY(${[...asked.offer_ids]}::int[])
    ), wanted AS (
      SELECT unnest(${[...asked.item_ids]}::int[]) AS id
      UNION SELECT (SELECT i.id FROM product_item i WHERE i.product_id = p.id AND i.deleted_at IS NULL ORDER BY i.ord, i.id LIMIT 1)
        FROM unnest(${[...asked.product_ids]}::int[]) AS p(id)
      UNION SELECT (part->>'item_id')::int FROM bundle, jsonb_array_elements(bundle.parts) AS part
    ), goods AS (
      SELECT i.id AS item_id, i.product_id, p.titles, i.barcode, p.status, coalesce(i.price, p.price)::text AS price,
             (i.deleted_at IS NULL AND p.deleted_at IS NULL) AS live, p.stepper::text AS stepper, t.value::text AS tax,
             (SELECT g.thumb FROM product_image g WHERE g.product_id = p.id ORDER BY g.ord, g.id LIMIT 1) AS image,
             ${withParents(Prisma.sql`SELECT pc.category_id FROM product_category pc WHERE pc.product_id = p.id`)} AS categorys_ids,
             CASE WHEN cardinality(${[...asked.extra_ids]}::int[]) = 0 THEN '[]'::jsonb ELSE
               coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'titles', e.titles,
                          'price', coalesce(ep.price, e.price)::text))
                 FROM extra_product x JOIN extra e ON e.id = x.extra_id AND e.deleted_at IS NULL AND e.status = 1
                 LEFT JOIN extra_price ep ON ep.extra_id = e.id AND ep.branch_id = ${branch_id}::int
                WHERE x.product_id = p.id AND e.id = ANY(${[...asked.extra_ids]}::int[])), '[]') END AS extras
        FROM wanted w JOIN product_item i ON i.id = w.id JOIN product p ON p.id = i.product_id
        LEFT JOIN tax_type t ON t.id = p.tax_type_id
    )
    SELECT (SELECT to_jsonb(x) FROM (SELECT id, names, status, tax, tax_mode, checks, refund_force_auth, zone,
              clock::date::text AS today, extract(dow FROM clock)::int AS dow,
              (extract(hour FROM clock) * 60 + extract(minute FROM clock))::int AS minute FROM place) x) AS branch,
           coalesce((SELECT jsonb_agg(to_jsonb(g)) FROM goods g), '[]') AS items,
           coalesce((SELECT jsonb_agg(to_jsonb(b)) FROM bundle b), '[]') AS bundles,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', d.id, 'titles', d.titles, 'inhouse', d.inhouse,
                       'delivery_cost', d.delivery_cost::text, 'delivery_minutes', d.delivery_minutes) ORDER BY d.ord, d.id)
              FROM delivery_method d JOIN branch_delivery bd ON bd.delivery_id = d.id AND bd.branch_id = ${branch_id}::int
             WHERE d.deleted_at IS NULL AND d.status = 1), '[]') AS deliveries,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'titles', m.titles, 'type', m.type, 'status', m.status,
                       'in_branch', bp.branch_id IS NOT NULL,
                       'delivery_ids', ARRAY(SELECT pd.delivery_id FROM payment_delivery pd WHERE pd.payment_id = m.id),
                       'min_transaction', m.min_transaction::text, 'max_transaction', m.max_transaction::text,
                       'margin', m.margin::text, 'combinable', m.combinable, 'charge_customer', m.charge_customer,
                       'inhouse_holder', m.inhouse_holder, 'partner_account', m.partner_account) ORDER BY m.ord, m.id)
              FROM payment_method m
              LEFT JOIN branch_payment bp ON bp.payment_id = m.id AND bp.branch_id = ${branch_id}::int
             WHERE m.deleted_at IS NULL AND (m.master = 1 OR m.branch_id = ${branch_id}::int)), '[]') AS payments,
           coalesce((SELECT jsonb_agg(to_jsonb(s)) FROM (
             SELECT DISTINCT ON (status_value) id, status_value FROM order_status WHERE deleted_at IS NULL AND status = 1
              ORDER BY status_value, default_start DESC, not_delivered, ord, id) s), '[]') AS statuses`,
  );
  return row as Facts;
}

/** The branch an order is for where neither it nor its zone names one: the header's, or the caller's only one. */
export function ownBranch(ctx: Ctx): number | null {
  const scope = effectiveScope(ctx);
  return scope !== 'all' && scope.length === 1 ? (scope[0] ?? null) : null;
}

/** The open branch of an order. @throws reference.missing; branch.forbidden where staff does not see it */
export function openBranch(ctx: Ctx, facts: Facts, kind: 'customer' | 'other'): BranchFacts {
  const { branch } = facts;
  if (branch?.status !== 1) return fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  if (kind !== 'customer' && ctx.scope !== 'all' && !ctx.scope.includes(branch.id)) fail('branch.forbidden');
  if (kind !== 'customer' && ctx.branch_id !== null && ctx.branch_id !== branch.id) fail('branch.forbidden');
  return branch;
}

/** Refuses a field of one line of the cart. */
export const badLine = (n: number, field: string, rule: 'invalid' | 'required' | 'unknown_field'): never =>
  invalid(`cart.${n}.${field}`, rule);
