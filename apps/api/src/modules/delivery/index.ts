import { api } from '@dukkan/contract';
import { serve } from '../../http/serve.ts';
import * as addressRead from './address.read.ts';
import * as addressSave from './address.save.ts';
import { assign, ofBranch } from './assign-zones.ts';
import { assignDeliveries, assignPayments, deliveriesOfBranch, paymentsOfBranch } from './branch-methods.ts';
import { checkDrawing, shapes } from './check-drawing.ts';
import * as deliveryMethod from './delivery-method.service.ts';
import * as locationRead from './location.read.ts';
import * as locationSave from './location.save.ts';
import * as paymentRead from './payment-method.read.ts';
import * as paymentSave from './payment-method.save.ts';
import { quote } from './quote.ts';

export { keepAddress } from './address.keep.ts';
export { getOrderAddress, list as listAddresses, type OrderAddress } from './address.read.ts';
export { save as saveAddress } from './address.save.ts';
export { assignZones } from './assign-zones.ts';
export { create as createDeliveryMethod } from './delivery-method.service.ts';
export { type DeliverySnapshot, readZones } from './delivery-snapshot.ts';
export { findZoneElsewhere, mayOrderIn } from './elsewhere.ts';
export { list as listLocations } from './location.read.ts';
export { save as saveLocation } from './location.save.ts';
export { seesPaymentMethod } from './payment-method.read.ts';
export { create as createPaymentMethod } from './payment-method.save.ts';
export { getQuote, type Quote, type QuoteRequest } from './quote.ts';

/** Places, what is delivered where, how, and how it is paid; customers' addresses (decisions sections 8 and 11). */
export const routes = [
  ...serve(api.location, {
    list: locationRead.list,
    show: locationRead.show,
    save: locationSave.save,
    remove: locationSave.remove,
    restore: locationSave.restore,
    quote,
    shapes,
    check: checkDrawing,
    ofBranch,
    assign,
  }),
  ...serve(api.address, {
    list: addressRead.list,
    show: addressRead.show,
    save: addressSave.save,
    remove: addressSave.remove,
    restore: addressSave.restore,
  }),
  ...serve(api.deliveryMethod, {
    list: deliveryMethod.list,
    show: deliveryMethod.show,
    create: deliveryMethod.create,
    update: deliveryMethod.update,
    remove: deliveryMethod.remove,
    restore: deliveryMethod.restore,
    ofBranch: deliveriesOfBranch,
    assign: assignDeliveries,
  }),
  ...serve(api.paymentMethod, {
    list: paymentRead.list,
    show: paymentRead.show,
    create: paymentSave.create,
    update: paymentSave.update,
    remove: paymentSave.remove,
    restore: paymentSave.restore,
    ofBranch: paymentsOfBranch,
    assign: assignPayments,
  }),
];
