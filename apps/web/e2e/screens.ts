import type { Role } from './opening.ts';

export type ScreenEntry = {
  /** The address; `:account` and the like become the id of a record of the demo business. */
  readonly path: string;
  /** Who opens it; null is nobody. */
  readonly role: Role | null;
};

/** Every screen that is built, as it is opened by screens.spec.ts in each language, skin and width. */
export const SCREENS: readonly ScreenEntry[] = [
  { path: '/login', role: null },
  { path: '/demo-mailbox', role: null },
  { path: '/error-404', role: null },
  { path: '/error-404?from=/orders&denied=1', role: 'driver' },
  { path: '/unauthorized', role: null },
  { path: '/', role: 'admin' },
  { path: '/', role: 'driver' },
  { path: '/profile', role: 'cashier' },

  { path: '/acounts', role: 'admin' },
  { path: '/acounts?keywords=nobody-is-called-so', role: 'admin' },
  { path: '/acounts/new', role: 'admin' },
  { path: '/acounts/:account', role: 'admin' },
  { path: '/user-roles/admins', role: 'admin' },
  { path: '/user-roles/drivers', role: 'admin' },
  { path: '/user-roles/sellers', role: 'admin' },
  { path: '/roles', role: 'admin' },
  { path: '/roles/new', role: 'admin' },
  { path: '/roles/:role', role: 'admin' },
  { path: '/customers', role: 'admin' },
  { path: '/customers/:customer', role: 'admin' },

  { path: '/messages', role: 'admin' },
  { path: '/messages?keywords=nobody-wrote-so', role: 'admin' },
  { path: '/messages/:message', role: 'admin' },

  { path: '/products', role: 'editor' },
  { path: '/products', role: 'cashier' },
  { path: '/products?keywords=no-product-is-called-so', role: 'editor' },
  { path: '/products/save', role: 'editor' },
  { path: '/products/save/:product', role: 'editor' },
  { path: '/products/save/:product', role: 'cashier' },
  { path: '/products/labels', role: 'editor' },
  { path: '/products/labels?ids=:product', role: 'editor' },
  { path: '/products/import', role: 'editor' },
  { path: '/products/import', role: 'cashier' },
  { path: '/products/import/new', role: 'editor' },
  { path: '/products/import/new?kind=price', role: 'editor' },
  { path: '/products/import/:import', role: 'editor' },
  { path: '/products/import/:import?step=columns', role: 'editor' },
  { path: '/products/import/:import_done', role: 'editor' },
  { path: '/products/categories', role: 'editor' },
  { path: '/products/categories?missing_translation=de', role: 'editor' },
  { path: '/products/categories/new', role: 'editor' },
  { path: '/products/categories/:category', role: 'editor' },
  { path: '/products/brands', role: 'editor' },
  { path: '/products/brands?keywords=no-brand-is-called-so', role: 'editor' },
  { path: '/products/brands/new', role: 'editor' },
  { path: '/products/brands/:brand', role: 'editor' },
  { path: '/products/extras', role: 'editor' },
  { path: '/products/extras/new', role: 'editor' },
  { path: '/products/extras/:extra', role: 'editor' },

  { path: '/supplires', role: 'admin' },
  { path: '/supplires?keywords=no-supplier-is-called-so', role: 'admin' },
  { path: '/supplires/new', role: 'admin' },
  { path: '/supplires/:supplier', role: 'admin' },
  { path: '/reciepts', role: 'admin' },
  { path: '/reciepts?keywords=no-receipt-is-called-so', role: 'admin' },
  { path: '/reciepts/purchase-invoice/:invid', role: 'admin' },
  { path: '/reciepts/purchase-invoice/edit/new', role: 'admin' },
  { path: '/reciepts/purchase-invoice/edit/:invid', role: 'admin' },
  { path: '/reciepts/purchase-invoice/edit/:receipt_sent', role: 'admin' },
  { path: '/transactions', role: 'accountant' },
  { path: '/transactions?keywords=no-payment-is-called-so', role: 'admin' },

  { path: '/products/stock', role: 'admin' },
  { path: '/products/stock', role: 'editor' },
  { path: '/products/stock?keywords=no-product-is-called-so', role: 'admin' },
  { path: '/products/batches', role: 'admin' },
  { path: '/products/transfers', role: 'admin' },
  { path: '/products/transfers/new', role: 'admin' },
  { path: '/products/transfers/:transfer', role: 'admin' },
  { path: '/products/counts', role: 'admin' },
  { path: '/products/counts/:count', role: 'admin' },
  { path: '/products/counts/:count_posted', role: 'admin' },
  { path: '/stock-taking-report', role: 'accountant' },

  { path: '/taxs', role: 'admin' },
  { path: '/taxs/new', role: 'admin' },
  { path: '/taxs/:tax_type', role: 'admin' },

  { path: '/settings/general', role: 'admin' },
  { path: '/settings/branch-config', role: 'manager' },
  { path: '/settings/branch-config/new', role: 'admin' },
  { path: '/settings/branch-config/:branch', role: 'admin' },
];
