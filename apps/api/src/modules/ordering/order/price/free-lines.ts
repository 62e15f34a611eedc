import { resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../../core/ctx.ts';
import type { QuotedOrder } from './quote-order.ts';

type Priced = Pick<QuotedOrder, 'wanted' | 'priced' | 'kind'>;

/**
 * Returns the goods without a price that are not marked as free; kept lines of a changed order were confirmed when they
 * were sold (docs/rules/imports.md#lines-without-a-price).
 */
const goodsWithoutPrice = ({ wanted, priced }: Priced) =>
  priced.lines.flatMap(({ unit_list }, at) => {
    const { item, line } = wanted[at] ?? {};
    return item && !line && unit_list === 0n && item.free !== 1 ? [item] : [];
  });

/** Returns the titles of lines without a price in the caller's language, as one text; null without any. */
export function listTitlesWithoutPrice(ctx: Ctx, quoted: Priced): string | null {
  const titles = goodsWithoutPrice(quoted).map((item) => resolveText(item.titles, ctx.locale));
  return titles.length === 0 ? null : [...new Set(titles)].join(ctx.locale === 'ar' ? '، ' : ', ');
}

/**
 * Refuses lines without a price: always for customers, for staff unless they confirm
 * (docs/rules/imports.md#lines-without-a-price).
 * @param isForced staff have confirmed that the goods have no price
 * @throws stock.deactivated for customers, order.free_line for staff
 */
export function refuseFreeLines(ctx: Ctx, quoted: Priced, isForced: boolean): void {
  const [first] = goodsWithoutPrice(quoted);
  if (!first) return;
  if (quoted.kind === 'customer') fail('stock.deactivated', { product_id: first.product_id }, 'cart');
  if (!isForced) fail('order.free_line', { titles: listTitlesWithoutPrice(ctx, quoted) ?? '' }, 'cart');
}
