import { branch } from './branch/branch.ts';
import { branchAlbum } from './branch/branch-album.ts';
import { posDevice, printer } from './branch/device.ts';
import { brand } from './catalog/brand.ts';
import { category } from './catalog/category.ts';
import { extra } from './catalog/extra.ts';
import { product } from './catalog/product.ts';
import { taxType } from './catalog/tax-type.ts';
import { banner } from './content/banner.ts';
import { contactMessage } from './content/contact-message.ts';
import { slider } from './content/slider.ts';
import { address } from './delivery/address.ts';
import { deliveryMethod } from './delivery/delivery-method.ts';
import { location } from './delivery/location.ts';
import { paymentMethod } from './delivery/payment-method.ts';
import { tss } from './fiscal/tss.ts';
import { account } from './identity/account.ts';
import { auth } from './identity/auth.ts';
import { role } from './identity/role.ts';
import { session } from './identity/session.ts';
import { productImport } from './importing/product-import.ts';
import { gateway } from './ordering/gateway.ts';
import { order } from './ordering/order.ts';
import { orderPayment } from './ordering/order-payment.ts';
import { orderReturn } from './ordering/order-return.ts';
import { orderStatus } from './ordering/order-status.ts';
import { paymentAttempt } from './ordering/payment-attempt.ts';
import { priceTrial } from './ordering/price-trial.ts';
import { tillException, tillLetter } from './ordering/till-letter.ts';
import { tillPack } from './ordering/till-pack.ts';
import { tillSync } from './ordering/till-sync.ts';
import { discount } from './pricing/discount.ts';
import { offer } from './pricing/offer.ts';
import { priceList } from './pricing/price-list.ts';
import { receipt } from './purchasing/receipt.ts';
import { supplier } from './purchasing/supplier.ts';
import { transaction } from './purchasing/transaction.ts';
import { report } from './reporting/report.ts';
import { setting } from './setting/setting.ts';
import { batch, stock, transfer } from './stock/stock.ts';
import { stockCount } from './stock/stock-count.ts';
import { audit } from './system/audit.ts';
import { job } from './system/job.ts';
import { mailTemplate } from './system/mail-template.ts';
import { demo, system } from './system/system.ts';
import { view } from './system/view.ts';
import { driverCash } from './tills/driver-cash.ts';
import { heldCart } from './tills/held-cart.ts';
import { posSession } from './tills/pos-session.ts';
import { safe } from './tills/safe.ts';
import { tillPairing } from './tills/till-pairing.ts';

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
  tillPairing,
  tillPack,
  tillSync,
  tillLetter,
  tillException,
  heldCart,
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
