/**
 * What anyone may read in part, staff with one of these read in whole, disabled rows too: the published
 * catalogue. `narrow`: who gets the short rows of a pick-list at most.
 */
export const WHOLE_READERS: Readonly<Record<string, { held: readonly string[]; narrow: readonly string[] }>> =
  {
    '/admin/products': {
      held: ['products.view', 'seller', 'products', 'admin'],
      narrow: ['orders', 'products.categories', 'products.extras', 'driver', 'products.save'],
    },
    '/admin/products/show/{id}': {
      held: ['products.view', 'seller', 'admin'],
      narrow: ['orders', 'products.categories', 'driver', 'products.save'],
    },
    '/admin/products/categories': {
      held: ['products.categories.view', 'products.categories', 'admin'],
      narrow: ['products', 'seller', 'products.brands', 'products.categories.save'],
    },
    '/admin/products/categories/show/{id}': {
      held: ['products.categories.view', 'admin'],
      narrow: ['products', 'seller', 'products.brands'],
    },
    '/admin/products/brands': {
      held: ['products.brands.view', 'products.brands', 'admin'],
      narrow: ['products', 'seller', 'products.categories', 'products.brands.save'],
    },
    '/admin/products/brands/show/{id}': {
      held: ['products.brands.view', 'admin'],
      narrow: ['products', 'seller', 'products.categories'],
    },
    '/admin/products/extras': {
      held: ['products.extras.view', 'products.extras', 'admin'],
      narrow: ['products', 'seller', 'products.categories', 'products.extras.save'],
    },
    '/admin/branches/album': {
      held: ['admin'],
      narrow: ['branchs', 'products', 'seller', 'orders'],
    },
    '/admin/products/banners': {
      held: ['banners.view', 'banners', 'admin'],
      narrow: ['products', 'seller', 'orders', 'offers', 'banners.save'],
    },
    '/admin/products/banners/show/{id}': {
      held: ['banners.view', 'admin'],
      narrow: ['products', 'seller', 'orders', 'offers'],
    },
    '/admin/sliders': { held: ['banners.view', 'seller', 'driver', 'orders', 'admin'], narrow: [] },
    '/admin/sliders/show/{id}': { held: ['banners.view', 'orders', 'admin'], narrow: [] },
    '/admin/products/offers': {
      held: ['offers.view', 'offers', 'admin'],
      narrow: ['products', 'seller', 'orders', 'pricelist', 'offers.save'],
    },
    '/admin/products/offers/show/{id}': {
      held: ['offers.view', 'admin'],
      narrow: ['products', 'seller', 'orders', 'pricelist'],
    },
  };
