import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as discount from './discount/discount.service.ts';
import { showDiscountEffect as discountEffect } from './discount/show-discount-effect.ts';
import * as offer from './offer/offer.service.ts';
import { showOfferEffect as offerEffect } from './offer/show-offer-effect.ts';
import { setPriceListBranches, setPriceListInHeaderBranch } from './price-list/assign-price-list.ts';
import { findPriceListItems } from './price-list/build-price-sheet.ts';
import { parsePriceListPhones } from './price-list/parse-price-list-phones.ts';
import { previewPriceListChange } from './price-list/preview-price-change.ts';
import { list, listBranchPriceLists, remove, restore, save, show } from './price-list/price-list.service.ts';
import { reorderPriceLists } from './price-list/reorder-price-lists.ts';
import { separatePrices } from './price-list/separate-prices.ts';
import { undoPriceListChange } from './price-list/undo-price-change.ts';

export { list as listDiscounts, save as saveDiscount } from './discount/discount.service.ts';
export { flagAllDiscountsWithoutEffect } from './discount/flag-idle-discounts.ts';
export { type CouponCustomer, redeemCoupon, releaseCoupon } from './discount/redeem-coupon.ts';
export { list as listOffers, save as saveOffer } from './offer/offer.service.ts';
export { offerIsOnSql } from './offer/offer-is-on-sql.ts';
export { setPriceListBranches as assignPriceList } from './price-list/assign-price-list.ts';
export { mergeImportedPrices } from './price-list/merge-imported-prices.ts';
export { findPriceLists, save as savePriceList } from './price-list/price-list.service.ts';
export type { ActiveRuleKinds, PriceRulesQuery } from './rule/price-rules-sql.ts';
export { type BranchPriceSettings, getSlotMinutes, toPriceSettings } from './rule/price-settings.ts';
export { type PriceRules, readPriceRules } from './rule/read-price-rules.ts';
export { canSeeRule } from './rule/rule-branches.ts';

export const routes = [
  ...serve(api.priceList, {
    list,
    show,
    lookup: findPriceListItems,
    phones: parsePriceListPhones,
    save,
    preview: previewPriceListChange,
    separate: separatePrices,
    undo: undoPriceListChange,
    remove,
    restore,
    order: reorderPriceLists,
    assign: setPriceListBranches,
    branchList: listBranchPriceLists,
    branchAssign: setPriceListInHeaderBranch,
  }),
  ...serve(api.offer, { ...offer, effect: offerEffect }),
  ...serve(api.discount, { ...discount, effect: discountEffect }),
];
