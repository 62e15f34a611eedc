import type { PricedDelivery } from './priced.ts';
import type { Cart, PriceSettings } from './types.ts';

type DeliveryCharge = Omit<PricedDelivery, 'value'>;

const NOTHING: DeliveryCharge = { amount: 0n, why: 'none', charge: 0n, surcharge: 0n, free_after: null };

/**
 * The delivery charge, without exclusive tax.
 * @param goods the goods after all discounts, which may make the delivery free
 * @returns null when nobody delivers there
 */
export function computeDeliveryCharge(
  { type, pos, delivery_method, zone }: Pick<Cart, 'type' | 'pos' | 'delivery_method' | 'zone'>,
  goods: bigint,
  settings: Pick<PriceSettings, 'fixed_custom_shipping_price' | 'free_after_amount'>,
): DeliveryCharge | null {
  if (type !== 'delivery' || pos) return NOTHING;
  const fixed = settings.fixed_custom_shipping_price;
  if (fixed !== null) return { ...NOTHING, amount: fixed, why: 'fixed', charge: fixed };
  const surcharge = delivery_method?.delivery_cost ?? 0n;
  if (delivery_method && !delivery_method.inhouse)
    return { ...NOTHING, amount: surcharge, why: 'method', surcharge };
  if (!zone) return null;
  const threshold = zone.free_after_amount ?? settings.free_after_amount ?? 0n;
  const free_after = threshold > 0n ? threshold : null;
  const isFree = free_after !== null && goods >= free_after;
  const charge = isFree ? 0n : zone.delivery_charge;
  return { amount: charge + surcharge, why: isFree ? 'free' : 'zone', charge, surcharge, free_after };
}
