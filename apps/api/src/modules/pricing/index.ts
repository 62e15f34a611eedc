import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { showDiscountEffect as discountEffect } from './discount.effect.ts';
import * as discount from './discount.service.ts';
import { showOfferEffect as offerEffect } from './offer.effect.ts';
import * as offer from './offer.service.ts';
import { setPriceListBranches, setPriceListInHeaderBranch } from './price-list.assign.ts';
import { reorderPriceLists } from './price-list.order.ts';
import { parsePriceListPhones } from './price-list.phones.ts';
import { previewPriceListChange } from './price-list.preview.ts';
import { separatePrices } from './price-list.separate.ts';
import { list, listBranchPriceLists, remove, restore, save, show } from './price-list.service.ts';
import { findPriceListItems } from './price-list.sheet.ts';
import { undoPriceListChange } from './price-list.undo.ts';

export { type CouponCustomer, redeemCoupon, releaseCoupon } from './coupon.ts';
export { flagAllDiscountsWithoutEffect } from './discount.idle.ts';
export { list as listDiscounts, save as saveDiscount } from './discount.service.ts';
export { offerIsOnSql } from './offer.is-on.ts';
export { list as listOffers, save as saveOffer } from './offer.service.ts';
export { setPriceListBranches as assignPriceList } from './price-list.assign.ts';
export { mergeImportedPrices } from './price-list.import.ts';
export { findPriceLists, save as savePriceList } from './price-list.service.ts';
export type { ActiveRuleKinds, PriceRulesQuery } from './price-rules.sql.ts';
export { type PriceRules, readPriceRules } from './price-rules.ts';
export { type BranchPriceSettings, getSlotMinutes, toPriceSettings } from './price-settings.ts';

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
