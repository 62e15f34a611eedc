import { resolveText } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Ctx } from '../../../../core/ctx.ts';
import type { QuotedOrder } from './quote-order.ts';

type Priced = Pick<QuotedOrder, 'wanted' | 'priced' | 'kind'>;

/**
 * The goods that have no price where nobody gives them away on purpose; lines that stay in a changed order were asked
 * about when they were sold (docs/rules/imports.md#lines-without-a-price).
 */
const goodsWithoutPrice = ({ wanted, priced }: Priced) =>
  priced.lines.flatMap(({ unit_list }, at) => {
    const { item, line } = wanted[at] ?? {};
    return item && !line && unit_list === 0n && item.free !== 1 ? [item] : [];
  });

/** What lines without a price are called in the caller's language, as one text; null where there are none. */
export function listTitlesWithoutPrice(ctx: Ctx, quoted: Priced): string | null {
  const titles = goodsWithoutPrice(quoted).map((item) => resolveText(item.titles, ctx.locale));
  return titles.length === 0 ? null : [...new Set(titles)].join(ctx.locale === 'ar' ? '، ' : ', ');
}

/**
 * Refuses lines without a price: a customer may not buy them, staff are asked (docs/rules/imports.md#lines-without-a-price).
 * @param isForced staff have said that they go out without a price
 * @throws stock.deactivated to a customer, order.free_line to staff
 */
export function refuseFreeLines(ctx: Ctx, quoted: Priced, isForced: boolean): void {
  const [first] = goodsWithoutPrice(quoted);
  if (!first) return;
  if (quoted.kind === 'customer') fail('stock.deactivated', { product_id: first.product_id }, 'cart');
  if (!isForced) fail('order.free_line', { titles: listTitlesWithoutPrice(ctx, quoted) ?? '' }, 'cart');
}
