import type { Screen } from '../../lib/screen.ts';

const texts = ['offer', 'kit', 'fields'];

export const wholesaleScreen: Screen = [
  { load: () => import('./list/wholesales.tsx'), texts },
  { path: 'new', load: () => import('./form/wholesale-page.tsx'), texts },
  { path: ':id', load: () => import('./form/wholesale-page.tsx'), texts },
];

export const bundleScreen: Screen = [
  { load: () => import('./list/bundles.tsx'), texts },
  { path: 'new', load: () => import('./form/bundle-page.tsx'), texts },
  { path: ':id', load: () => import('./form/bundle-page.tsx'), texts },
];

export const couponScreen: Screen = [
  { load: () => import('./list/coupons.tsx'), texts },
  { path: 'new', load: () => import('./form/coupon-page.tsx'), texts },
  { path: ':id', load: () => import('./form/coupon-page.tsx'), texts },
];

const discountForms: Screen = [
  { path: 'new', load: () => import('./form/discount-page.tsx'), texts },
  { path: ':id', load: () => import('./form/discount-page.tsx'), texts },
];

export const discountScreen: Screen = [
  { load: () => import('./list/discounts.tsx'), texts },
  ...discountForms,
];

export const multiDiscountScreen: Screen = [
  { load: () => import('./list/multi-discounts.tsx'), texts },
  ...discountForms,
];
