import { paths } from '../lib/paths.ts';
import { api } from '../lib/server/api.ts';
import type { AnyEndpoint } from '../lib/server/endpoint.ts';

/** A record that can be created from any page. */
type Creation = {
  /** The last part of its translation key: `palette:new.<name>`. */
  readonly name: string;
  readonly path: string;
  /** The endpoint whose permission is needed to create it. */
  readonly use: AnyEndpoint;
};

const creation = (name: string, path: string, use: AnyEndpoint): Creation => ({ name, path, use });

/**
 * Everything that can be created, in the order of the menu; a test checks that every page that creates a record is
 * listed.
 */
export const CREATIONS: readonly Creation[] = [
  creation('order', paths.orderNew, api.order.make),
  creation('order_return', paths.orderReturnNew, api.orderReturn.make),
  creation('customer', paths.customerNew, api.account.save),
  creation('address', paths.addressNew, api.address.save),
  creation('product', paths.productNew, api.product.save),
  creation('import', paths.productImportNew, api.productImport.start),
  creation('category', paths.categoryNew, api.category.save),
  creation('brand', paths.brandNew, api.brand.save),
  creation('extra', paths.extraNew, api.extra.save),
  creation('price_list', paths.priceListNew, api.priceList.save),
  creation('wholesale', paths.wholesaleNew, api.offer.save),
  creation('bundle', paths.bundleNew, api.offer.save),
  creation('coupon', paths.couponNew, api.offer.save),
  creation('discount', paths.discountNew, api.discount.save),
  creation('multi_discount', paths.multiDiscountNew, api.discount.save),
  creation('banner', paths.bannerNew, api.banner.save),
  creation('slider', paths.sliderNew, api.slider.save),
  creation('supplier', paths.supplierNew, api.supplier.save),
  creation('receipt', paths.receiptNew, api.receipt.save),
  creation('transaction', paths.transactionNew, api.transaction.save),
  creation('transfer', paths.transferNew, api.transfer.save),
  creation('stock_count', paths.stockCountNew, api.stockCount.save),
  creation('account', paths.accountNew, api.account.save),
  creation('role', paths.roleNew, api.role.save),
  creation('country', paths.countryNew, api.location.save),
  creation('state', paths.stateNew, api.location.save),
  creation('city', paths.cityNew, api.location.save),
  creation('area', paths.areaNew, api.location.save),
  creation('zone', paths.zoneNew, api.location.save),
  creation('branch', paths.branchNew, api.branch.create),
  creation('delivery_method', paths.deliveryMethodNew, api.deliveryMethod.create),
  creation('payment_method', paths.paymentMethodNew, api.paymentMethod.create),
  creation('order_status', paths.orderStatusNew, api.orderStatus.save),
  creation('tax_type', paths.taxTypeNew, api.taxType.save),
];
