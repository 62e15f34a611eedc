export * from './access.ts';
export * from './colour.ts';
export * from './fiscal.ts';
export * from './is-record.ts';
export {
  type Digits,
  formatAmount,
  formatMarkedAmount,
  getCurrencySign,
  writeMinusSign,
} from './money/amount-text.ts';
export * from './money/credit-card.ts';
export * from './money/currency.ts';
export * from './money/denominations.ts';
export * from './money/discount-bounds.ts';
export * from './money/split-by-weights.ts';
export * from './order/order-amounts.ts';
export * from './order/order-status.ts';
export * from './order/receipt-status.ts';
export * from './password.ts';
export { addAncestorCategories, isSoldByWeight, markDrinks } from './pricing/cart-line.ts';
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
export * from './stock/allocation.ts';
export * from './stock/barcode.ts';
export * from './stock/batch-sales-rate.ts';
export * from './text/coupon-code.ts';
export * from './text/fold.ts';
export * from './text/invisible.ts';
export * from './text/is-deeper-than.ts';
export * from './text/item-title.ts';
export * from './text/localized.ts';
export * from './text/phone-link.ts';
export * from './text/phone-text.ts';
export {
  canBeMisspelt,
  hasTypedWords,
  isNearWord,
  listNearKeys,
  listTypedWords,
  toNameKey,
  toSearchKey,
} from './text/search-word.ts';
export * from './till/canonical-json.ts';
export * from './till/letters.ts';
export { type PrintedSale, toPrintedSale } from './till/printed-sale.ts';
export { fromPrintedSale } from './till/read-printed-sale.ts';
export * from './till/sale-fate.ts';
export * from './till/till.ts';
export * from './till/till-lamp.ts';
export * from './till/till-number.ts';
export type * from './till/till-state.ts';
export * from './time/compared-day.ts';
export * from './time/day.ts';
export { DAY_PRESETS, type DayPreset, getDayPresets } from './time/day-presets.ts';
export {
  isWholeDayText,
  isWholeTimeText,
  parseDay,
  parseTypedDay,
  parseTypedTime,
} from './time/day-text.ts';
export * from './time/hijri.ts';
export { toInstant, toLocalTime } from './time/local-time.ts';
export * from './time/recurring.ts';
export * from './zone/index.ts';
