import { addAncestorCategories, type Localized } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { canSeeBranch, getEffectiveScope } from '../../../../core/access.ts';
import type { Ctx } from '../../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../../core/db/tables.ts';
import { failField } from '../../../../core/fail-field.ts';
import type { Tables } from '../../../../generated/tables.ts';
import {
  type BranchWithLocalTime,
  findBranch,
  listDeliveryMethods,
  listPaymentMethods,
  type ShopDeliveryMethod,
  type ShopPaymentMethod,
  type ShopSnapshot,
} from '../record/shop-snapshot.ts';

export type ExtraFacts = { readonly id: number; readonly titles: Localized; readonly price: string };

export type PricingItem = {
  readonly item_id: number;
  readonly product_id: number;
  readonly titles: Localized;
  readonly barcode: string | null;
  readonly image: string | null;
  readonly live: boolean;
  /** True for the item that represents its product. */
  readonly first: boolean;
  readonly status: number;
  /** 1: free on purpose. */
  readonly free: number;
  readonly price: string;
  readonly stepper: string;
  /** Percent; null when the product has no tax type. */
  readonly tax: string | null;
  /** Its categories and all their ancestors. */
  readonly categorys_ids: readonly number[];
  readonly extras: readonly ExtraFacts[];
};

export type PricingBundle = {
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

export type PricingData = {
  readonly branch: BranchWithLocalTime | null;
  readonly items: readonly PricingItem[];
  readonly bundles: readonly PricingBundle[];
  readonly deliveries: readonly ShopDeliveryMethod[];
  readonly payments: readonly ShopPaymentMethod[];
  /** The statuses of new orders: the first active one of each value. */
  readonly statuses: ShopSnapshot['statuses'];
  readonly rules: ShopSnapshot['rules'];
};

export type PricingQuery = {
  readonly branch_id: number;
  readonly item_ids: readonly number[];
  /** Products named without an item, which stand for their first item. */
  readonly product_ids: readonly number[];
  readonly offer_ids: readonly number[];
  readonly extra_ids: readonly number[];
};

/** SQL for the first item of a product, used when no item is named. */
const selectFirstItem = (product_id: RawBuilder<unknown>) => sql<
  number | null
>`(SELECT f.id FROM product_item f
  WHERE f.product_id = ${product_id} AND f.deleted_at IS NULL ORDER BY f.ord, f.id LIMIT 1)`;

/** Reads bundles with their parts, also deleted and expired ones, so that errors can name them. */
async function readBundles(
  ctx: Ctx,
  shop: ShopSnapshot,
  { offer_ids, branch_id }: PricingQuery,
  today: string,
) {
  if (offer_ids.length === 0) return [];
  const bundles = tables
    .selectFrom('offer as o')
    .select(({ and, eb, exists, not, or, ref, selectFrom }) => {
      const branches = selectFrom('offer_branch as b')
        .select('b.offer_id')
        .whereRef('b.offer_id', '=', 'o.id');
      return [
        'o.id',
        ref('o.titles').$castTo<Localized>().as('titles'),
        'o.status',
        'o.image',
        ref('o.bundle_price').$castTo<string>().as('bundle_price'),
        'o.drink_share',
        and([
          eb('o.deleted_at', 'is', null),
          eb('o.type', '=', 'bundle'),
          or([eb('o.start_date', 'is', null), eb('o.start_date', '<=', today)]),
          or([eb('o.end_date', 'is', null), eb('o.end_date', '>=', today)]),
          or([not(exists(branches)), exists(branches.where('b.branch_id', '=', branch_id))]),
        ])
          .$castTo<boolean>()
          .as('active'),
        sql<number[]>`array(${selectFrom('offer_category as k')
          .select('k.category_id')
          .whereRef('k.offer_id', '=', 'o.id')})`.as('own'),
        sql<PricingBundle['parts']>`
          coalesce((SELECT json_agg(json_build_object('item_id', coalesce(x.item_id, ${selectFirstItem(sql`x.product_id`)}),
                           'quantity', x.quantity::text) ORDER BY x.ord, x.id)
                      FROM offer_product x WHERE x.offer_id = o.id), '[]')`.as('parts'),
      ];
    })
    .where('o.id', '=', anyIdSql(offer_ids));
  const rows = await fetchRows(ctx, bundles);
  return rows.map(
    ({ own, ...bundle }): PricingBundle => ({
      ...bundle,
      categorys_ids: addAncestorCategories(shop.parents, own),
    }),
  );
}

type ItemRow = Pick<PricingItem, 'titles' | 'live' | 'first' | 'extras'> &
  Pick<Selectable<Tables['product_item']>, 'product_id' | 'barcode'> &
  Pick<Selectable<Tables['product']>, 'status' | 'free' | 'price' | 'stepper' | 'tax_type_id'> & {
    readonly item_id: Selectable<Tables['product_item']>['id'];
    readonly image: Selectable<Tables['product_image']>['thumb'] | null;
    readonly own: readonly Selectable<Tables['product_category']>['category_id'][];
  };

/** SQL for the requested extras that the product of `i` has, at the branch's price. */
const selectExtras = (branch_id: number, ids: readonly number[]): RawBuilder<readonly ExtraFacts[]> =>
  ids.length === 0
    ? sql`'[]'::jsonb`
    : sql`coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'titles', e.titles,
                          'price', coalesce(ep.price, e.price)::text))
        FROM extra_product x JOIN extra e ON e.id = x.extra_id AND e.deleted_at IS NULL AND e.status = 1
        LEFT JOIN extra_price ep ON ep.extra_id = e.id AND ep.branch_id = ${branch_id}::int
       WHERE x.product_id = i.product_id AND e.id = ANY(${[...ids]}::int[])), '[]')`;

/**
 * Reads the requested items and the first items of the requested products. The ids are passed as JSON, whose length
 * does not affect the plan, so that it is planned only once.
 */
async function readItems(
  ctx: Ctx,
  shop: ShopSnapshot,
  asked: PricingQuery,
  parts: readonly number[],
): Promise<PricingItem[]> {
  const wants = [
    ...[...asked.item_ids, ...parts].map((item_id) => ({ item_id })),
    ...asked.product_ids.map((product_id) => ({ product_id })),
  ];
  if (wants.length === 0) return [];
  const rows = await fetchRows(
    ctx,
    sql<ItemRow>`
    SELECT i.id AS item_id, i.product_id, item_titles(p.titles, i.option) AS titles, i.barcode, p.status, p.free,
           coalesce(i.price, p.price)::text AS price,
           (i.deleted_at IS NULL AND p.deleted_at IS NULL) AS live, p.stepper::text AS stepper, p.tax_type_id, w.first,
           (SELECT g.thumb FROM product_image g WHERE g.product_id = p.id ORDER BY g.ord, g.id LIMIT 1) AS image,
           ARRAY(SELECT k.category_id FROM product_category k WHERE k.product_id = p.id) AS own,
           ${selectExtras(asked.branch_id, asked.extra_ids)} AS extras
      FROM (SELECT coalesce(x.item_id, ${selectFirstItem(sql`x.product_id`)}) AS id, bool_or(x.item_id IS NULL) AS first
              FROM jsonb_to_recordset(${JSON.stringify(wants)}::jsonb) AS x (item_id int, product_id int) GROUP BY 1) w
     CROSS JOIN LATERAL (SELECT * FROM product_item i WHERE i.id = w.id OFFSET 0) i
     CROSS JOIN LATERAL (SELECT * FROM product p WHERE p.id = i.product_id OFFSET 0) p`,
  );
  return rows.map(({ tax_type_id, own, ...row }) => ({
    ...row,
    tax: (tax_type_id === null ? undefined : shop.taxes.get(tax_type_id)) ?? null,
    categorys_ids: addAncestorCategories(shop.parents, own),
  }));
}

/**
 * Loads everything needed to price an order, about branch, goods and methods: one statement for the goods, two with
 * bundles. Deleted and closed records are included, so that errors can name them; bundles include their items.
 */
export async function loadPricingData(
  ctx: Ctx,
  shop: ShopSnapshot,
  query: PricingQuery,
): Promise<PricingData> {
  const { branch_id } = query;
  const branch = findBranch(ctx, shop, branch_id);
  const bundles = await readBundles(ctx, shop, query, branch?.today ?? '1970-01-01');
  const parts = bundles.flatMap((bundle) => bundle.parts.map(({ item_id }) => item_id));
  return {
    branch,
    bundles,
    items: await readItems(ctx, shop, query, parts),
    deliveries: listDeliveryMethods(shop, branch_id),
    payments: listPaymentMethods(shop, branch_id),
    statuses: shop.statuses,
    rules: shop.rules,
  };
}

/** Returns the branch when neither the order nor its zone names one: the header's, or the caller's only one. */
export function getDefaultBranchId(ctx: Ctx): number | null {
  const scope = getEffectiveScope(ctx);
  return scope !== 'all' && scope.length === 1 ? (scope[0] ?? null) : null;
}

/**
 * Checks that a branch named by staff is one of theirs; a missing branch gets the same error.
 * @throws branch.forbidden (docs/rules/sessions.md#branches)
 */
export function checkBranchVisible(ctx: Ctx, branch_id: number | null | undefined): void {
  if (branch_id != null && !canSeeBranch(ctx, branch_id)) fail('branch.forbidden', undefined, 'branch_id');
}

/** Returns the open branch of an order. @throws reference.missing; branch.forbidden when staff may not see it */
export function requireSellingBranch(
  ctx: Ctx,
  facts: PricingData,
  kind: 'customer' | 'other',
): BranchWithLocalTime {
  const { branch } = facts;
  if (branch?.status !== 1 || !branch.sells)
    return fail('reference.missing', { field: 'branch_id' }, 'branch_id');
  if (kind !== 'customer' && ctx.scope !== 'all' && !ctx.scope.includes(branch.id)) fail('branch.forbidden');
  if (kind !== 'customer' && ctx.branch_id !== null && ctx.branch_id !== branch.id) fail('branch.forbidden');
  return branch;
}

/**
 * Returns the branch that an order is transferred to: a selling one of the caller's branches, whatever the branch-id
 * header.
 * @throws reference.missing, branch.forbidden
 */
export const requireTransferTargetBranch = (ctx: Ctx, facts: PricingData): BranchWithLocalTime =>
  requireSellingBranch({ ...ctx, branch_id: null }, facts, 'other');

/** Throws for a field of one cart line. */
export const failCartLine = (
  n: number,
  field: string,
  rule: 'invalid' | 'required' | 'unknown_field',
): never => failField(`cart.${n}.${field}`, rule);
