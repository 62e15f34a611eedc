import { branchAlbum } from './branch/album.ts';
import { branch } from './branch/branch.ts';
import { posDevice, printer } from './branch/device.ts';
import { brand } from './catalog/brand.ts';
import { category } from './catalog/category.ts';
import { extra } from './catalog/extra.ts';
import { product } from './catalog/product.ts';
import { productImport } from './catalog/product-import.ts';
import { taxType } from './catalog/tax-type.ts';
import { banner } from './content/banner.ts';
import { contactMessage } from './content/contact-message.ts';
import { slider } from './content/slider.ts';
import { audit } from './core/audit.ts';
import { job } from './core/job.ts';
import { mailTemplate } from './core/mail-template.ts';
import { setting } from './core/setting.ts';
import { demo, system } from './core/system.ts';
import { view } from './core/view.ts';
import { address } from './delivery/address.ts';
import { deliveryMethod } from './delivery/delivery-method.ts';
import { location } from './delivery/location.ts';
import { paymentMethod } from './delivery/payment-method.ts';
import { tss } from './fiscal/tss.ts';
import { account } from './identity/account.ts';
import { auth } from './identity/auth.ts';
import { role } from './identity/role.ts';
import { session } from './identity/session.ts';
import { driverCash } from './ordering/driver-cash.ts';
import { gateway } from './ordering/gateway.ts';
import { order } from './ordering/order.ts';
import { orderPayment } from './ordering/order-payment.ts';
import { orderReturn } from './ordering/order-return.ts';
import { orderStatus } from './ordering/order-status.ts';
import { paymentAttempt } from './ordering/payment-attempt.ts';
import { posSession } from './ordering/pos.ts';
import { safe } from './ordering/safe.ts';
import { discount } from './pricing/discount.ts';
import { offer } from './pricing/offer.ts';
import { priceList } from './pricing/price-list.ts';
import { priceTrial } from './pricing/price-trial.ts';
import { report } from './reporting/report.ts';
import { receipt } from './stock/receipt.ts';
import { batch, stock, transfer } from './stock/stock.ts';
import { stockCount } from './stock/stock-count.ts';
import { supplier } from './stock/supplier.ts';
import { transaction } from './stock/transaction.ts';

/** All endpoints, by noun and verb, as used by the server, the web app and the OpenAPI document. */
export const api = {
  auth,
  session,
  account,
  role,
  branch,
  branchAlbum,
  posDevice,
  printer,
  location,
  address,
  deliveryMethod,
  paymentMethod,
  category,
  brand,
  taxType,
  tss,
  extra,
  product,
  productImport,
  supplier,
  receipt,
  transaction,
  stock,
  batch,
  transfer,
  stockCount,
  priceList,
  priceTrial,
  offer,
  discount,
  order,
  orderStatus,
  orderReturn,
  orderPayment,
  paymentAttempt,
  gateway,
  driverCash,
  posSession,
  safe,
  contactMessage,
  slider,
  banner,
  report,
  setting,
  job,
  mailTemplate,
  audit,
  view,
  system,
  demo,
};
