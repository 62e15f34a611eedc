export * from './access.ts';
export * from './allocation.ts';
export { type Digits, formatAmount, formatMarkedAmount, getCurrencySign } from './amount-text.ts';
export * from './barcode.ts';
export * from './batch-sales-rate.ts';
export * from './colour.ts';
export * from './compared-day.ts';
export * from './coupon-code.ts';
export * from './credit-card.ts';
export * from './currency.ts';
export * from './day.ts';
export { parseDay } from './day-text.ts';
export * from './denominations.ts';
export * from './discount-bounds.ts';
export * from './fiscal.ts';
export * from './fold.ts';
export * from './hijri.ts';
export * from './invisible.ts';
export * from './is-deeper-than.ts';
export * from './is-record.ts';
export * from './item-title.ts';
export { toInstant, toLocalTime } from './local-time.ts';
export * from './localized.ts';
export * from './order-amounts.ts';
export * from './order-status.ts';
export * from './password.ts';
export * from './phone-link.ts';
export * from './phone-text.ts';
export { splitBundlePrice } from './pricing/line.ts';
export { findCouponRefusal } from './pricing/order-discount.ts';
export {
  addRoundingToLast,
  applyPayments,
  findPaymentRefusal,
  getCashRoundingStep,
} from './pricing/payment.ts';
export { priceCart } from './pricing/price.ts';
export { computeMarginPercent, computePriceChangePercent } from './pricing/price-change.ts';
export type * from './pricing/priced.ts';
export * from './pricing/refund.ts';
export { computeTax, splitDeliveryTax } from './pricing/tax.ts';
export type * from './pricing/types.ts';
export { computeReductionAmount } from './pricing/unit.ts';
export * from './receipt-status.ts';
export * from './recurring.ts';
export {
  canBeMisspelt,
  hasTypedWords,
  isNearWord,
  listNearKeys,
  listTypedWords,
  toNameKey,
  toSearchKey,
} from './search-word.ts';
export * from './zone/index.ts';
