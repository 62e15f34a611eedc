import { paths } from '../lib/paths.ts';
import { listAndForm, type Screen } from '../lib/screen.ts';
import { screen as account } from '../screens/account/index.ts';
import { screen as address } from '../screens/address/index.ts';
import { screen as batch } from '../screens/batch/index.ts';
import { screen as branch } from '../screens/branch/index.ts';
import { screen as brand } from '../screens/brand/index.ts';
import { screen as orderMoves } from '../screens/bulk-order-status/index.ts';
import { screen as category } from '../screens/category/index.ts';
import { screen as contactMessage } from '../screens/contact-message/index.ts';
import { screen as customer } from '../screens/customer/index.ts';
import { screen as deliveryMethod } from '../screens/delivery-method/index.ts';
import { screen as driverCash } from '../screens/driver-cash/index.ts';
import { screen as extra } from '../screens/extra/index.ts';
import { screen as gateway } from '../screens/gateway/index.ts';
import { areaScreen, screen as location } from '../screens/location/index.ts';
import { screen as mailTemplate } from '../screens/mail-template/index.ts';
import {
  bundleScreen,
  couponScreen,
  discountScreen,
  multiDiscountScreen,
  wholesaleScreen,
} from '../screens/offer/index.ts';
import { screen as order, makeOrderScreen as orderMaking } from '../screens/order/index.ts';
import { screen as orderInvoice } from '../screens/order-invoice/index.ts';
import { screen as orderPayment } from '../screens/order-payment/index.ts';
import {
  screen as orderReturn,
  makeReturnScreen as orderReturnMaking,
} from '../screens/order-return/index.ts';
import { screen as orderStatus } from '../screens/order-status/index.ts';
import { screen as paymentMethod } from '../screens/payment-method/index.ts';
import { screen as posSession } from '../screens/pos-session/index.ts';
import { screen as priceList, priceListFormScreen as priceListForm } from '../screens/price-list/index.ts';
import { screen as product, productFormScreen as productForm } from '../screens/product/index.ts';
import { screen as productImport } from '../screens/product-import/index.ts';
import { screen as profile } from '../screens/profile/index.ts';
import {
  screen as receipt,
  editScreen as receiptEditor,
  invoiceScreen as receiptInvoice,
} from '../screens/receipt/index.ts';
import { screen as report } from '../screens/report/index.ts';
import { screen as role } from '../screens/role/index.ts';
import { screen as safe } from '../screens/safe/index.ts';
import { screen as setting, themeScreen } from '../screens/setting/index.ts';
import { screen as statistics } from '../screens/statistics/index.ts';
import { screen as stock } from '../screens/stock/index.ts';
import { screen as stockCount } from '../screens/stock-count/index.ts';
import { screen as supplier } from '../screens/supplier/index.ts';
import { screen as taxType } from '../screens/tax-type/index.ts';
import { screen as till } from '../screens/till/index.ts';
import { screen as toOrder } from '../screens/to-order/index.ts';
import { screen as transaction } from '../screens/transaction/index.ts';
import { screen as transfer } from '../screens/transfer/index.ts';
import { screen as user } from '../screens/user/index.ts';
import { type RouteEntry, route } from './route-entry.ts';

const home: Screen = [{ load: () => import('./home/home.tsx'), texts: ['report'] }];
const allSettings: Screen = [{ load: () => import('./settings-page.tsx'), texts: ['help', 'palette'] }];

/**
 * The only route table, with the permissions of every route. The router, the menu, the command palette and the
 * breadcrumbs read it. A new screen needs a line with its `screen`; its icon is one of icon-names.ts.
 */
