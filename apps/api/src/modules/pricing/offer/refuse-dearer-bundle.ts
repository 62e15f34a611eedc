import { formatMinor, fromMinor, getCurrencyScale, toMinor, toMinorRounded } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import { sql } from 'kysely';
import type { Ctx } from '../../../core/ctx.ts';
import { anyIdSql, fetchRows, tables } from '../../../core/db/tables.ts';
import { readSettings } from '../../setting/index.ts';
import type { OfferProduct, OfferTerms } from './check-offer-terms.ts';

const partsKey = (parts: readonly OfferProduct[]): string =>
  JSON.stringify(parts.map(({ item_id, quantity }) => [item_id ?? 0, quantity ?? 1]));

type Bundle = { readonly bundle_price: number | null; readonly products: readonly OfferProduct[] };

/**
 * Asks before a bundle is stored that costs more than its parts at their base prices. One whose price and parts stay is
 * not asked about again. Rule: docs/rules/offers.md#dearer-bundles
 * @throws bundle.dearer with the sum of the parts and the price
 */
export async function refuseDearerBundle(
  ctx: Ctx,
  { bundle_price }: OfferTerms,
  parts: readonly OfferProduct[],
  before: Bundle | null,
): Promise<void> {
  if (before?.bundle_price === bundle_price && partsKey(before.products) === partsKey(parts)) return;
  const rows = await fetchRows(
    ctx,
    tables
      .selectFrom('product_item as i')
      .innerJoin('product as p', 'p.id', 'i.product_id')
      .select(['i.id', sql<string>`coalesce(i.price, p.price)::text`.as('price')])
      .where('i.id', '=', anyIdSql(parts.flatMap(({ item_id }) => item_id ?? []))),
  );
  const prices = new Map(rows.map(({ id, price }) => [id, price]));
  const { Currency: currency } = (await readSettings(ctx)).settings;
  const scale = getCurrencyScale(currency);
  const exact = parts.reduce(
    (sum, { item_id, quantity }) =>
      sum + toMinorRounded(prices.get(item_id ?? 0) ?? '0', scale) * toMinor(quantity ?? 1, 3),
    0n,
  );
  const sum = toMinorRounded(formatMinor(exact, scale + 3), scale);
  if (toMinor(bundle_price ?? 0, scale) <= sum) return;
  const params = { parts: fromMinor(sum, scale), price: bundle_price ?? 0, currency };
  fail('bundle.dearer', params, 'info.bundle_price');
}
