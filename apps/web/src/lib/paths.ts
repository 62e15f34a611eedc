/** Every path of the web app; some keep odd spellings for compatibility. */
export const paths = {
  home: '/',
  login: '/login',
  notFound: '/error-404',
  unauthorized: '/unauthorized',
  demoMailbox: '/demo-mailbox',
  pay: (attempt: string) => `/pay/${attempt}` as const,
  profile: '/profile',
  profilePassword: '/profile#password',

  accounts: '/acounts',
  accountNew: '/acounts/new',
  account: (id: number) => `/acounts/${id}` as const,
  roles: '/roles',
  roleNew: '/roles/new',
  role: (id: number) => `/roles/${id}` as const,
  orders: '/orders',
  orderBoard: '/orders/board',
  orderNew: '/orders/new',
  order: (id: number) => `/orders/${id}` as const,
  orderInvoice: (id: number) => `/orders/order-invoice/${id}` as const,
  orderReturns: '/return-reciepts',
  orderReturnNew: '/return-reciepts/return-reciept',
  orderReturn: (id: number) => `/return-reciepts/${id}` as const,
  /** The page that sells at a till; '#code=' pairs it. */
  till: '/pos',
  posSessions: '/sessions',
  posSessionNew: '/sessions#new',
  posSession: (id: number) => `/sessions/${id}` as const,
  posSessionPaper: (id: number) => `/sessions/${id}/paper` as const,
  payments: '/payments',
  driverCash: '/payments/drivers',
  safe: '/payments/safe',
  orderStatuses: '/order-status',
  orderStatusNew: '/order-status/new',
  orderStatus: (id: number) => `/order-status/${id}` as const,
  changeOrderStatus: '/order-status/change-order-status',
  customers: '/customers',
  customerNew: '/customers/new',
  customer: (id: number) => `/customers/${id}` as const,
  admins: '/user-roles/admins',
  drivers: '/user-roles/drivers',
  sellers: '/user-roles/sellers',
  branches: '/settings/branch-config',
  branchNew: '/settings/branch-config/new',
  branch: (id: number) => `/settings/branch-config/${id}` as const,
  mailTemplates: '/settings/mail-templates',
  mailTemplate: (key: string) => `/settings/mail-templates/${key}` as const,
  products: '/products',
  productNew: '/products/save',
  product: (id: number) => `/products/save/${id}` as const,
  productImports: '/products/import',
  productImportNew: '/products/import/new',
  productImport: (id: number) => `/products/import/${id}` as const,
  productLabels: '/products/labels',
  categories: '/products/categories',
  categoryNew: '/products/categories/new',
  category: (id: number) => `/products/categories/${id}` as const,
  banners: '/banners',
  bannerNew: '/banners/new',
  banner: (id: number) => `/banners/${id}` as const,
  sliders: '/sliders',
  sliderNew: '/sliders/new',
  slider: (id: number) => `/sliders/${id}` as const,
  brands: '/products/brands',
  brandNew: '/products/brands/new',
  brand: (id: number) => `/products/brands/${id}` as const,
  priceLists: '/settings/pricelists',
  priceListNew: '/pricelists/edit',
  priceList: (id: number) => `/pricelists/edit/${id}` as const,
  extras: '/products/extras',
  extraNew: '/products/extras/new',
  extra: (id: number) => `/products/extras/${id}` as const,
  wholesales: '/offers/wholesales',
  wholesaleNew: '/offers/wholesales/new',
  wholesale: (id: number) => `/offers/wholesales/${id}` as const,
  bundles: '/offers/bundles',
  bundleNew: '/offers/bundles/new',
  bundle: (id: number) => `/offers/bundles/${id}` as const,
  coupons: '/offers/coupons',
  couponNew: '/offers/coupons/new',
  coupon: (id: number) => `/offers/coupons/${id}` as const,
  discounts: '/discounts',
  discountNew: '/discounts/new',
  discount: (id: number) => `/discounts/${id}` as const,
  multiDiscounts: '/multi-discounts',
  multiDiscountNew: '/multi-discounts/new',
  multiDiscount: (id: number) => `/multi-discounts/${id}` as const,
  taxTypes: '/taxs',
  taxTypeNew: '/taxs/new',
  certificates: '/taxs/certificates',
  taxType: (id: number) => `/taxs/${id}` as const,
  suppliers: '/supplires',
  supplierNew: '/supplires/new',
  supplier: (id: number) => `/supplires/${id}` as const,
  receipts: '/reciepts',
  toOrder: '/reciepts/to-order',
  receiptNew: '/reciepts/purchase-invoice/edit/new',
  receiptEdit: (id: number) => `/reciepts/purchase-invoice/edit/${id}` as const,
  receipt: (id: number) => `/reciepts/purchase-invoice/${id}` as const,
  receiptPaper: (id: number) => `/reciepts/purchase-invoice/${id}/paper` as const,
  transactions: '/transactions',
  transactionNew: '/transactions#new',
  stock: '/products/stock',
  batches: '/products/batches',
  transfers: '/products/transfers',
  transferNew: '/products/transfers/new',
  transfer: (id: number) => `/products/transfers/${id}` as const,
  stockCounts: '/products/counts',
  stockCountNew: '/products/counts#new',
  stockCount: (id: number) => `/products/counts/${id}` as const,
  countries: '/countries',
  countryNew: '/countries/new',
  states: '/states',
  stateNew: '/states/new',
  cities: '/cities',
  cityNew: '/cities/new',
  areas: '/areas',
  areaNew: '/areas/new',
  zones: '/areas/zones',
  zoneNew: '/areas/zones/new',
  zoneMap: '/areas/map',
  addresses: '/Addresses',
  addressNew: '/Addresses/new',
  address: (id: number) => `/Addresses/${id}` as const,
  deliveryMethods: '/settings/delivery-config',
  deliveryMethodNew: '/settings/delivery-config/new',
  deliveryMethod: (id: number) => `/settings/delivery-config/${id}` as const,
  paymentMethods: '/settings/payments-methods',
  paymentMethodNew: '/settings/payments-methods/new',
  paymentMethod: (id: number) => `/settings/payments-methods/${id}` as const,
  messages: '/messages',
  message: (id: number) => `/messages/${id}` as const,
  /** All settings as cards. */
  allSettings: '/settings',
  settings: '/settings/general',
  theme: '/settings/theme-and-layout',
} as const;