export const ROUTES: readonly RouteEntry[] = [
  route('/', 'home', 'home', 'house', [], { screen: home }),

  route('/orders', 'orders', 'orders', 'shopping-cart', ['orders', 'driver', 'seller'], {
    screen: order,
    subPages: [{ name: 'order_board', path: paths.orderBoard, use: 'order.list', isTab: false }],
    creates: [['order', paths.orderNew, 'order.make']],
    children: [
      route('new', 'order_new', null, 'shopping-cart', ['orders', 'seller'], { screen: orderMaking }),
      route('order-invoice/:orderId', 'order_invoice', null, 'receipt-text', [], { screen: orderInvoice }),
    ],
  }),
  // no menu beside it, and it asks for the session itself, because it starts without a network
  route('/pos', 'till', null, 'monitor-smartphone', ['seller', 'sessions'], { screen: till, isBare: true }),
  route('/return-reciepts', 'return_receipts', 'orders', 'undo-2', ['orders', 'driver', 'seller'], {
    screen: orderReturn,
    creates: [['order_return', paths.orderReturnNew, 'orderReturn.make']],
    children: [
      route('return-reciept', 'return_receipt', null, 'rotate-ccw', [], {
        screen: orderReturnMaking,
      }),
    ],
  }),
  // users who work with orders may move them, not only those who define the statuses
  route(
    '/order-status/change-order-status',
    'change_order_status',
    null,
    'clipboard-list',
    ['ordersstatus', 'orders'],
    { screen: orderMoves },
  ),

  route('/products', 'products', 'products', 'package', ['products', 'seller'], {
    screen: product,
    creates: [['product', paths.productNew, 'product.save']],
    children: [route('save/:id?', 'product', null, 'package', [], { screen: productForm })],
  }),
  route('/products/categories', 'categories', 'products', 'layers', ['categories'], {
    screen: category,
    creates: [['category', paths.categoryNew, 'category.save']],
  }),
  route('/products/brands', 'brands', 'products', 'tag', ['brands'], {
    screen: brand,
    creates: [['brand', paths.brandNew, 'brand.save']],
  }),
  route('/products/extras', 'extras', 'products', 'package-plus', ['extras'], {
    screen: extra,
    creates: [['extra', paths.extraNew, 'extra.save']],
  }),
  route('/settings/pricelists', 'price_lists', 'products', 'tags', ['pricelist'], {
    screen: priceList,
    creates: [['price_list', paths.priceListNew, 'priceList.save']],
    children: [route('/pricelists/edit/:id?', 'price_list', null, 'tags', [], { screen: priceListForm })],
  }),
  // customers are imported here too
  route('/products/import', 'product_import', 'products', 'file-up', ['products', 'users'], {
    use: 'productImport.list',
    screen: productImport,
    creates: [['import', paths.productImportNew, 'productImport.start']],
  }),

  route('/customers', 'customers', 'customers', 'contact', ['users'], {
    screen: customer,
    creates: [['customer', paths.customerNew, 'account.save']],
  }),
  route('/Addresses', 'addresses', 'customers', 'map-pinned', ['Addresses'], {
    screen: address,
    creates: [['address', paths.addressNew, 'address.save']],
  }),
  route('/messages', 'messages', 'customers', 'message-square', ['contactus'], { screen: contactMessage }),

  // these screens are not in the specification, which only has their endpoints
  route('/products/stock', 'stock', 'inventory', 'warehouse', ['products', 'reciepts', 'reports'], {
    screen: stock,
  }),
  route('/products/batches', 'batches', 'inventory', 'calendar-clock', ['products', 'reciepts', 'reports'], {
    screen: batch,
  }),
  route('/products/transfers', 'transfers', 'inventory', 'truck', ['reciepts'], {
    screen: transfer,
    creates: [['transfer', paths.transferNew, 'transfer.save']],
  }),
  route('/products/counts', 'stock_counts', 'inventory', 'clipboard-check', ['reciepts', 'reports'], {
    screen: stockCount,
    creates: [['stock_count', paths.stockCountNew, 'stockCount.save']],
  }),

  route('/reciepts', 'receipts', 'purchasing', 'receipt', ['reciepts'], {
    screen: receipt,
    creates: [['receipt', paths.receiptNew, 'receipt.save']],
    children: [
      route('purchase-invoice/:invid', 'purchase_invoice', null, 'file-text', [], { screen: receiptInvoice }),
      route('purchase-invoice/edit/:invid', 'purchase_invoice_edit', null, 'file-text', [], {
        screen: receiptEditor,
      }),
    ],
  }),
  route('/reciepts/to-order', 'to_order', 'purchasing', 'clipboard-list', ['reciepts'], { screen: toOrder }),
  route('/supplires', 'suppliers', 'purchasing', 'handshake', ['suppliers'], {
    screen: supplier,
    creates: [['supplier', paths.supplierNew, 'supplier.save']],
  }),
  route('/transactions', 'transactions', 'purchasing', 'arrow-left-right', ['transactions'], {
    screen: transaction,
    creates: [['transaction', paths.transactionNew, 'transaction.save']],
  }),

  route('/discounts', 'discounts', 'offers', 'percent', ['offers'], {
    screen: discountScreen,
    creates: [['discount', paths.discountNew, 'discount.save']],
  }),
  route('/multi-discounts', 'multi_discounts', 'offers', 'badge-percent', ['offers'], {
    screen: multiDiscountScreen,
    creates: [['multi_discount', paths.multiDiscountNew, 'discount.save']],
  }),
  route('/offers', 'offers', null, 'ticket-percent', ['offers'], {
    redirect: 'wholesales',
    children: [
      route('wholesales', 'wholesales', 'offers', 'boxes', [], {
        screen: wholesaleScreen,
        creates: [['wholesale', paths.wholesaleNew, 'offer.save']],
      }),
      route('bundles', 'bundles', 'offers', 'archive', [], {
        screen: bundleScreen,
        creates: [['bundle', paths.bundleNew, 'offer.save']],
      }),
      route('coupons', 'coupons', 'offers', 'ticket-percent', [], {
        screen: couponScreen,
        creates: [['coupon', paths.couponNew, 'offer.save']],
      }),
    ],
  }),

  route('/payments', 'payments', 'money', 'wallet', ['payments', 'branches', 'branchs'], {
    screen: [...orderPayment, ...safe],
    subPages: [{ name: 'safe', path: paths.safe, use: 'safe.list', isTab: true }],
  }),
  // the server has no permission `branches`; `branchs` grants the access
  // a seller sees the sessions of their own tills
  route(
    '/sessions',
    'pos_sessions',
    'money',
    'monitor-smartphone',
    ['sessions', 'branches', 'branchs', 'seller'],
    {
      screen: posSession,
    },
  ),
  route('/payments/drivers', 'driver_cash', 'money', 'hand-coins', ['payments', 'branches', 'branchs'], {
    screen: driverCash,
  }),

  route('/areas/zones', 'zones', 'delivery', 'map', ['areas'], {
    screen: location,
    creates: [['zone', paths.zoneNew, 'location.save']],
  }),
  route('/settings/delivery-config', 'delivery_methods', 'delivery', 'truck', ['delivery'], {
    screen: deliveryMethod,
    creates: [['delivery_method', paths.deliveryMethodNew, 'deliveryMethod.create']],
  }),
  route('/areas', 'areas', 'delivery', 'map-pin', ['areas'], {
    screen: areaScreen,
    subPages: [{ name: 'zone_map', path: paths.zoneMap, use: 'location.list', isTab: true }],
    creates: [['area', paths.areaNew, 'location.save']],
  }),
  route('/cities', 'cities', 'delivery', 'building-2', ['areas'], {
    screen: location,
    creates: [['city', paths.cityNew, 'location.save']],
  }),
  route('/states', 'states', 'delivery', 'landmark', ['areas'], {
    screen: location,
    creates: [['state', paths.stateNew, 'location.save']],
  }),
  route('/countries', 'countries', 'delivery', 'globe', ['areas'], {
    screen: location,
    creates: [['country', paths.countryNew, 'location.save']],
  }),

  route('/statistics', 'statistics', 'reports', 'chart-pie', ['reports'], { screen: statistics }),
  route('/sales-report', 'sales_report', 'reports', 'chart-column', ['reports'], { screen: report }),
  route('/sales-channels-report', 'sales_channels_report', 'reports', 'chart-column', ['reports'], {
    screen: report,
  }),
  route('/procurement-report', 'procurement_report', 'reports', 'chart-column', ['reports'], {
    screen: report,
  }),
  route('/inventory-report', 'inventory_report', 'reports', 'boxes', ['reports'], { screen: report }),
  route('/movement-report', 'movement_report', 'reports', 'arrow-left-right', ['reports'], {
    screen: report,
  }),
  route('/expiry-report', 'expiry_report', 'reports', 'calendar-clock', ['reports'], { screen: report }),
  route('/stock-taking-report', 'stock_taking_report', 'reports', 'clipboard-check', ['reports'], {
    screen: report,
  }),
  route('/payments-report', 'payments_report', 'reports', 'banknote', ['payments', 'reports'], {
    screen: report,
  }),
  route('/drivers-report', 'drivers_report', 'reports', 'truck', ['reports', 'users.driver'], {
    screen: report,
  }),
  route('/pos-cash-report', 'pos_cash_report', 'reports', 'circle-dollar-sign', ['sessions', 'reports'], {
    screen: report,
  }),

  route('/banners', 'banners', 'content', 'image', ['banners'], {
    screen: listAndForm(
      'banner',
      () => import('../screens/banner/list.tsx'),
      () => import('../screens/banner/form.tsx'),
    ),
    creates: [['banner', paths.bannerNew, 'banner.save']],
  }),
  route('/sliders', 'sliders', 'content', 'gallery-horizontal', [], {
    screen: listAndForm(
      'slider',
      () => import('../screens/slider/list.tsx'),
      () => import('../screens/slider/form.tsx'),
    ),
    creates: [['slider', paths.sliderNew, 'slider.save']],
  }),

  route('/acounts', 'accounts', 'people', 'users', ['users'], {
    screen: account,
    creates: [['account', paths.accountNew, 'account.save']],
  }),
  route('/user-roles', 'user_roles', null, 'user-cog', ['roles'], {
    redirect: 'admins',
    children: [
      route('admins', 'admins', 'people', 'user-cog', [], { screen: user }),
      route('drivers', 'drivers', 'people', 'truck', [], { screen: user }),
      route('sellers', 'sellers', 'people', 'user-round', [], { screen: user }),
    ],
  }),
  route('/roles', 'roles', 'people', 'shield-check', ['roles'], {
    screen: role,
    creates: [['role', paths.roleNew, 'role.save']],
  }),

  // whoever may open one of the settings
  route(
    '/settings',
    'settings',
    'settings',
    'settings',
    ['settings', 'branchs', 'ordersstatus', 'payments', 'taxs'],
    {
      screen: allSettings,
    },
  ),
  route('/settings/general', 'general_settings', 'settings', 'settings', ['settings'], { screen: setting }),
  route('/settings/branch-config', 'branches', 'settings', 'store', ['branchs'], {
    screen: branch,
    creates: [['branch', paths.branchNew, 'branch.create']],
  }),
  route('/order-status', 'order_statuses', 'settings', 'clipboard-list', ['ordersstatus'], {
    screen: orderStatus,
    creates: [['order_status', paths.orderStatusNew, 'orderStatus.save']],
  }),
  route('/settings/payments-methods', 'payment_methods', 'settings', 'credit-card', ['payments'], {
    screen: paymentMethod,
    creates: [['payment_method', paths.paymentMethodNew, 'paymentMethod.create']],
  }),
  route('/settings/online-payments', 'online_payments', 'settings', 'banknote', ['settings'], {
    screen: gateway,
  }),
  route('/taxs', 'taxes', 'settings', 'landmark', ['taxs'], {
    screen: taxType,
    subPages: [{ name: 'certificates', path: paths.certificates, use: 'tss.list', isTab: false }],
    creates: [['tax_type', paths.taxTypeNew, 'taxType.save']],
  }),
  route('/settings/theme-and-layout', 'theme', 'settings', 'palette', ['settings'], {
    screen: themeScreen,
  }),
  route('/settings/mail-templates', 'mail_templates', 'settings', 'mail', ['settings'], {
    screen: mailTemplate,
  }),

  route('/profile', 'profile', null, 'user-round', [], { screen: profile }),
];
