import { createHash, createHmac } from 'node:crypto';
import { getCurrencyScale, LOCALES } from '@dukkan/commerce';
import type { api } from '@dukkan/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Ctx } from '../../../core/ctx.ts';
import { fetchRow, fetchRows, tables, unnestIds } from '../../../core/db/tables.ts';
import { pictureUrl } from '../../../core/file/pictures.ts';
import { hmac } from '../../../core/secret/encryption.ts';
import { accountCoversBranchSql } from '../../identity/index.ts';
import { getSlotMinutes } from '../../pricing/index.ts';
import { getShopName, readSettings, type Settings } from '../../setting/index.ts';
import type { PairedTill } from '../../tills/index.ts';
import { findBranch, listPaymentMethods, type ShopSnapshot } from '../order/record/shop-snapshot.ts';
import { type PackRules, readPackRules } from './read-pack-rules.ts';

// Rule: docs/rules/till-sales.md#pack

type Answer = z.output<typeof api.tillPack.show.output>;
type PackShop = NonNullable<Answer['shop']>;

const numberOrNull = (amount: string | number | null): number | null =>
  amount === null ? null : Number(amount);

/** The salt under which the numbers of price lists stand in this pairing. */
export const packSalt = (ctx: Ctx, { device_id, epoch }: PairedTill): string =>
  hmac(ctx.services.env.SECRET_KEY, 'till-phones', `${device_id} ${epoch}`);

const hidePhone = (salt: string, phone: string): string =>
  createHmac('sha256', salt).update(phone).digest('base64url');

/** What the branch's receipt says of it, and whether a fiscal device signs. */
const readBranchPaper = (ctx: Ctx, branch_id: number) =>
  fetchRow(
    ctx,
    tables
      .selectFrom('branch')
      .select([
        'phones',
        'addresses',
        sql<boolean>`coalesce(settings->>'fiscal', 'none') <> 'none'`.as('signs'),
      ])
      .where('id', '=', branch_id),
  );

/** The permissions of which one lets an account sell. */
export const SELLERS = ['admin', 'seller', 'sessions', 'sessions.save', 'orders', 'orders.save'] as const;

/** Lists who may sell in the branch, by their ids. */
const listStaff = (ctx: Ctx, branch_id: number) =>
  fetchRows(
    ctx,
    tables
      .selectFrom('account as a')
      .innerJoin('role as r', 'r.id', 'a.role_id')
      .select(['a.id', 'a.name'])
      .where('a.deleted_at', 'is', null)
      .where('a.status', '=', 1)
      .where('r.deleted_at', 'is', null)
      .where('r.status', '=', 1)
      .where(sql<boolean>`r.permissions && ARRAY[${sql.join(SELLERS.map((one) => sql.lit(one)))}]`)
      .where(accountCoversBranchSql(branch_id))
      .orderBy('a.id'),
  );

/** Reads the versions of the prices of these lists. */
export async function readListVersions(ctx: Ctx, ids: readonly number[]): Promise<Answer['lists']> {
  if (ids.length === 0) return [];
  return fetchRows(
    ctx,
    tables
      .selectFrom(unnestIds(ids))
      .select([
        'u.id',
        sql<string>`((SELECT coalesce(max(c.changed), 0) || '-' || coalesce(sum(c.changed), 0)
          FROM pack_change c WHERE c.list_id = u.id))::text`.as('version'),
      ])
      .orderBy('u.id'),
  );
}

function settingsOf(settings: Settings): PackShop['settings'] {
  const { phone, email, website } = settings.info;
  return {
    Currency: settings.Currency,
    scale: getCurrencyScale(settings.Currency),
    cash_rounding: settings.cash_rounding,
    tax_mode: settings.tax_mode,
    slots: Object.fromEntries(
      Object.entries(getSlotMinutes(settings)).map(([slot, [from, to]]) => [slot, [from, to]]),
    ),
    seller_max_discount: settings.seller_max_discount,
    minimum_order: settings.minimum_order ?? 0,
    minimum_products: settings.minimum_products ?? 0,
    letterhead: {
      names: Object.fromEntries(LOCALES.map((locale) => [locale, getShopName(settings, locale)])),
      phone,
      email,
      website,
      logo: pictureUrl(settings.logo),
    },
  };
}