type QueryValue = string | number | boolean | null | undefined;

/** Returns a path with a query, without empty parameters. */
export function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const [pathAndQuery = '', hash] = path.split('#');
  const [pathname = '', search = ''] = pathAndQuery.split('?');
  const params = new URLSearchParams(search);
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') params.delete(key);
    else params.set(key, String(value));
  }
  const text = params.toString();
  return `${pathname}${text ? `?${text}` : ''}${hash ? `#${hash}` : ''}`;
}

/** The pages of records that are not named like their noun; null: none. */
const OTHER_RECORD_PATHS: Readonly<Record<string, ((id: number) => string) | null>> = {
  client: paths.customer,
  // every offer kind has its own page; this one redirects to the page of the offer's kind
  offer: paths.wholesale,
  // these pages are opened by a key, or show other records
  'mail-template': null,
  message: null,
};

/** Returns the path of a record's page, for a search result, event or audit row; null when the noun has none. */
export function getRecordPath(noun: string, id: number): string | null {
  if (Object.hasOwn(OTHER_RECORD_PATHS, noun)) return OTHER_RECORD_PATHS[noun]?.(id) ?? null;
  const name = noun.replace(/-[a-z]/g, (part) => part.slice(1).toUpperCase());
  const path = Object.hasOwn(paths, name) ? paths[name as 'order'] : undefined;
  return typeof path === 'function' ? path(id) : null;
}

/** Returns the path to open after sign-in: only a path of this app; anything else becomes Home. */
export function toSafeRedirectPath(next: string | null): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\n\r\t]/.test(next)) return paths.home;
  const closed = [paths.login, paths.unauthorized, paths.notFound];
  return closed.some((path) => next === path || next.startsWith(`${path}?`)) ? paths.home : next;
}
