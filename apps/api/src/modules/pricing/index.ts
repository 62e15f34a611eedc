import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { showDiscountEffect as discountEffect } from './discount.effect.ts';
import * as discount from './discount.service.ts';
import { showOfferEffect as offerEffect } from './offer.effect.ts';
import * as offer from './offer.service.ts';
import { assignBranches, assignToBranch } from './price-list.assign.ts';
import { reorderPriceLists } from './price-list.order.ts';
import { parsePhones } from './price-list.phones.ts';
import { list, listForBranch, remove, restore, save, show } from './price-list.service.ts';
import { lookUpItems } from './price-list.sheet.ts';

export { type CouponCustomer, redeemCoupon, releaseCoupon } from './coupon.ts';
export { checkIdleDiscounts } from './discount.idle.ts';
export { list as listDiscounts, save as saveDiscount } from './discount.service.ts';
export { offerIsOnSql } from './offer.is-on.ts';
export { list as listOffers, save as saveOffer } from './offer.service.ts';
export { assignBranches as assignPriceList } from './price-list.assign.ts';
export { setPrices } from './price-list.import.ts';
export { findPriceLists, save as savePriceList } from './price-list.service.ts';
export type { PriceRulesQuery, RuleKinds } from './price-rules.sql.ts';
export { type PriceRules, readPriceRules } from './price-rules.ts';
export { type BranchPriceSettings, getSlotMinutes, toPriceSettings } from './price-settings.ts';

export const routes = [
  ...serve(api.priceList, {
    list,
    show,
    lookup: lookUpItems,
    phones: parsePhones,
    save,
    remove,
    restore,
    order: reorderPriceLists,
    assign: assignBranches,
    branchList: listForBranch,
    branchAssign: assignToBranch,
  }),
  ...serve(api.offer, { ...offer, effect: offerEffect }),
  ...serve(api.discount, { ...discount, effect: discountEffect }),
];