const rulesOf = ({ wholesales, bundles, extras, categories, discounts }: PackRules) => ({
  discounts: [...discounts],
  wholesales: wholesales.map(({ tiers, discount, discount_type, quantity, ...offer }) => ({
    ...offer,
    tiers:
      tiers.length > 0 || discount === null || discount_type === null || quantity === null
        ? [...tiers]
        : [{ min_quantity: quantity, discount, discount_type }],
  })),
  bundles: bundles
    .filter(({ parts }) => parts.length > 0 && parts.every(({ item_id }) => item_id !== null))
    .map(({ image, titles, ...bundle }) => ({
      ...bundle,
      titles: titles as PackShop['bundles'][number]['titles'],
      image: pictureUrl(image),
    })),
  extras: extras.map((extra) => ({ ...extra, titles: extra.titles as PackShop['extras'][number]['titles'] })),
  categories: categories.map(({ icon, titles, ...category }) => ({
    ...category,
    titles: titles as PackShop['categories'][number]['titles'],
    image: pictureUrl(icon),
  })),
});

/** Payment methods that take money at a till: those of gateways need the customer's own device. */
const methodsOf = (shop: ShopSnapshot, branch_id: number): PackShop['payments'] =>
  listPaymentMethods(shop, branch_id)
    .filter(({ type, status, in_branch }) => type !== 'online' && status === 1 && in_branch)
    .map((method) => ({
      id: method.id,
      titles: method.titles as PackShop['payments'][number]['titles'],
      code: method.code,
      type: method.type,
      min_transaction: numberOrNull(method.min_transaction),
      max_transaction: numberOrNull(method.max_transaction),
      margin: Number(method.margin),
      charge_customer: method.charge_customer === 1,
      combinable: method.combinable === 1,
      in_branch: method.in_branch,
    }));

/** Reads what a till needs besides the items, with the versions of its price lists. */
export async function readPackShop(
  ctx: Ctx,
  snapshot: ShopSnapshot,
  till: PairedTill,
): Promise<{ readonly shop: PackShop; readonly lists: Answer['lists']; readonly shop_hash: string }> {
  const { branch_id } = till;
  const branch = findBranch(ctx, snapshot, branch_id);
  if (!branch) throw new Error('a till stands in a branch that is not there');
  const [{ settings }, rules, paper, staff] = await Promise.all([
    readSettings(ctx),
    readPackRules(ctx, branch_id),
    readBranchPaper(ctx, branch_id),
    listStaff(ctx, branch_id),
  ]);
  const salt = packSalt(ctx, till);
  const lists = await readListVersions(
    ctx,
    rules.price_lists.map(({ id }) => id),
  );
  const versions = new Map(lists.map(({ id, version }) => [id, version]));
  const shop: PackShop = {
    branch: {
      id: branch.id,
      names: branch.names as PackShop['branch']['names'],
      tax: Number(branch.tax),
      tax_mode: branch.tax_mode ?? settings.tax_mode,
      timezone: branch.zone,
      phones: paper?.phones ?? [],
      addresses: { ar: '', en: '', de: '', ...(paper?.addresses as object) },
      checks_availability: branch.checks,
      signs: paper?.signs ?? false,
    },
    settings: settingsOf(settings),
    payments: methodsOf(snapshot, branch_id),
    ...rulesOf(rules),
    price_lists: rules.price_lists.map(({ phones, ...list }) => ({
      ...list,
      version: versions.get(list.id) ?? '0-0',
      phones: phones.length === 0 ? null : phones.map((phone) => hidePhone(salt, phone)),
    })),
    salt,
    staff,
  };
  const shop_hash = createHash('sha256').update(JSON.stringify(shop)).digest('base64url');
  return { shop, lists, shop_hash };
}
