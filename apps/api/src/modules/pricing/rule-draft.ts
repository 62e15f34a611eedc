import type { Coupon, Discount, Wholesale } from '@dukkan/commerce';

/** A rule that is not saved yet, as `price` takes it. */
export type RuleDraft =
  | { readonly kind: 'discount'; readonly rule: Discount }
  | { readonly kind: 'wholesale'; readonly rule: Wholesale }
  | { readonly kind: 'coupon'; readonly rule: Coupon };

/** The number of a rule that has none yet: behind every stored one where two make the same price. */
export const NEW_RULE_ID = 2_147_483_647;
