import type { Coupon, Discount, Wholesale } from '@dukkan/commerce';

/** An unsaved rule in the form that `price` uses. */
export type RuleDraft =
  | { readonly kind: 'discount'; readonly rule: Discount }
  | { readonly kind: 'wholesale'; readonly rule: Wholesale }
  | { readonly kind: 'coupon'; readonly rule: Coupon };

/** The id of an unsaved rule, so high that stored rules win when the price is the same. */
export const NEW_RULE_ID = 2_147_483_647;
