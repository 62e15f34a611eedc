import { type PricedCart, toMinor } from '@dukkan/commerce';
import { fail } from '@dukkan/contract';
import type { Settings } from '../../../setting/index.ts';
import type { CallerKind } from './caller-kind.ts';
import type { MakeOrderInput, QuoteOptions } from './resolve-customer.ts';

/**
 * Checks the limit for sellers' discounts; above it a manager's approval is required, which is verified
 * when the order is placed. @throws order.discount_limit
 */
export function checkLimit(
  kind: CallerKind,
  priced: PricedCart,
  settings: Settings,
  { approval }: Pick<MakeOrderInput, 'approval'>,
  { approved_percent = 0 }: QuoteOptions,
): boolean {
  if (kind !== 'seller') return false;
  const { subtotal, coupon, manual } = priced.totals;
  const max = Math.max(settings.seller_max_discount, approved_percent);
  const isBeyond = manual * 10_000n > (subtotal - coupon) * toMinor(max, 2);
  if (isBeyond && !approval) fail('order.discount_limit', { max }, 'discount');
  return isBeyond;
}
