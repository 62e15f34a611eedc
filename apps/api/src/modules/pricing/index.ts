import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import { effect as discountEffect } from './discount.effect.ts';
import * as discount from './discount.service.ts';
import { effect as offerEffect } from './offer.effect.ts';
import * as offer from './offer.service.ts';
import { assign, branchAssign } from './price-list.assign.ts';
import { order } from './price-list.order.ts';
import { phones } from './price-list.phones.ts';
import { branchList, list, remove, restore, save, show } from './price-list.service.ts';
import { lookup } from './price-list.sheet.ts';

export { type CouponCustomer, redeemCoupon, releaseCoupon } from './coupon.ts';
export { checkIdleDiscounts } from './discount.idle.ts';
export { save as saveDiscount } from './discount.service.ts';
export { save as saveOffer } from './offer.service.ts';
export { assign as assignPriceList } from './price-list.assign.ts';
export { setPrices } from './price-list.import.ts';
export { save as savePriceList } from './price-list.service.ts';
export type { PriceRulesQuery, RuleKinds } from './price-rules.sql.ts';
export { type PriceRules, readPriceRules } from './price-rules.ts';
export { type BranchPriceSettings, priceSettings, slotMinutes } from './price-settings.ts';

export const routes = [
  ...serve(api.priceList, {
    list,
    show,
    lookup,
    phones,
    save,
    remove,
    restore,
    order,
    assign,
    branchList,
    branchAssign,
  }),
  ...serve(api.offer, { ...offer, effect: offerEffect }),
  ...serve(api.discount, { ...discount, effect: discountEffect }),
];
